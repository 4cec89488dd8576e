import { pass } from '../../../kit/index.ts'
import { groupVerdict, rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { everyPortOpenings, prefixListJoin } from './openings.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_all_ports',
  title: 'Security group does not open all ports to the internet',
  description:
    'Reads the inbound rules of each security group, attached or not, to determine whether they open every port to the internet, alone or together.',
  risk: 'Such a group filters no inbound traffic, so every service of its members is exposed, including services that should not be public.',
  decision:
    'Fails if the internet can reach every TCP port from 1 to 65535, or every UDP port, by one rule, by all protocols, or by several rules that together open every port. A port is open to the internet if an eighth or more of the public IPv4 addresses, or of 2000::/3, can reach it, by IP ranges or prefix lists. Passes otherwise: one closed port of each protocol is sufficient. If a prefix list cannot be read, the check reports a coverage gap instead of a finding, unless rules with IP ranges already fail or the list cannot change the result.',
  fix: {
    text: 'Replace the rule with rules for the ports that the group members serve and the addresses or groups that need them.',
    console: [
      'Open Amazon VPC, choose Security groups, and choose the group. Use flow logs to see which ports are in use.',
      'Choose Edit inbound rules, and add rules for those ports with restricted sources.',
      'Delete the rule for All traffic, All TCP or All UDP with the source 0.0.0.0/0 or ::/0.',
      'Choose Save rules, and check that the members still receive the traffic they need.',
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
    // Many ports may still be open, so the sentence of a pass does not call the group closed.
    return found.length > 0
      ? groupVerdict(group, 'every port', found)
      : pass(`${label(group.group_id, group.name)} does not open all ports to the internet.`)
  },
})
