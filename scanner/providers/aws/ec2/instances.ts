import { type Collecting, each, once, read, type Stream } from '../../../kit/index.ts'
import { type BackupPlans, protectionOf } from '../backup-plans.ts'
import type { Aws } from '../client.ts'
import { identity, items, nameOf, seen, type TagSet, tags } from './answers.ts'
import type { Instance, Metadata, NetworkInterface } from './resources.ts'

interface GivenInterface {
  networkInterfaceId?: string
  interfaceType?: string
  subnetId?: string
  groupSet?: { groupId?: string }[]
  privateIpAddressesSet?: { association?: { publicIp?: string } }[]
  ipv6AddressesSet?: { ipv6Address?: string }[]
}

interface GivenInstance extends TagSet {
  instanceId?: string
  imageId?: string
  instanceState?: { name?: string }
  networkInterfaceSet?: GivenInterface[]
  metadataOptions?: { httpTokens?: string; httpEndpoint?: string }
  iamInstanceProfile?: { arn?: string }
  monitoring?: { state?: string }
  launchTime?: string
  virtualizationType?: string
  enclaveOptions?: { enabled?: boolean }
  reason?: string
}

const operation = 'ec2:DescribeInstances'

const networkInterface = (
  it: GivenInterface,
  groups: readonly string[],
  ipv6: readonly string[],
): NetworkInterface => ({
  interface_id: it.networkInterfaceId ?? '',
  type: it.interfaceType ?? 'interface',
  subnet_id: it.subnetId ?? '',
  group_ids: groups,
  // Each private address may have a public one; the first one's is the interface's.
  public_ipv4: (it.privateIpAddressesSet ?? []).flatMap(
    ({ association }) => association?.publicIp ?? [],
  ),
  ipv6,
})

/** Undefined if the groups or the addresses of an interface are unknown. */
function networkInterfaces(given: GivenInterface[] | undefined) {
  const found: NetworkInterface[] = []
  for (const it of given ?? []) {
    const groups = it.groupSet?.flatMap(({ groupId }) => groupId ?? [])
    const ipv6 = it.ipv6AddressesSet?.flatMap(({ ipv6Address }) => ipv6Address ?? [])
    if (groups?.length !== it.groupSet?.length || !groups || !it.privateIpAddressesSet)
      return undefined
    // EC2 sends an empty list for an interface without IPv6 addresses.
    if (ipv6?.length !== it.ipv6AddressesSet?.length || !ipv6) return undefined
    if (it.privateIpAddressesSet.some(({ association }) => association && !association.publicIp))
      return undefined
    found.push(networkInterface(it, groups, ipv6))
  }
  return given && found
}

const metadata = (given: GivenInstance['metadataOptions']): Metadata | undefined =>
  given?.httpTokens && given.httpEndpoint
    ? { tokens: given.httpTokens, endpoint: given.httpEndpoint }
    : undefined

/** The images of instances, each read once. Null if deregistered or private now. */
function imagesOf(aws: Aws) {
  const known = new Map<string, () => Promise<{ deprecated_at: string | null } | null>>()
  const ask = async (ImageId: string) => {
    const { imagesSet } = await aws.call<{ imagesSet?: { deprecationTime?: string }[] }>(
      'ec2:DescribeImages',
      { ImageId: [ImageId], IncludeDeprecated: true },
    )
    if (!imagesSet) throw aws.broken('ec2:DescribeImages', 'its list')
    const [image] = imagesSet
    return image ? { deprecated_at: image.deprecationTime || null } : null
  }
  return (id: string) => {
    const asked = known.get(id) ?? once(() => ask(id))
    known.set(id, asked)
    return asked()
  }
}

/** `User initiated (2025-11-03 08:15:00 GMT)`: the only place with the time when an instance was stopped. */
function stoppedAt({ reason, instanceState }: GivenInstance): string | null {
  const [, day, time] =
    /\((\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (?:GMT|UTC)\)/.exec(reason ?? '') ?? []
  return day && instanceState?.name === 'stopped' ? `${day}T${time}Z` : null
}

/** The status of all nodes in Systems Manager, by id. */
async function managedNodes(aws: Aws): Promise<ReadonlyMap<string, string>> {
  const nodes = new Map<string, string>()
  const list = 'ssm:DescribeInstanceInformation'
  for await (const page of aws.pages<{
    InstanceInformationList?: { InstanceId?: string; PingStatus?: string }[]
  }>(list, { MaxResults: 50 })) {
    if (!page.InstanceInformationList) throw aws.broken(list, 'InstanceInformationList')
    for (const { InstanceId, PingStatus } of page.InstanceInformationList) {
      if (!InstanceId || !PingStatus) throw aws.broken(list, 'PingStatus')
      nodes.set(InstanceId, PingStatus)
    }
  }
  return nodes
}

async function* instancesOf(aws: Aws): AsyncGenerator<GivenInstance> {
  for await (const { instancesSet } of items(
    aws,
    operation,
    { MaxResults: 500 },
    (answer: { reservationSet?: { instancesSet?: GivenInstance[] }[] }) => answer.reservationSet,
  )) {
    if (!instancesSet) throw aws.broken(operation, 'instancesSet')
    for (const it of instancesSet) {
      // Terminated instances are listed for another hour, but cannot be fixed.
      const { name: state } = it.instanceState ?? {}
      if (state !== 'terminated' && state !== 'shutting-down') yield it
    }
  }
}

export function instances(
  context: Collecting<Aws>,
  plans: () => Promise<BackupPlans>,
): Stream<Instance> {
  const { client, partition, region, account } = context
  const imageOf = imagesOf(client)
  const nodes = once(() => managedNodes(client))
  return each<GivenInstance, Instance>(instancesOf(client), (it) => {
    const id = identity(client, operation, it.instanceId)
    const imageId = identity(client, operation, it.imageId)
    const uid = `arn:${partition}:ec2:${region}:${account}:instance/${id}`
    const backed = { arn: uid, tags: async () => tags(it), type: 'EC2', named: ':instance/' }
    return {
      uid,
      name: nameOf(id, it),
      region,
      tags: tags(it),
      instance_id: id,
      image_id: imageId,
      image: read(() => imageOf(imageId), {
        none: ['InvalidAMIID.NotFound', 'InvalidAMIID.Unavailable'],
      }),
      state: identity(client, operation, it.instanceState?.name),
      interfaces: seen(networkInterfaces(it.networkInterfaceSet), operation),
      metadata: seen(metadata(it.metadataOptions), operation),
      profile: it.iamInstanceProfile ? seen(it.iamInstanceProfile.arn, operation) : null,
      monitoring: seen(it.monitoring?.state, operation),
      launched_at: seen(it.launchTime, operation),
      virtualization: seen(it.virtualizationType, operation),
      enclaves: seen(it.enclaveOptions?.enabled, operation),
      stopped_at: stoppedAt(it),
      managed: read(async () => (await nodes()).get(id) ?? null),
      backup: read(async () => protectionOf(backed, await plans())),
    }
  })
}
