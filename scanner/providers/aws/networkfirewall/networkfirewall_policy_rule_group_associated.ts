import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_policy_rule_group_associated',
  title: 'Firewall’s policy has rules',
  description:
    'Reads the policy of each firewall and counts the rule groups that it refers to, stateful and stateless.',
  risk: 'A firewall without rules looks like protection and lets everything through, or nothing.',
  decision:
    'Passes when the policy refers to at least one rule group, stateful or stateless, fails when it refers to none. What the rules say is not judged. The default actions alone do not count as rules.',
  fix: {
    text: 'Add rule groups to the firewall’s policy.',
    console: [
      'Open Amazon VPC and choose Network Firewall rule groups, and make a group or look at those that AWS manages.',
      'Choose Firewall policies and choose the policy.',
      'Under Stateful rule groups or Stateless rule groups, choose Actions and add the groups.',
    ],
    cli: 'aws network-firewall update-firewall-policy --firewall-policy-arn <policy> --update-token <token> --firewall-policy file://whole-policy.json',
    terraform: `resource "aws_networkfirewall_firewall_policy" "strict" {
  name = "strict"

  firewall_policy {
    stateless_default_actions          = ["aws:forward_to_sfe"]
    stateless_fragment_default_actions = ["aws:forward_to_sfe"]

    stateful_rule_group_reference {
      resource_arn = aws_networkfirewall_rule_group.domains.arn
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/network-firewall/latest/developerguide/firewall-policies.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/networkfirewall-controls.html'],
  over: 'firewalls',
  needs: ['policy'],
  judge: ({ name, policy: { name: policy, rule_groups: groups } }) =>
    groups > 0
      ? pass(`The policy ${policy} of the firewall ${name} has ${groups} rule groups.`)
      : fail(`The policy ${policy} of the firewall ${name} has no rule group.`),
})
