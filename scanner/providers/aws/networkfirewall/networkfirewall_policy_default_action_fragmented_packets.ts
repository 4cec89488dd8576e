import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_policy_default_action_fragmented_packets',
  title: 'Fragments that no rule fits are not waved through',
  description:
    'Reads what the policy of each firewall does with fragments of UDP packets that fit no stateless rule.',
  risk: 'Whoever cuts packets into pieces gets them past rules that look at whole packets.',
  decision:
    'Fails when the stateless default actions for fragmented packets contain aws:pass. Passes when they drop fragments or forward them to the stateful rules.',
  fix: {
    text: 'Let the default action for fragments drop them or forward them to the stateful rules.',
    console: [
      'Open Amazon VPC, choose Network Firewall policies, and choose the policy.',
      'Under Stateless default actions, choose Edit.',
      'For fragmented packets, choose Drop or Forward to stateful rule groups, and choose Save.',
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
      ? fail(`The policy ${policy} of the firewall ${name} passes fragments that no rule fits.`)
      : pass(
          `The policy ${policy} of the firewall ${name} answers other fragments by ${actions.join(', ')}.`,
        ),
})
