import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_deletion_protection',
  title: 'Network Firewall firewall has deletion protection enabled',
  description: 'Reads whether deletion protection is enabled for each firewall.',
  risk: 'One incorrect command can delete the firewall, so traffic is no longer inspected or is interrupted.',
  decision:
    'Passes if deletion protection is enabled, and fails if it is disabled. Firewalls that are being deleted give no finding.',
  fix: {
    text: 'Enable deletion protection for the firewall.',
    console: [
      'Open Amazon VPC, choose Network Firewall firewalls, and choose the firewall.',
      'On the Firewall details tab, under Change protections, choose Edit.',
      'Choose Enable under Delete protection, and choose Save.',
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
      ? pass(`The firewall ${name} has deletion protection enabled.`)
      : fail(`The firewall ${name} has deletion protection disabled.`)
  },
})
