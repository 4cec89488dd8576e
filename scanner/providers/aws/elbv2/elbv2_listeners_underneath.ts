import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_listeners_underneath',
  title: 'Load balancer has a listener',
  description: 'Counts the listeners of each load balancer.',
  risk: 'A load balancer without listeners answers nobody: it costs money every hour and leaves behind an address that people believe to be in use.',
  decision:
    'Fails when the load balancer has no listener and passes when it has at least one. All types are judged. Whether a listener’s targets are healthy is not looked at.',
  fix: {
    text: 'Add the missing listener, or delete the load balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the tab Listeners and rules choose Add listener, if the load balancer is to serve something.',
      'Otherwise choose Actions, then Delete load balancer.',
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
