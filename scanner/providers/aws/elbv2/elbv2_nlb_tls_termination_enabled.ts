import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_nlb_tls_termination_enabled',
  title: 'Network load balancer ends TLS itself',
  description: 'Looks for a TLS listener among the listeners of each network load balancer.',
  risk: 'Where each target ends TLS by itself, keys lie on many machines and old protocols survive on the one that nobody updated.',
  decision:
    'Passes when at least one listener speaks TLS, and fails when none does. Network load balancers without listeners and other types give no finding. Whether targets encrypt behind a TCP listener cannot be seen here and does not count.',
  fix: {
    text: 'Let the network load balancer end TLS with a certificate of ACM.',
    console: [
      'Open EC2, choose Load Balancers, and choose the network load balancer.',
      'On the tab Listeners choose Add listener, and choose the protocol TLS.',
      'Choose a security policy, a certificate of ACM and a target group, then choose Add listener.',
      'Delete the TCP listener on the same service once clients have moved.',
    ],
    cli: 'aws elbv2 create-listener --load-balancer-arn <load-balancer-arn> --protocol TLS --port 443 --certificates CertificateArn=<certificate-arn> --ssl-policy ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09 --default-actions Type=forward,TargetGroupArn=<target-group-arn>',
    terraform: `resource "aws_lb_listener" "feed" {
  load_balancer_arn = aws_lb.feed.arn
  port              = 443
  protocol          = "TLS"
  certificate_arn   = aws_acm_certificate.feed.arn

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.feed.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/elasticloadbalancing/latest/network/create-listener.html',
  over: 'loadBalancers',
  needs: ['listeners'],
  judge: (it) => {
    if (it.type !== 'network' || it.listeners.length === 0) return []
    const found = [...new Set(it.listeners.map(({ protocol }) => protocol))]
    return found.includes('TLS')
      ? pass(`${called(it)} ends TLS itself.`)
      : fail(`${called(it)} ends no TLS: its listeners speak ${found.join(', ')}.`)
  },
})
