import { fail, pass } from '../../../kit/index.ts'
import { check, isSecure } from './resources.ts'

export default check({
  id: 'elb_insecure_ssl_ciphers',
  title: 'Classic Load Balancer allows only TLS 1.2 with secure ciphers',
  description:
    'Reads the protocols and ciphers that the SSL negotiation policies of each HTTPS and SSL listener enable.',
  risk: 'Attackers can downgrade clients that accept SSL 3 or RC4 and decrypt their traffic.',
  decision:
    'Fails if a policy of a secure listener enables a protocol earlier than TLS 1.2, or a cipher with RC4, DES, triple DES, MD5, no encryption or no authentication. Passes if none does. Load balancers without secure listeners give no finding.',
  fix: {
    text: 'Use the predefined policy ELBSecurityPolicy-TLS-1-2-2017-01 for secure listeners, or migrate to an Application Load Balancer, which also supports TLS 1.3.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Listeners tab, choose Manage listeners, and then choose Edit next to the security policy of the secure listener.',
      'Choose the predefined policy ELBSecurityPolicy-TLS-1-2-2017-01, and choose Save changes.',
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
      ? fail(`The Classic Load Balancer ${name} allows ${found.slice(0, 10).join('; ')}.`)
      : pass(`The Classic Load Balancer ${name} allows only TLS 1.2 with secure ciphers.`)
  },
})
