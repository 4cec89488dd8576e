import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_listeners_underneath',
  title: 'Load balancer has a listener',
  description: 'Counts the listeners of each load balancer.',
  risk: 'A load balancer without listeners serves no traffic. It incurs costs and has a DNS name that appears to be in use.',
  decision:
    'Fails if the load balancer has no listener, and passes if it has at least one. All types are evaluated. The health of the targets is not evaluated.',
  fix: {
    text: 'Add the missing listener, or delete the load balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'If the load balancer is needed, choose Add listener on the Listeners and rules tab.',
      'Otherwise, choose Actions, and then choose Delete load balancer.',
    ],
    cli: 'aws elbv2 delete-load-balancer --load-balancer-arn <load-balancer-arn>',
    terraform: `resource "aws_lb_listener" "https" {
  load_balancer_arn = aws_lb.shop.arn
  port              = 443
  protocol          = "HTTPS"
  certificate_arn   = aws_acm_certificate.shop.arn

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.shop.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-listeners.html',
  over: 'loadBalancers',
  needs: ['listeners'],
  judge: (it) => {
    const { length } = it.listeners
    return length === 0
      ? fail(`${called(it)} has no listener.`)
      : pass(`${called(it)} has ${length === 1 ? 'one listener' : `${length} listeners`}.`)
  },
})
