// The family of security group checks that ask what the internet may reach.
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
    return pass(`${label(group.group_id, group.name)} keeps ${what} closed to the internet.`)
  const ways = [...Map.groupBy(found, ({ what: opened }) => opened)].map(
    ([opened, openings]) => `${opened} to ${origin(...openings)}`,
  )
  return fail(`${label(group.group_id, group.name)} opens ${ways.join('; ')}.`)
}

export interface GroupIngressText {
  readonly id: string
  /** What listens on the ports, as it reads in a sentence: `SSH`. */
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

/** A check that a security group does not let the internet reach these ports, over IPv4 or IPv6. */
export const groupIngress = ({
  id,
  what,
  ports,
  risk,
  source,
}: GroupIngressText): Check<SecurityGroup> =>
  check({
    id,
    title: `Security group keeps ${what} closed to the internet`,
    description: `Reads the inbound rules of each security group, attached or not, and looks for any that open ${anyOf(ports)}, ${usual(what, ports)}, to the internet.`,
    risk,
    decision: `Fails when inbound rules let the internet reach ${anyOf(ports)}: by the port, by a range that holds it, or by all protocols. What one rule names, or all rules for that port together, is the internet when it holds an eighth or more of the public IPv4 addresses or of 2000::/3, prefix lists included. Passes when it holds less; private ranges, AWS’s own lists and other groups as sources do not count, and other ports that ${what} may be set to are not looked at. A prefix list that could not be read gives no verdict but a gap in coverage, unless a plain rule fails already.`,
    fix: {
      text: `Remove the rule that opens ${what} to everyone, or narrow it to the addresses or the security group that need it; administrators come by Session Manager or a VPN.`,
      console: [
        'Open Amazon VPC, choose Security groups, then the group, and its tab Inbound rules.',
        `Choose Edit inbound rules, and find those for ${anyOf(ports)} with the source 0.0.0.0/0, ::/0 or a prefix list that holds one of them.`,
        `Delete them, or set the source to the range or the security group of the clients of ${what}.`,
        'Choose Save rules; connections that are open may go on until they are closed.',
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
