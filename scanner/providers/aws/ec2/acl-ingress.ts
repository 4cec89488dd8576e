// What the internet may reach through a network ACL.
import { type Check, fail, pass } from '../../../kit/index.ts'
import { letInternetIn } from '../ranges.ts'
import { label } from './label.ts'
import { check, type NetworkAcl, type NetworkAclEntry } from './resources.ts'

type Entries = readonly NetworkAclEntry[]

/** The inbound entries that speak for a protocol. */
const inbound = (entries: Entries, protocol: string): Entries =>
  entries.filter((it) => !it.egress && (it.protocol === '-1' || it.protocol === protocol))

const covers = ({ protocol, ports }: NetworkAclEntry, port: number): boolean =>
  protocol === '-1' || ports === null || (ports.from <= port && port <= ports.to)

/**
 * The entries that let the internet reach a TCP port; none when it is closed. Entries come in the order
 * of their numbers, and for each address the first that matches decides.
 */
export const aclOpening = (entries: Entries, port: number): Entries =>
  letInternetIn(inbound(entries, 'tcp').filter((it) => covers(it, port)))

/** The entries that let the internet reach every port of a protocol; none when it is kept from one or more. */
export function everyPortOpening(entries: Entries, protocol: 'tcp' | 'udp'): Entries {
  const own = inbound(entries, protocol)
  // Between two of these the same entries apply to all ports; nothing listens on port 0.
  const starts = [1, ...own.flatMap(({ ports }) => (ports ? [ports.from, ports.to + 1] : []))]
  const parts = [...new Set(starts)]
    .filter((port) => port >= 1 && port <= 65_535)
    .map((port) => letInternetIn(own.filter((it) => covers(it, port))))
  return parts.some((it) => it.length === 0) ? [] : own.filter((it) => parts.flat().includes(it))
}

/** `0.0.0.0/0 reach tcp 22 by entry 100`, in one sentence for several entries. */
export function through(open: Entries, what: string): string {
  const ranges = [...new Set(open.map(({ range }) => range))].join(' and ')
  const numbers = open.map(({ number }) => number).join(' and ')
  return `${ranges} reach ${what} by ${open.length === 1 ? 'entry' : 'entries'} ${numbers}`
}

export const aclGuide = 'https://docs.aws.amazon.com/vpc/latest/userguide/nacl-rules.html'

export const aclSource = 'https://docs.aws.amazon.com/vpc/latest/userguide/vpc-network-acls.html'

export interface AclPortText {
  readonly id: string
  /** What listens on the port: `SSH`. */
  readonly what: string
  readonly port: number
  readonly risk: string
}

const terraform = (
  name: string,
  port: number,
): string => `# A second rule with ipv6_cidr_block = "::/0" does the same for IPv6.
resource "aws_network_acl_rule" "${name}_from_internet" {
  network_acl_id = aws_network_acl.main.id
  rule_number    = 90
  egress         = false
  protocol       = "tcp"
  rule_action    = "deny"
  from_port      = ${port}
  to_port        = ${port}
  cidr_block     = "0.0.0.0/0"
}`

/** A check that a network ACL keeps the internet from one TCP port. */
export const aclPort = ({ id, what, port, risk }: AclPortText): Check<NetworkAcl> =>
  check({
    id,
    title: `Network ACL keeps ${what} closed to the internet`,
    description: `Reads the inbound entries of each network ACL in the order of their numbers, and asks whether they let the internet reach TCP ${port}, the usual port of ${what}.`,
    risk,
    decision: `Takes the inbound entries that speak for TCP ${port}, by the port, a range, all TCP or all protocols; for each address the one with the lowest number decides. Fails when so an eighth or more of the public IPv4 addresses, or of 2000::/3, is allowed, by one entry or by several. Passes when less is. An ACL is judged whether or not a subnet uses it; the default one, which allows everything until it is changed, fails.`,
    fix: {
      text: `Deny TCP ${port} from the internet before any entry that allows it, or allow only the ranges from which ${what} is used.`,
      console: [
        'Open Amazon VPC, choose Network ACLs, then the ACL, and its tab Inbound rules.',
        `Choose Edit inbound rules, and find what allows TCP ${port} from 0.0.0.0/0 or ::/0.`,
        `Add a rule with a lower number for TCP ${port} that denies 0.0.0.0/0, and another for ::/0.`,
        `Where ${what} is needed, allow its clients’ ranges under still lower numbers, and choose Save changes.`,
      ],
      cli: `aws ec2 create-network-acl-entry --network-acl-id <id> --ingress --rule-number <lower number> --protocol tcp --port-range From=${port},To=${port} --cidr-block 0.0.0.0/0 --rule-action deny`,
      terraform: terraform(what.toLowerCase(), port),
      url: aclGuide,
    },
    source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-21',
    over: 'networkAcls',
    needs: ['entries'],
    judge: (acl) => {
      const open = aclOpening(acl.entries, port)
      return open.length > 0
        ? fail(`${label(acl.acl_id, acl.name)} lets ${through(open, `tcp ${port}`)}.`)
        : pass(`${label(acl.acl_id, acl.name)} keeps tcp ${port} closed to the internet.`)
    },
  })
