import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_policy_rule_group_associated',
  title: 'Network Firewall policy has a rule group associated',
  description:
    'Counts the stateful and stateless rule groups that the policy of each firewall references.',
  risk: 'A firewall without rules passes or drops all traffic, although the network appears to be protected.',
  decision:
    'Passes if the policy references at least one stateful or stateless rule group, and fails if it references none. The content of the rules is not evaluated. Default actions alone do not count as rules.',
  fix: {
    text: 'Add rule groups to the firewall policy.',
    console: [
      'Open Amazon VPC, choose Network Firewall rule groups, and create a rule group or review the AWS managed rule groups.',
      'Choose Firewall policies, and choose the policy.',
      'Under Stateful rule groups or Stateless rule groups, choose Actions and add the rule groups.',
      'The command replaces the policy. Save the FirewallPolicy from describe-firewall-policy to the file for --firewall-policy, add the rule groups under StatefulRuleGroupReferences or StatelessRuleGroupReferences, and pass its UpdateToken to --update-token.',
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
