import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_multi_az',
  title: 'Network Firewall firewall has endpoints in multiple Availability Zones',
  description:
    'Counts the subnets, or the transit gateway Availability Zones, in which each firewall has an endpoint.',
  risk: 'If the only zone fails, all traffic through the firewall is interrupted or bypasses it.',
  decision:
    'Passes if the firewall has endpoints in at least two zones, and fails if it has fewer. Each subnet counts as one zone. Firewalls that are being deleted give no finding.',
  fix: {
    text: 'Add a subnet in another Availability Zone to the firewall.',
    console: [
      'Create a subnet for the firewall in another Availability Zone of the VPC.',
      'Open Amazon VPC, choose Network Firewall firewalls, and choose the firewall.',
      'On the Firewall details tab, under Associated policy and VPC, choose Edit and add the subnet.',
      'Route the traffic of that zone through the new endpoint.',
    ],
    cli: 'aws network-firewall associate-subnets --firewall-arn <firewall> --subnet-mappings SubnetId=<subnet>',
    terraform: `resource "aws_networkfirewall_firewall" "outbound" {
  name                = "outbound"
  firewall_policy_arn = aws_networkfirewall_firewall_policy.strict.arn
  vpc_id              = aws_vpc.main.id

  subnet_mapping {
    subnet_id = aws_subnet.firewall_a.id
  }

  subnet_mapping {
    subnet_id = aws_subnet.firewall_b.id
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/network-firewall/latest/developerguide/arch-two-zone-igw.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/networkfirewall-controls.html'],
  over: 'firewalls',
  needs: ['details'],
  judge: ({ name, details: { status, zones } }) => {
    if (status === 'DELETING') return []
    return zones > 1
      ? pass(`The firewall ${name} has endpoints in ${zones} zones.`)
      : fail(`The firewall ${name} has endpoints in fewer than two zones.`)
  },
})
