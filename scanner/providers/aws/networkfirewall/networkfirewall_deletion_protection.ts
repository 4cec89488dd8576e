import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_deletion_protection',
  title: 'Firewall is protected from deletion',
  description:
    'Reads whether each firewall refuses to be deleted until somebody lifts its protection.',
  risk: 'One wrong command takes the firewall out of the way, and traffic is unwatched or stops.',
  decision:
    'Passes when deletion protection is on, fails when it is off. A firewall that is being deleted has no verdict.',
  fix: {
    text: 'Turn on deletion protection of the firewall.',
    console: [
      'Open Amazon VPC, choose Network Firewall firewalls, and choose the firewall.',
      'On the tab Firewall details, under Change protections, choose Edit.',
      'Choose Enable under Delete protection and choose Save.',
    ],
    cli: 'aws network-firewall update-firewall-delete-protection --firewall-arn <firewall> --delete-protection',
    terraform: `resource "aws_networkfirewall_firewall" "outbound" {
  name                = "outbound"
  firewall_policy_arn = aws_networkfirewall_firewall_policy.strict.arn
  vpc_id              = aws_vpc.main.id
  delete_protection   = true

  subnet_mapping {
    subnet_id = aws_subnet.firewall.id
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/networkfirewall-controls.html',
  links: [
    'https://docs.aws.amazon.com/network-firewall/latest/developerguide/firewall-updating.html',
  ],
  over: 'firewalls',
  needs: ['details'],
  judge: ({ name, details: { status, deletion_protection } }) => {
    if (status === 'DELETING') return []
    return deletion_protection
      ? pass(`The firewall ${name} is protected from deletion.`)
      : fail(`The firewall ${name} is not protected from deletion.`)
  },
})
