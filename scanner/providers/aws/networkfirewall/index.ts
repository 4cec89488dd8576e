import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import deletionProtection from './networkfirewall_deletion_protection.ts'
import loggingEnabled from './networkfirewall_logging_enabled.ts'
import multiAz from './networkfirewall_multi_az.ts'
import policyDefaultActionFragmentedPackets from './networkfirewall_policy_default_action_fragmented_packets.ts'
import policyDefaultActionFullPackets from './networkfirewall_policy_default_action_full_packets.ts'
import policyRuleGroupAssociated from './networkfirewall_policy_rule_group_associated.ts'
import type { NetworkFirewall } from './resources.ts'

export default service<NetworkFirewall, Aws>({
  name: 'networkfirewall',
  scope: 'regional',
  kinds: {
    firewalls: {
      list: ['network-firewall:ListFirewalls'],
      fields: {
        details: ['network-firewall:DescribeFirewall'],
        policy: ['network-firewall:DescribeFirewall', 'network-firewall:DescribeFirewallPolicy'],
        logs: ['network-firewall:DescribeLoggingConfiguration'],
      },
    },
  },
  collect,
  checks: [
    deletionProtection,
    loggingEnabled,
    multiAz,
    policyDefaultActionFragmentedPackets,
    policyDefaultActionFullPackets,
    policyRuleGroupAssociated,
  ],
})
