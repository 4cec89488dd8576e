import { fail, pass } from '../../../kit/index.ts'
import { check, called, portOf } from './resources.ts'

export default check({
  id: 'elbv2_ssl_listeners',
  title: 'Application load balancer answers over HTTPS only',
  description:
    'Reads the listeners of each application load balancer and, for those that speak HTTP, every rule, to see whether anything is answered unencrypted.',
  risk: 'Passwords, cookies and personal data that travel over HTTP can be read and changed by anyone on the way.',
  decision:
    'Fails when a rule of an HTTP listener, the default rule included, does anything but redirect to HTTPS, also when it only sends a fixed response. Passes when every listener is HTTPS or every rule of the others redirects. Network and gateway load balancers, and those without listeners, give no finding.',
  fix: {
    text: 'Redirect every HTTP rule to HTTPS, or remove the HTTP listener.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the tab Listeners and rules add an HTTPS listener with a certificate if there is none.',
      'Choose the HTTP listener, and edit its default rule to Redirect to URL with the protocol HTTPS and the port 443.',
      'Delete or change its other rules, because each of them comes before the default one.',
    ],
    cli: "aws elbv2 modify-listener --listener-arn <listener-arn> --default-actions 'Type=redirect,RedirectConfig={Protocol=HTTPS,Port=443,StatusCode=HTTP_301}'",
    terraform: `resource "aws_lb_listener" "http" {
  load_balancer_arn = aws_lb.shop.arn
  port              = 80
  protocol          = "HTTP"

  default_action {
    type = "redirect"
    redirect {
      protocol    = "HTTPS"
      port        = "443"
      status_code = "HTTP_301"
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/create-https-listener.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/elb-controls.html'],
  over: 'loadBalancers',
  needs: ['listeners', 'plain_rules'],
  judge: (it) => {
    const { type, listeners, plain_rules: plain } = it
    if (type !== 'application' || listeners.length === 0) return []
    const where = [...new Set(plain.map((rule) => `${portOf(rule)} (rule ${rule.priority})`))]
    return where.length > 0
      ? fail(`${called(it)} answers over HTTP on ${where.slice(0, 10).join(', ')}.`)
      : pass(`${called(it)} answers nothing over HTTP, redirects to HTTPS aside.`)
  },
})
