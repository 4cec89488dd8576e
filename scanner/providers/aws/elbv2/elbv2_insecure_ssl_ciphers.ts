import { fail, pass } from '../../../kit/index.ts'
import { check, called, portOf } from './resources.ts'

export default check({
  id: 'elbv2_insecure_ssl_ciphers',
  title: 'Load balancer allows only TLS 1.2 or later with secure ciphers',
  description:
    'Reads the protocols and ciphers that the security policy of each HTTPS and TLS listener allows, as Elastic Load Balancing reports them.',
  risk: 'If a client negotiates an old protocol or a weak cipher, an attacker can decrypt its session.',
  decision:
    'Fails if the security policy of a listener allows a protocol earlier than TLS 1.2, or a cipher with RC4, DES, triple DES, MD5, no encryption or no authentication. Passes if no policy allows them. Load balancers without an HTTPS or TLS listener give no finding.',
  fix: {
    text: 'Use a security policy with a minimum version of TLS 1.2 for every HTTPS and TLS listener.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the Listeners and rules tab, select the HTTPS or TLS listener and choose Edit listener.',
      'Under Secure listener settings, choose the recommended security policy, and choose Save changes.',
    ],
    cli: 'aws elbv2 modify-listener --listener-arn <listener-arn> --ssl-policy ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09',
    terraform: `resource "aws_lb_listener" "https" {
  load_balancer_arn = aws_lb.shop.arn
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09"
  certificate_arn   = aws_acm_certificate.shop.arn

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.shop.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/describe-ssl-policies.html',
  links: [
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/network/describe-ssl-policies.html',
  ],
  over: 'loadBalancers',
  needs: ['listeners', 'old_tls'],
  judge: (it) => {
    const { listeners, old_tls: old } = it
    if (!listeners.some(({ ssl_policy: policy }) => policy !== null)) return []
    if (old.length === 0)
      return pass(`${called(it)} allows only TLS 1.2 or later with secure ciphers.`)
    const found = old.map(
      (bad) =>
        `${[...bad.protocols, ...bad.ciphers].slice(0, 6).join(', ')} on ${portOf(bad)} with ${bad.ssl_policy}`,
    )
    return fail(`${called(it)} allows ${found.slice(0, 10).join('; ')}.`)
  },
})
