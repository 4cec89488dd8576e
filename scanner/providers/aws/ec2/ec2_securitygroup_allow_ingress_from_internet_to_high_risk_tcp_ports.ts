import { ScanProblem } from '../../../kit/index.ts'
import { closeFix, groupVerdict } from './group-ingress.ts'
import { openings, prefixListJoin, reachOf } from './openings.ts'
import { check } from './resources.ts'
import { lookingUp } from './unlisted.ts'

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

export default lookingUp(
  check({
    id: 'ec2_securitygroup_allow_ingress_from_internet_to_high_risk_tcp_ports',
    title: 'Security group keeps ports of high risk closed to the internet',
    risk: 'Behind these ports are remote shells, file shares, mail, databases and consoles: services that attackers try first and that are seldom made to meet everyone.',
    fix: closeFix,
    source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-19',
    over: 'securityGroups',
    needs: ['ingress'],
    config: { ec2_high_risk_ports: ports },
    with: prefixListJoin,
    judge: (group, { config, joined: { prefixLists } }) => {
      const reach = reachOf({ tcp: config.ec2_high_risk_ports.map(portOf) })
      return groupVerdict(group, 'ports of high risk', openings(group.ingress, reach, prefixLists))
    },
  }),
)
