import { fail, pass } from '../../../kit/index.ts'
import { check, called, portOf } from './resources.ts'

const kinds = ['1-0', '1-2', '1-2-Res', '1-2-Ext1', '1-2-Ext2', '1-3']
const fips = ['1-0', '1-2', '1-2-Res', '1-2-Ext0', '1-2-Ext1', '1-2-Ext2', '1-3']

const policies: readonly string[] = [
  ...kinds.map((kind) => `ELBSecurityPolicy-TLS13-${kind}-PQ-2025-09`),
  ...fips.map((kind) => `ELBSecurityPolicy-TLS13-${kind}-FIPS-PQ-2025-09`),
]

export default check({
  id: 'elbv2_listener_pqc_tls_enabled',
  title: 'Load balancer supports post-quantum key exchange',
  description:
    'Compares the security policy of each HTTPS and TLS listener with the policies that support hybrid key exchange with ML-KEM.',
  risk: 'Traffic recorded today can be decrypted by a future quantum computer if only classical keys protect it.',
  decision:
    'Passes if the policy of every HTTPS and TLS listener is in `elbv2_listener_pqc_tls_allowed_policies` (by default, the AWS policies of September 2025 with PQ in their names). Fails if a listener has another policy. Load balancers without such a listener give no finding.',
  fix: {
    text: 'Use a security policy with PQ in its name for every HTTPS and TLS listener.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the Listeners and rules tab, select the secure listener and choose Edit listener.',
      'Choose a security policy in the post-quantum category, and choose Save changes.',
    ],
    cli: 'aws elbv2 modify-listener --listener-arn <secure-listener-arn> --ssl-policy ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09',
    terraform: `resource "aws_lb_listener" "tls" {
  load_balancer_arn = aws_lb.feed.arn
  port              = 443
  protocol          = "TLS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09"
  certificate_arn   = aws_acm_certificate.feed.arn

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.feed.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/network/describe-ssl-policies.html',
  over: 'loadBalancers',
  needs: ['listeners'],
  config: { elbv2_listener_pqc_tls_allowed_policies: policies },
  judge: (it, { config }) => {
    const allowed = config.elbv2_listener_pqc_tls_allowed_policies
    const secure = it.listeners.filter(({ ssl_policy: policy }) => policy !== null)
    if (secure.length === 0) return []
    const without = secure.filter(({ ssl_policy: policy }) => !allowed.includes(policy ?? ''))
    const found = without.map((one) => `${one.ssl_policy} on ${portOf(one)}`)
    return without.length > 0
      ? fail(`${called(it)} supports only classical key exchange: ${found.join(', ')}.`)
      : pass(`${called(it)} supports post-quantum key exchange on every secure listener.`)
  },
})
