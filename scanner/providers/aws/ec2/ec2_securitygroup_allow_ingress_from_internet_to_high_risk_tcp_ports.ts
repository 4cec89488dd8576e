import { ScanProblem } from '../../../kit/index.ts'
import { groupVerdict, rulesGuide } from './group-ingress.ts'
import { openings, prefixListJoin, reachOf } from './openings.ts'
import { check } from './resources.ts'

// AWS's list in the Security Hub control EC2.19.
const ports: readonly string[] =
  '20 21 22 23 25 110 135 143 445 1433 1434 3000 3306 3389 4333 5000 5432 5500 5601 8080 8088 8888 9200 9300'.split(
    ' ',
  )

/** A misspelled port would never be found open, which is worse than no verdict. */
function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new ScanProblem(
    'invalid_configuration',
    `ec2_high_risk_ports contains ${text}, which is not a valid port number.`,
  )
}

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_high_risk_tcp_ports',
  title: 'Security group does not open high-risk ports to the internet',
  description:
    'Reads the inbound rules of each security group, attached or not, to determine whether they open any TCP port on the AWS list of high-risk ports to the internet.',
  risk: 'These ports serve remote shells, file shares, mail, databases and consoles, which attackers target first.',
  decision:
    'Fails if inbound rules allow the internet to reach a TCP port in `ec2_high_risk_ports` (by default 20 to 23, 25, 110, 135, 143, 445, 1433, 1434, 3000, 3306, 3389, 4333, 5000, 5432, 5500, 5601, 8080, 8088, 8888, 9200 and 9300). The internet means an eighth or more of the public IPv4 addresses, or of 2000::/3, in one rule or in several rules for the port. Passes if the rules allow less for each port. If a prefix list cannot be read, the check reports a coverage gap instead of a finding, unless a rule with IP ranges already fails. A configured entry that is not a valid port causes an error, never a pass.',
  fix: {
    text: 'Close the ports that external users do not need, and allow the others only from the addresses or groups of their users.',
    console: [
      'Open Amazon VPC, choose Security groups, choose the group, and then choose the Inbound rules tab.',
      'Find the ports that the finding names in rules with the source 0.0.0.0/0 or ::/0. A rule for a port range or for all traffic also includes them.',
      'Choose Edit inbound rules, and delete each rule or set its source to a private range or a security group.',
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
    return groupVerdict(group, 'high-risk ports', openings(group.ingress, reach, prefixLists))
  },
})
