import { fail, pass } from '../../../kit/index.ts'
import { rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { anyReach } from './openings.ts'
import { isInternet, isPublic } from '../ranges.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_any_port_from_ip',
  title: 'Security group lets no single public addresses in',
  description:
    'Reads the inbound rules of each security group and looks for sources that are public addresses or ranges of them, yet too few to be the internet.',
  risk: 'Public addresses change hands: a provider gives yesterday’s office or supplier address to a stranger, and the rule still lets it in.',
  decision:
    'Fails when a rule names a source with public addresses, from a single one to anything less than an eighth of the public IPv4 addresses or of 2000::/3, whoever holds them; an Elastic address of your own counts. Passes when all sources are private, are other groups or prefix lists, or are wider, which is for other checks. Ranges within prefix lists and outbound rules are not looked at.',
  fix: {
    text: 'Reach the machines by VPN, Session Manager or a private connection, and remove the rules for public addresses.',
    console: [
      'Open Amazon VPC, choose Security groups, then the group, and its tab Inbound rules.',
      'Ask the owner of each public address in the column Source who stands behind it today.',
      'Give them a way in by VPN, Session Manager or PrivateLink.',
      'Choose Edit inbound rules, delete the rules for the addresses, and choose Save rules.',
    ],
    cli: 'aws ec2 revoke-security-group-ingress --group-id <group> --security-group-rule-ids <rule with a public address>',
    terraform: `resource "aws_vpc_security_group_ingress_rule" "from_office" {
  security_group_id = aws_security_group.app.id
  cidr_ipv4         = "10.20.0.0/16" # by VPN, not by the office’s public address
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
      ? pass(`${label(group.group_id, group.name)} names no public addresses as sources.`)
      : fail(`${label(group.group_id, group.name)} lets in ${named.join('; ')}.`)
  },
})
