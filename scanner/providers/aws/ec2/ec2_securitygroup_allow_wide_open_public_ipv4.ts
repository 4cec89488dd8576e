import { fail, pass } from '../../../kit/index.ts'
import { rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { familyOf, isPublic, prefixLength } from '../ranges.ts'
import { check } from './resources.ts'

/** More than 256 public addresses, but not the whole internet, which other checks cover. */
const isWide = (range: string): boolean => {
  const bits = prefixLength(range)
  return familyOf(range) === 'ipv4' && bits > 0 && bits < 24 && isPublic(range)
}

export default check({
  id: 'ec2_securitygroup_allow_wide_open_public_ipv4',
  title: 'Security group does not allow wide public IPv4 ranges',
  description:
    'Reads the inbound and outbound rules of each security group for wide public IPv4 ranges.',
  risk: 'A wide public range contains hundreds or more addresses of unknown parties, such as other customers of the same provider.',
  decision:
    'Fails if an inbound or outbound rule names an IPv4 range with public addresses and a prefix length from /1 to /23. Passes otherwise. /24 and narrower ranges, private ranges, IPv6 ranges and ranges in prefix lists do not count, and 0.0.0.0/0 is covered by separate checks.',
  fix: {
    text: 'Restrict the rule to the addresses of the partner that it is intended for.',
    console: [
      'Open Amazon VPC, choose Security groups, choose the group, and review both Inbound rules and Outbound rules.',
      'For each wide range, get the addresses that the partner actually uses.',
      'Choose Edit inbound rules or Edit outbound rules, and replace the range with these addresses.',
      'Choose Save rules.',
    ],
    cli: `aws ec2 modify-security-group-rules --group-id <group> --security-group-rules 'SecurityGroupRuleId=<rule>,SecurityGroupRule={IpProtocol=tcp,FromPort=443,ToPort=443,CidrIpv4=<range>}'`,
    terraform: `resource "aws_vpc_security_group_ingress_rule" "from_partner" {
  security_group_id = aws_security_group.app.id
  cidr_ipv4         = "198.51.100.8/32"
  ip_protocol       = "tcp"
  from_port         = 443
  to_port           = 443
}`,
    url: rulesGuide,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
  over: 'securityGroups',
  needs: ['ingress', 'egress'],
  judge: ({ group_id, name, ingress, egress }) => {
    const wide = [...ingress, ...egress].flatMap(({ ranges }) => ranges.filter(isWide))
    return wide.length === 0
      ? pass(`${label(group_id, name)} has no rule for a wide public IPv4 range.`)
      : fail(
          `${label(group_id, name)} has rules for the wide public ranges ${[...new Set(wide)].join(', ')}.`,
        )
  },
})
