import { fail, pass } from '../../../kit/index.ts'
import { check, isSecure } from './resources.ts'

export default check({
  id: 'elb_insecure_ssl_ciphers',
  title: 'Classic Load Balancer negotiates current TLS only',
  description:
    'Reads the negotiation policies of each HTTPS and SSL listener: which protocols and ciphers they switch on.',
  risk: 'Browsers and scripts that still accept SSL 3 or RC4 can be pushed down to them, and what they send is then readable.',
  decision:
    'Fails when a policy of a secure listener switches on a protocol before TLS 1.2, or a cipher with RC4, DES, triple DES, MD5, no encryption or no authentication. Passes when none does. Load balancers without secure listeners give no finding.',
  fix: {
    text: 'Give secure listeners the predefined policy ELBSecurityPolicy-TLS-1-2-2017-01, or move to an Application Load Balancer, which also speaks TLS 1.3.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the tab Listeners choose Manage listeners, then Edit beside the security policy of the secure listener.',
      'Choose the predefined policy ELBSecurityPolicy-TLS-1-2-2017-01, then choose Save changes.',
    ],
    cli: 'aws elb set-load-balancer-policies-of-listener --load-balancer-name <name> --load-balancer-port 443 --policy-names <tls-1-2-policy-name> <stickiness policies that the listener keeps>',
    terraform: `resource "aws_load_balancer_policy" "tls" {
  load_balancer_name = aws_elb.intranet.name
  policy_name        = "tls-1-2"
  policy_type_name   = "SSLNegotiationPolicyType"

  policy_attribute {
    name  = "Reference-Security-Policy"
    value = "ELBSecurityPolicy-TLS-1-2-2017-01"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-security-policy-table.html',
  links: ['https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/ssl-config-update.html'],
  over: 'loadBalancers',
  needs: ['old_tls'],
  judge: ({ name, listeners, old_tls: old }) => {
    if (!listeners.some(isSecure)) return []
    const found = old.map(
      ({ port, protocols, ciphers }) =>
        `${[...protocols, ...ciphers].slice(0, 6).join(', ')} on port ${port}`,
    )
    return found.length > 0
      ? fail(`The Classic Load Balancer ${name} permits ${found.slice(0, 10).join('; ')}.`)
      : pass(`The Classic Load Balancer ${name} permits TLS 1.2 with sound ciphers only.`)
  },
})
