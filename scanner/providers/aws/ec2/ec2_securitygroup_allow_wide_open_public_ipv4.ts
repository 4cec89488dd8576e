import { fail, pass } from '../../../kit/index.ts'
import { rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { familyOf, isPublic, prefixLength } from '../ranges.ts'
import { check } from './resources.ts'

/** More than 256 public addresses, yet not everything: that is other checks' matter. */
const isWide = (range: string): boolean => {
  const bits = prefixLength(range)
  return familyOf(range) === 'ipv4' && bits > 0 && bits < 24 && isPublic(range)
}

export default check({
  id: 'ec2_securitygroup_allow_wide_open_public_ipv4',
  title: 'Security group names no wide ranges of public addresses',
  description:
    'Reads the ranges that inbound and outbound rules of each security group name, and looks for wide ones of public IPv4 addresses.',
  risk: 'A wide range of public addresses holds hundreds of strangers or more: customers of the same provider, tenants of the same cloud.',
  decision:
    'Fails when an inbound or outbound rule names an IPv4 range with public addresses whose prefix is from /1 to /23. Passes when there is none; /24 and narrower, private ranges, 0.0.0.0/0, IPv6 and what prefix lists hold do not count. 0.0.0.0/0 is for other checks.',
  fix: {
    text: 'Narrow the rule to the addresses of the partner it was made for.',
    console: [
      'Open Amazon VPC, choose Security groups, then the group, and look through both Inbound rules and Outbound rules.',
      'Ask the partner behind each wide range for the addresses that they really use.',
      'Choose Edit inbound rules or Edit outbound rules, and replace the range by those.',
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
      ? pass(`${label(group_id, name)} names no wide range of public addresses.`)
      : fail(`${label(group_id, name)} names ${[...new Set(wide)].join(', ')}.`)
  },
})
