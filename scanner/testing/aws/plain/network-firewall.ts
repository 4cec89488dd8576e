import type { PlainService } from './plain.ts'

const missing = ['ResourceNotFoundException', 400] as const

export const networkFirewall: PlainService = {
  name: 'network-firewall',
  protocol: 'json',
  target: 'NetworkFirewall_20201112',
  operations: {
    ListFirewalls: { list: 'Firewalls' },
    DescribeFirewall: { by: 'FirewallArn', none: missing },
    DescribeFirewallPolicy: { by: 'FirewallPolicyArn', none: missing },
    DescribeLoggingConfiguration: { by: 'FirewallArn', none: missing },
  },
}
