import { type Collecting, each, once, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, seen, type TagSet, tags } from './answers.ts'
import { functionsByGroup, templatesByGroup } from './group-users.ts'
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

const operation = 'ec2:DescribeSecurityGroups'

const groups = (aws: Aws): AsyncIterable<GivenGroup> =>
  items(
    aws,
    operation,
    { MaxResults: 1_000 },
    (answer: { securityGroupInfo?: GivenGroup[] }) => answer.securityGroupInfo,
  )

/**
 * Other groups whose rules refer to a group. They may be anywhere in the list, so it is read again, which costs one
 * call per thousand groups: storing all of them would cost memory, searching for each one time.
 */
async function referrers(aws: Aws): Promise<ReadonlyMap<string, readonly string[]>> {
  const byGroup = new Map<string, string[]>()
  for await (const { groupId, ipPermissions, ipPermissionsEgress } of groups(aws)) {
    const id = identity(aws, operation, groupId)
    const [ingress, egress] = [rules(ipPermissions), rules(ipPermissionsEgress)]
    if (!ingress || !egress) throw aws.broken(operation, 'the rules of a group')
    const named = new Set([...ingress, ...egress].flatMap(({ group_ids }) => group_ids))
    for (const other of named) {
      const known = byGroup.get(other)
      if (other === id) continue
      if (known) known.push(id)
      else byGroup.set(other, [id])
    }
  }
  return byGroup
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
  const byGroup = once(() => attachments(client))
  const references = once(() => referrers(client))
  const templates = once(() => templatesByGroup(client))
  const functions = once(() => functionsByGroup(client))
  return each<GivenGroup, SecurityGroup>(groups(client), (it) => {
    const id = identity(client, operation, it.groupId)
    return {
      uid: `arn:${partition}:ec2:${region}:${account}:security-group/${id}`,
      name: identity(client, operation, it.groupName),
      region,
      tags: tags(it),
      group_id: id,
      vpc_id: it.vpcId ?? null,
      ingress: seen(rules(it.ipPermissions), operation),
      egress: seen(rules(it.ipPermissionsEgress), operation),
      attachments: read(async () => (await byGroup()).get(id) ?? []),
      templates: read(async () => {
        const found = await templates()
        const ids = [found.byId.get(id), found.byName.get(it.groupName ?? '')]
        return [...new Set(ids.flatMap((some) => [...(some ?? [])]))]
      }),
      functions: read(async () => [...((await functions()).get(id) ?? [])]),
      referrers: read(async () => (await references()).get(id) ?? []),
    }
  })
}
