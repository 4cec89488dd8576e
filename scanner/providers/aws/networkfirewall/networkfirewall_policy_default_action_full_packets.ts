import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_policy_default_action_full_packets',
  title: 'Network Firewall policy does not pass unmatched full packets',
  description:
    'Reads the stateless default action of the policy of each firewall for full packets that match no rule.',
  risk: 'Packets that match no stateless rule bypass the firewall without inspection by the stateful rules.',
  decision:
    'Fails if the stateless default actions for full packets contain aws:pass. Passes if they drop packets or forward them to the stateful rules.',
  fix: {
    text: 'Set the default action for full packets to drop or to forward to the stateful rules.',
    console: [
      'Open Amazon VPC, choose Network Firewall policies, and choose the policy.',
      'Under Stateless default actions, choose Edit.',
      'For full packets, choose Drop or Forward to stateful rule groups, and choose Save.',
      'The command replaces the policy. Save the FirewallPolicy from describe-firewall-policy to the file for --firewall-policy, set StatelessDefaultActions to aws:drop or aws:forward_to_sfe, and pass its UpdateToken to --update-token.',
    ],
    cli: 'aws network-firewall update-firewall-policy --firewall-policy-arn <policy> --update-token <token> --firewall-policy file://whole-policy.json',
    terraform: `resource "aws_networkfirewall_firewall_policy" "strict" {
  name = "strict"

  firewall_policy {
    stateless_default_actions          = ["aws:forward_to_sfe"]
    stateless_fragment_default_actions = ["aws:drop"]
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/network-firewall/latest/developerguide/stateless-default-actions.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/networkfirewall-controls.html'],
  over: 'firewalls',
  needs: ['policy'],
  judge: ({ name, policy: { name: policy, whole_packets: actions } }) =>
    actions.includes('aws:pass')
      ? fail(`The policy ${policy} of the firewall ${name} passes full packets that match no rule.`)
      : pass(
          `The policy ${policy} of the firewall ${name} handles unmatched full packets with ${actions.join(', ')}.`,
        ),
})
