import { ScanProblem } from '../../../kit/index.ts'
import { groupVerdict, rulesGuide } from './group-ingress.ts'
import { openings, prefixListJoin, reachOf } from './openings.ts'
import { check } from './resources.ts'

// AWS's own list, of the Security Hub control EC2.19.
const ports: readonly string[] =
  '20 21 22 23 25 110 135 143 445 1433 1434 3000 3306 3389 4333 5000 5432 5500 5601 8080 8088 8888 9200 9300'.split(
    ' ',
  )

/** A misspelled port would never be found open, which is worse than no verdict. */
function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new ScanProblem('invalid_configuration', `ec2_high_risk_ports names ${text}, no port.`)
}

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_high_risk_tcp_ports',
  title: 'Security group keeps ports of high risk closed to the internet',
  description:
    'Reads the inbound rules of each security group, attached or not, and asks whether they open to the internet one of the TCP ports that AWS counts as dangerous.',
  risk: 'Behind these ports are remote shells, file shares, mail, databases and consoles: services that attackers try first and that are seldom made to meet everyone.',
  decision:
    'Fails when inbound rules let the internet reach one of the TCP ports in `ec2_high_risk_ports`: 20 to 23, 25, 110, 135, 143, 445, 1433, 1434, 3000, 3306, 3389, 4333, 5000, 5432, 5500, 5601, 8080, 8088, 8888, 9200 and 9300 unless configured. The internet is an eighth or more of the public IPv4 addresses, or of 2000::/3, in one rule or in several for the port. Passes when less may reach each of them. A prefix list that could not be read gives no verdict but a gap in coverage, unless a plain rule fails already. A configured entry that is no port is an error, never a pass.',
  fix: {
    text: 'Close the ports that nobody outside needs, and let in the rest only from the addresses or groups of their users.',
    console: [
      'Open Amazon VPC, choose Security groups, then the group, and its tab Inbound rules.',
      'Look for the ports that the finding names among rules whose source is 0.0.0.0/0 or ::/0; a rule for a range or for all traffic holds them too.',
      'Choose Edit inbound rules, and delete each, or set its source to a private range or a security group.',
      'Choose Save rules.',
    ],
    cli: 'aws ec2 revoke-security-group-ingress --group-id <group> --security-group-rule-ids <rule with a port of high risk>',
    terraform: `resource "aws_security_group" "backend" {
  name   = "backend"
  vpc_id = aws_vpc.main.id

  # Rules that are not written here are removed.
  dynamic "ingress" {
    for_each = [3306, 5432, 9200]
    content {
      protocol        = "tcp"
      from_port       = ingress.value
      to_port         = ingress.value
      security_groups = [aws_security_group.app.id]
    }
  }
}`,
    url: rulesGuide,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-19',
  over: 'securityGroups',
  needs: ['ingress'],
  config: { ec2_high_risk_ports: ports },
  with: prefixListJoin,
  judge: (group, { config, joined: { prefixLists } }) => {
    const reach = reachOf({ tcp: config.ec2_high_risk_ports.map(portOf) })
    return groupVerdict(group, 'ports of high risk', openings(group.ingress, reach, prefixLists))
  },
})
