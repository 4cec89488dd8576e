import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_policy_default_action_fragmented_packets',
  title: 'Network Firewall policy does not pass unmatched fragmented packets',
  description:
    'Reads the stateless default action of the policy of each firewall for fragmented UDP packets that match no rule.',
  risk: 'Attackers can fragment packets to bypass rules that inspect full packets.',
  decision:
    'Fails if the stateless default actions for fragmented packets contain aws:pass. Passes if they drop fragments or forward them to the stateful rules.',
  fix: {
    text: 'Set the default action for fragmented packets to drop or to forward to the stateful rules.',
    console: [
      'Open Amazon VPC, choose Network Firewall policies, and choose the policy.',
      'Under Stateless default actions, choose Edit.',
      'For fragmented packets, choose Drop or Forward to stateful rule groups, and choose Save.',
      'The command replaces the policy. Save the FirewallPolicy from describe-firewall-policy to the file for --firewall-policy, set StatelessFragmentDefaultActions to aws:drop or aws:forward_to_sfe, and pass its UpdateToken to --update-token.',
    ],
    cli: 'aws network-firewall update-firewall-policy --firewall-policy-arn <policy> --update-token <token> --firewall-policy file://whole-policy.json',
    terraform: `resource "aws_networkfirewall_firewall_policy" "strict" {
  name = "strict"

  firewall_policy {
    stateless_default_actions          = ["aws:forward_to_sfe"]
    stateless_fragment_default_actions = ["aws:forward_to_sfe"]
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/network-firewall/latest/developerguide/stateless-default-actions.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/networkfirewall-controls.html'],
  over: 'firewalls',
  needs: ['policy'],
  judge: ({ name, policy: { name: policy, fragments: actions } }) =>
    actions.includes('aws:pass')
      ? fail(
          `The policy ${policy} of the firewall ${name} passes fragmented packets that match no rule.`,
        )
      : pass(
          `The policy ${policy} of the firewall ${name} handles unmatched fragmented packets with ${actions.join(', ')}.`,
        ),
})
