import { fail, pass } from '../../../kit/index.ts'
import { check, called, portOf } from './resources.ts'

export default check({
  id: 'elbv2_ssl_listeners',
  title: 'Application Load Balancer serves traffic only over HTTPS',
  description:
    'Reads the listeners of each Application Load Balancer, and all rules of its HTTP listeners.',
  risk: 'Anyone on the network path can read and change passwords, cookies and personal data sent over HTTP.',
  decision:
    'Fails if a rule of an HTTP listener, including the default rule, does anything other than redirect to HTTPS, even if it only returns a fixed response. Passes if every listener is HTTPS or every rule of the other listeners redirects. Network and Gateway Load Balancers, and load balancers without listeners, give no finding.',
  fix: {
    text: 'Redirect every HTTP rule to HTTPS, or remove the HTTP listener.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the Listeners and rules tab, add an HTTPS listener with a certificate if there is none.',
      'Choose the HTTP listener, and change its default rule to Redirect to URL with the protocol HTTPS and the port 443.',
      'Delete or change its other rules, because they take precedence over the default rule.',
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
      ? fail(`${called(it)} serves traffic over HTTP on ${where.slice(0, 10).join(', ')}.`)
      : pass(`${called(it)} serves no traffic over HTTP except redirects to HTTPS.`)
  },
})
