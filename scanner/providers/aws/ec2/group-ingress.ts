// The checks of security groups for access from the internet.
import { type Check, fail, pass, type Verdict } from '../../../kit/index.ts'
import { label } from './label.ts'
import { type Opening, openings, origin, type Ports, prefixListJoin, reachOf } from './openings.ts'
import { anyOf, identifier, inboundBlocks, usual } from './port-texts.ts'
import { check, type SecurityGroup } from './resources.ts'

export const rulesGuide =
  'https://docs.aws.amazon.com/vpc/latest/userguide/working-with-security-group-rules.html'

/** The verdict on a group from its openings to `what`. */
export const groupVerdict = (
  group: { readonly group_id: string; readonly name: string },
  what: string,
  found: readonly Opening[],
): Verdict => {
  if (found.length === 0)
    return pass(
      `${label(group.group_id, group.name)} does not allow inbound traffic from the internet to ${what}.`,
    )
  const ways = [...Map.groupBy(found, ({ what: opened }) => opened)].map(
    ([opened, openings]) => `${opened} to ${origin(...openings)}`,
  )
  return fail(`${label(group.group_id, group.name)} opens ${ways.join('; ')}.`)
}

export interface GroupIngressText {
  readonly id: string
  /** The service on the ports, as named in sentences: `SSH`. */
  readonly what: string
  readonly ports: Ports
  readonly risk: string
  readonly source?: string
}

const terraform = (name: string, ports: Ports): string => `resource "aws_security_group" "${name}" {
  name   = "${name}"
  vpc_id = aws_vpc.main.id

  # Rules that are not written here are removed.
${inboundBlocks(ports, 'cidr_blocks', '["10.0.0.0/8"]')}
}`

/** A check that a security group does not allow access from the internet to these ports, over IPv4 or IPv6. */
export const groupIngress = ({
  id,
  what,
  ports,
  risk,
  source,
}: GroupIngressText): Check<SecurityGroup> =>
  check({
    id,
    title: `Security group does not allow ${what} from the internet`,
    description: `Reads the inbound rules of each security group, attached or not, to determine whether they open ${anyOf(ports)}, ${usual(what, ports)}, to the internet.`,
    risk,
    decision: `Fails if inbound rules allow the internet to reach ${anyOf(ports)}: by the port itself, by a port range that contains it, or by all protocols. The internet means an eighth or more of the public IPv4 addresses, or of 2000::/3, in one rule or in all rules for that port together, including prefix lists. Passes if the rules allow less. Private ranges, AWS-managed prefix lists and security groups as sources do not count. Other ports that ${what} can use are not evaluated. If a prefix list cannot be read, the check reports a coverage gap instead of a finding, unless a rule with IP ranges already fails.`,
    fix: {
      text: `Remove the rule that opens ${what} to the internet, or restrict it to the addresses or the security group that need it. Administrators can connect through Session Manager or a VPN.`,
      console: [
        'Open Amazon VPC, choose Security groups, choose the group, and then choose the Inbound rules tab.',
        `Choose Edit inbound rules, and find the rules for ${anyOf(ports)} with the source 0.0.0.0/0, ::/0 or a prefix list that contains one of them.`,
        `Delete the rules, or set the source to the IP range or the security group of the ${what} clients.`,
        'Choose Save rules. Existing connections can continue until they are closed.',
      ],
      cli: `aws ec2 revoke-security-group-ingress --group-id <group> --security-group-rule-ids <rule that opens ${what.toLowerCase()}>`,
      terraform: terraform(identifier(what), ports),
      url: rulesGuide,
    },
    source: source ?? 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
    over: 'securityGroups',
    needs: ['ingress'],
    with: prefixListJoin,
    judge: (group, { joined: { prefixLists } }) =>
      groupVerdict(group, what, openings(group.ingress, reachOf(ports), prefixLists)),
  })
