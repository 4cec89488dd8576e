import { type Collecting, each, once, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, seen, type TagSet, tags } from './answers.ts'
import type { Attachment, SecurityGroup } from './resources.ts'
import { type Permission, rules } from './rules.ts'

interface GivenGroup extends TagSet {
  groupId?: string
  groupName?: string
  vpcId?: string
  ipPermissions?: Permission[]
  ipPermissionsEgress?: Permission[]
}

interface GivenInterface {
  networkInterfaceId?: string
  interfaceType?: string
  requesterId?: string
  attachment?: { instanceOwnerId?: string }
  groupSet?: { groupId?: string }[]
}

/** Every interface's attachment under each of its groups. */
async function attachments(aws: Aws): Promise<ReadonlyMap<string, readonly Attachment[]>> {
  const operation = 'ec2:DescribeNetworkInterfaces'
  const byGroup = new Map<string, Attachment[]>()
  for await (const it of items(
    aws,
    operation,
    { MaxResults: 1_000 },
    (answer: { networkInterfaceSet?: GivenInterface[] }) => answer.networkInterfaceSet,
  )) {
    const attachment = {
      interface_id: identity(aws, operation, it.networkInterfaceId),
      type: it.interfaceType ?? 'interface',
      owner: it.attachment?.instanceOwnerId ?? it.requesterId ?? null,
    }
    for (const { groupId } of it.groupSet ?? []) {
      const known = groupId && byGroup.get(groupId)
      if (known) known.push(attachment)
      else if (groupId) byGroup.set(groupId, [attachment])
    }
  }
  return byGroup
}

export function securityGroups(context: Collecting<Aws>): Stream<SecurityGroup> {
  const { client, partition, region, account } = context
  const operation = 'ec2:DescribeSecurityGroups'
  const byGroup = once(() => attachments(client))
  return each<GivenGroup, SecurityGroup>(
    items(
      client,
      operation,
      { MaxResults: 1_000 },
      (answer: { securityGroupInfo?: GivenGroup[] }) => answer.securityGroupInfo,
    ),
    (it) => {
      const id = identity(client, operation, it.groupId)
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:security-group/${id}`,
        name: it.groupName ?? id,
        region,
        tags: tags(it),
        group_id: id,
        vpc_id: it.vpcId ?? null,
        ingress: seen(rules(it.ipPermissions), operation),
        egress: seen(rules(it.ipPermissionsEgress), operation),
        attachments: read(async () => (await byGroup()).get(id) ?? []),
      }
    },
  )
}
