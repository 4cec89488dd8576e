import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_nlb_tls_termination_enabled',
  title: 'Network Load Balancer has a TLS listener',
  description: 'Reads the protocols of the listeners of each Network Load Balancer.',
  risk: 'If each target terminates TLS, private keys are on many hosts, and hosts that are not updated keep outdated protocols.',
  decision:
    'Passes if at least one listener uses TLS, and fails if none does. Network Load Balancers without listeners and other types give no finding. Encryption by targets behind a TCP listener cannot be detected and does not count.',
  fix: {
    text: 'Terminate TLS on the Network Load Balancer with an ACM certificate.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Network Load Balancer.',
      'On the Listeners tab, choose Add listener, and choose the protocol TLS.',
      'Choose a security policy, an ACM certificate and a target group, and choose Add listener.',
      'Delete the TCP listener of the same service after its clients have migrated.',
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
      ? pass(`${called(it)} terminates TLS.`)
      : fail(`${called(it)} does not terminate TLS: its listeners use ${found.join(', ')}.`)
  },
})
