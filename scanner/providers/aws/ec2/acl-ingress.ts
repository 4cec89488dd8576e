// What the internet may reach through a network ACL.
import { type Check, fail, type Fix, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { familyOf, isInternet, isWholeInternet } from './ranges.ts'
import { check, type NetworkAcl, type NetworkAclEntry } from './resources.ts'

/** Whether an entry speaks for a TCP port, or (null) for every port of its protocol. */
function covers({ protocol, ports }: NetworkAclEntry, port: number | null): boolean {
  if (protocol === '-1') return true
  if (port !== null) {
    return protocol === 'tcp' && (ports === null || (ports.from <= port && port <= ports.to))
  }
  const ported = protocol === 'tcp' || protocol === 'udp'
  return ported && (ports === null || (ports.from <= 1 && ports.to === 65_535))
}

/**
 * The entry that lets the internet reach a TCP port, or (null) every port; undefined when none does.
 * Entries come in the order of their numbers and the first that matches decides, so an entry is open
 * only where none before it denies the whole family.
 */
export function aclOpening(
  entries: readonly NetworkAclEntry[],
  port: number | null,
): NetworkAclEntry | undefined {
  const shut = new Set<string>()
  for (const entry of entries) {
    if (entry.egress || !covers(entry, port)) continue
    const family = familyOf(entry.range)
    // Denied TCP shuts a TCP port; an entry for every protocol is shut only by another such.
    const protocol = port === null ? entry.protocol : 'tcp'
    const isShut = shut.has(`${family} -1`) || shut.has(`${family} ${protocol}`)
    if (entry.allow && isInternet(entry.range) && !isShut) return entry
    if (!entry.allow && isWholeInternet(entry.range)) shut.add(`${family} ${protocol}`)
  }
  return undefined
}

export const aclFix: Fix = {
  text: 'Replace the entry by ones for the ranges and ports the subnets serve, and deny the rest.',
  cli: 'aws ec2 delete-network-acl-entry --network-acl-id <id> --ingress --rule-number <number>',
  url: 'https://docs.aws.amazon.com/vpc/latest/userguide/nacl-rules.html',
}

export const aclSource = 'https://docs.aws.amazon.com/vpc/latest/userguide/vpc-network-acls.html'

export interface AclPortText {
  readonly id: string
  /** What listens on the port: `SSH`. */
  readonly what: string
  readonly port: number
  readonly risk: string
}

/** A check that a network ACL keeps the internet from one TCP port. */
export const aclPort = ({ id, what, port, risk }: AclPortText): Check<NetworkAcl> =>
  check({
    id,
    title: `Network ACL keeps ${what} closed to the internet`,
    risk,
    fix: aclFix,
    source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-21',
    over: 'networkAcls',
    needs: ['entries'],
    judge: (acl) => {
      const open = aclOpening(acl.entries, port)
      return open
        ? fail(
            `${label(acl.acl_id, acl.name)} lets ${open.range} reach tcp ${port} by entry ${open.number}.`,
          )
        : pass(`${label(acl.acl_id, acl.name)} keeps tcp ${port} closed to the internet.`)
    },
  })
