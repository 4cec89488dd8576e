// Access from the internet through a network ACL.
import { type Check, fail, pass } from '../../../kit/index.ts'
import { letInternetIn } from '../ranges.ts'
import { label } from './label.ts'
import { check, type NetworkAcl, type NetworkAclEntry } from './resources.ts'

type Entries = readonly NetworkAclEntry[]

/** The inbound entries that apply to a protocol. */
const inbound = (entries: Entries, protocol: string): Entries =>
  entries.filter((it) => !it.egress && (it.protocol === '-1' || it.protocol === protocol))

const covers = ({ protocol, ports }: NetworkAclEntry, port: number): boolean =>
  protocol === '-1' || ports === null || (ports.from <= port && port <= ports.to)

/**
 * The entries that allow access from the internet to a TCP port; empty if it is closed. Entries are sorted by number,
 * and the first that matches an address decides.
 */
export const aclOpening = (entries: Entries, port: number): Entries =>
  letInternetIn(inbound(entries, 'tcp').filter((it) => covers(it, port)))

/**
 * The entries that allow access from the internet to every port of a protocol; empty if at least one port is closed.
 */
export function everyPortOpening(entries: Entries, protocol: 'tcp' | 'udp'): Entries {
  const own = inbound(entries, protocol)
  // Between two of these ports the same entries apply; nothing listens on port 0.
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
  return `${ranges} to reach ${what} by ${open.length === 1 ? 'entry' : 'entries'} ${numbers}`
}

export const aclGuide = 'https://docs.aws.amazon.com/vpc/latest/userguide/nacl-rules.html'

export const aclSource = 'https://docs.aws.amazon.com/vpc/latest/userguide/vpc-network-acls.html'

export interface AclPortText {
  readonly id: string
  /** The service on the port: `SSH`. */
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

/** A check that a network ACL closes one TCP port to the internet. */
export const aclPort = ({ id, what, port, risk }: AclPortText): Check<NetworkAcl> =>
  check({
    id,
    title: `Network ACL does not allow ${what} from the internet`,
    description: `Reads the inbound entries of each network ACL in the order of their rule numbers to determine whether they allow the internet to reach TCP ${port}, the usual port of ${what}.`,
    risk,
    decision: `Fails if the inbound entries allow an eighth or more of the public IPv4 addresses, or of 2000::/3, to reach TCP ${port}, by one entry or by several. Entries for the port, for a range, for all TCP and for all protocols are evaluated. For each address, the matching entry with the lowest rule number decides. Passes if less is allowed. An ACL is evaluated whether or not a subnet uses it. The default ACL fails until it is changed, because it allows all traffic.`,
    fix: {
      text: `Deny TCP ${port} from the internet before any entry that allows it, or allow only the IP ranges that need ${what}.`,
      console: [
        'Open Amazon VPC, choose Network ACLs, choose the ACL, and then choose the Inbound rules tab.',
        `Choose Edit inbound rules, and find the rules that allow TCP ${port} from 0.0.0.0/0 or ::/0.`,
        `Add a rule with a lower number for TCP ${port} that denies 0.0.0.0/0, and another that denies ::/0.`,
        `If ${what} is needed, allow the IP ranges of its clients with even lower rule numbers. Choose Save changes.`,
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
        ? fail(`${label(acl.acl_id, acl.name)} allows ${through(open, `tcp ${port}`)}.`)
        : pass(`${label(acl.acl_id, acl.name)} does not allow the internet to reach tcp ${port}.`)
    },
  })
