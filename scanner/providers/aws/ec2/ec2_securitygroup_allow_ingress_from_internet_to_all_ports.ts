import { pass } from '../../../kit/index.ts'
import { groupVerdict, rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { everyPortOpenings, prefixListJoin } from './openings.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_all_ports',
  title: 'Security group does not open every port to the internet',
  description:
    'Reads the inbound rules of each security group, attached or not, to tell whether they open every port to the internet, by one rule or together.',
  risk: 'Such a group filters nothing: every service of its members, also those nobody meant to offer, is one connection away from everyone.',
  decision:
    'Fails when the internet may reach every TCP port from 1 to 65535, or every UDP port, by one rule, by all protocols, or by several rules that open them port by port. A port is open to the internet when an eighth or more of the public IPv4 addresses, or of 2000::/3, may reach it, in ranges or prefix lists. Passes otherwise; one closed port of each protocol is enough. A prefix list that could not be read gives no verdict but a gap in coverage, unless plain rules fail already or the list could make no difference.',
  fix: {
    text: 'Replace the rule by ones for the ports that the group’s members serve and the addresses or groups that need them.',
    console: [
      'Open Amazon VPC, choose Security groups, then the group; flow logs tell which ports are in use.',
      'Choose Edit inbound rules, and add rules for those ports with narrow sources.',
      'Delete the rule for All traffic, All TCP or All UDP whose source is 0.0.0.0/0 or ::/0.',
      'Choose Save rules, and watch the members for what no longer gets through.',
    ],
    cli: 'aws ec2 revoke-security-group-ingress --group-id <group> --security-group-rule-ids <rule for all ports>',
    terraform: `resource "aws_security_group" "app" {
  name   = "app"
  vpc_id = aws_vpc.main.id

  # Rules that are not written here are removed.
  ingress {
    protocol        = "tcp"
    from_port       = 8443
    to_port         = 8443
    security_groups = [aws_security_group.load_balancer.id]
  }
}`,
    url: rulesGuide,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
  over: 'securityGroups',
  needs: ['ingress'],
  with: prefixListJoin,
  judge: (group, { joined: { prefixLists } }) => {
    const found = everyPortOpenings(group.ingress, prefixLists)
    // Many ports may be open all the same, so what passes is not called closed.
    return found.length > 0
      ? groupVerdict(group, 'every port', found)
      : pass(`${label(group.group_id, group.name)} does not open every port to the internet.`)
  },
})
