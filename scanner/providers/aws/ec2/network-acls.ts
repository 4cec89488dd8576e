import { type Collecting, each, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, nameOf, seen, type TagSet, tags } from './answers.ts'
import type { NetworkAcl, NetworkAclEntry } from './resources.ts'
import { protocolName } from './rules.ts'

interface GivenAcl extends TagSet {
  networkAclId?: string
  vpcId?: string
  default?: boolean
  associationSet?: { subnetId?: string }[]
  entrySet?: GivenEntry[]
}

interface GivenEntry {
  ruleNumber?: number
  egress?: boolean
  ruleAction?: string
  protocol?: string
  portRange?: { from?: number; to?: number }
  cidrBlock?: string
  ipv6CidrBlock?: string
}

const actions: Readonly<Record<string, boolean>> = { allow: true, deny: false }

/** Protocols whose entries always have ports. */
const ported: ReadonlySet<string> = new Set(['tcp', 'udp'])

/** Undefined if the response omits a value: an entry that is not understood may allow or deny anything. */
function aclEntry(it: GivenEntry): NetworkAclEntry | undefined {
  const { ruleNumber: number, egress, ruleAction = '', portRange: { from, to } = {} } = it
  const allow = actions[ruleAction]
  const protocol = it.protocol && protocolName(it.protocol)
  const range = it.cidrBlock ?? it.ipv6CidrBlock
  if (number === undefined || egress === undefined || allow === undefined) return undefined
  if (!protocol || !range) return undefined
  const hasPorts = from !== undefined && to !== undefined
  if (!hasPorts && ported.has(protocol)) return undefined
  const ports = hasPorts && from !== -1 ? { from, to } : null
  return { number, egress, allow, protocol, ports, range }
}

function aclEntries(given: readonly GivenEntry[] = []): readonly NetworkAclEntry[] | undefined {
  const entries = given.flatMap((it) => aclEntry(it) ?? [])
  // Every ACL has at least the default entries.
  if (given.length === 0 || entries.length < given.length) return undefined
  return entries.sort((a, b) => a.number - b.number)
}

export function networkAcls({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<NetworkAcl> {
  const operation = 'ec2:DescribeNetworkAcls'
  return each<GivenAcl, NetworkAcl>(
    items(
      client,
      operation,
      { MaxResults: 1_000 },
      (answer: { networkAclSet?: GivenAcl[] }) => answer.networkAclSet,
    ),
    (it) => {
      const id = identity(client, operation, it.networkAclId)
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:network-acl/${id}`,
        name: nameOf(id, it),
        region,
        tags: tags(it),
        vpc_id: it.vpcId ?? null,
        acl_id: id,
        default: it.default ?? false,
        subnet_ids: (it.associationSet ?? []).flatMap(({ subnetId }) => subnetId ?? []),
        entries: seen(aclEntries(it.entrySet), operation),
      }
    },
  )
}
