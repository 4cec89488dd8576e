import { fail, pass } from '../../../kit/index.ts'
import { check, called, portOf } from './resources.ts'

export default check({
  id: 'elbv2_insecure_ssl_ciphers',
  title: 'Load balancer negotiates current TLS only',
  description:
    'Reads which protocols and ciphers the security policy of each HTTPS and TLS listener permits, as Elastic Load Balancing itself lists them.',
  risk: 'A client that is talked down to an old protocol or a broken cipher sends its session where it can be decrypted.',
  decision:
    'Fails when the security policy of a listener permits a protocol before TLS 1.2, or a cipher with RC4, DES, triple DES, MD5, no encryption or no authentication. Passes when every policy stays clear of them. Load balancers without an HTTPS or TLS listener give no finding.',
  fix: {
    text: 'Give every HTTPS and TLS listener a security policy that begins at TLS 1.2.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the tab Listeners and rules select the HTTPS or TLS listener and choose Edit listener.',
      'Under Secure listener settings choose the recommended security policy, then choose Save changes.',
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
      return pass(`${called(it)} negotiates TLS 1.2 and later with sound ciphers.`)
    const found = old.map(
      (bad) =>
        `${[...bad.protocols, ...bad.ciphers].slice(0, 6).join(', ')} on ${portOf(bad)} by ${bad.ssl_policy}`,
    )
    return fail(`${called(it)} permits ${found.slice(0, 10).join('; ')}.`)
  },
})
