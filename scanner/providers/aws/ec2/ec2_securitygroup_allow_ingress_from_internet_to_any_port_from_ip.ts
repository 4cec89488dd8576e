import { fail, pass } from '../../../kit/index.ts'
import { rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { anyReach } from './openings.ts'
import { isInternet, isPublic } from '../ranges.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_any_port_from_ip',
  title: 'Security group does not allow inbound traffic from individual public IP addresses',
  description:
    'Reads the inbound rules of each security group for sources that are public addresses or ranges, but smaller than the internet.',
  risk: 'Public addresses are reassigned. The rule then allows an unknown party that now uses the former address of an office or a supplier.',
  decision:
    'Fails if a rule names a source with public addresses, from a single address to any range smaller than an eighth of the public IPv4 addresses or of 2000::/3. The owner of the address does not matter; your own Elastic IP address counts. Passes if all sources are private ranges, security groups, prefix lists, or wider ranges, which separate checks cover. Ranges in prefix lists and outbound rules are not evaluated.',
  fix: {
    text: 'Connect to the resources through a VPN, Session Manager or a private connection, and remove the rules for public addresses.',
    console: [
      'Open Amazon VPC, choose Security groups, choose the group, and then choose the Inbound rules tab.',
      'Determine who currently uses each public address in the Source column.',
      'Give those users access through a VPN, Session Manager or PrivateLink.',
      'Choose Edit inbound rules, delete the rules for these addresses, and choose Save rules.',
    ],
    cli: 'aws ec2 revoke-security-group-ingress --group-id <group> --security-group-rule-ids <rule with a public address>',
    terraform: `resource "aws_vpc_security_group_ingress_rule" "from_office" {
  security_group_id = aws_security_group.app.id
  cidr_ipv4         = "10.20.0.0/16" # through the VPN, not the public address of the office
  ip_protocol       = "tcp"
  from_port         = 443
  to_port           = 443
}`,
    url: rulesGuide,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
  over: 'securityGroups',
  needs: ['ingress'],
  judge: (group) => {
    const named = group.ingress.flatMap((rule) =>
      rule.ranges
        .filter((range) => isPublic(range) && !isInternet(range))
        .map((range) => `${range} to ${anyReach(rule)}`),
    )
    return named.length === 0
      ? pass(`${label(group.group_id, group.name)} allows no public addresses as sources.`)
      : fail(`${label(group.group_id, group.name)} allows ${named.join('; ')}.`)
  },
})
