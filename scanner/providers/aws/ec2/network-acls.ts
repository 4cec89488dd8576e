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
  entrySet?: {
    ruleNumber?: number
    egress?: boolean
    ruleAction?: string
    protocol?: string
    portRange?: { from?: number; to?: number }
    cidrBlock?: string
    ipv6CidrBlock?: string
  }[]
}

const aclEntries = (given: GivenAcl['entrySet']): readonly NetworkAclEntry[] | undefined =>
  given
    ?.map((it) => ({
      number: it.ruleNumber ?? 0,
      egress: it.egress ?? false,
      allow: it.ruleAction === 'allow',
      protocol: protocolName(it.protocol ?? '-1'),
      ports:
        it.portRange?.from === undefined || it.portRange.from === -1
          ? null
          : { from: it.portRange.from, to: it.portRange.to ?? it.portRange.from },
      range: it.cidrBlock ?? it.ipv6CidrBlock ?? '',
    }))
    .sort((a, b) => a.number - b.number)

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
