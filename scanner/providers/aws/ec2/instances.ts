import { type Collecting, each, once, read, type Stream } from '../../../kit/index.ts'
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
}

const operation = 'ec2:DescribeInstances'

const networkInterface = (it: GivenInterface): NetworkInterface => ({
  interface_id: it.networkInterfaceId ?? '',
  type: it.interfaceType ?? 'interface',
  subnet_id: it.subnetId ?? '',
  group_ids: (it.groupSet ?? []).flatMap(({ groupId }) => groupId ?? []),
  // Each private address may stand for a public one; the first holds the interface's own.
  public_ipv4: (it.privateIpAddressesSet ?? []).flatMap(
    ({ association }) => association?.publicIp ?? [],
  ),
  ipv6: (it.ipv6AddressesSet ?? []).flatMap(({ ipv6Address }) => ipv6Address ?? []),
})

const metadata = (given: GivenInstance['metadataOptions']): Metadata | undefined =>
  given?.httpTokens && given.httpEndpoint
    ? { tokens: given.httpTokens, endpoint: given.httpEndpoint }
    : undefined

/** The images that instances were started from, each asked for once. Null: withdrawn or private now. */
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

async function* instancesOf(aws: Aws): AsyncGenerator<GivenInstance> {
  for await (const { instancesSet = [] } of items(
    aws,
    operation,
    { MaxResults: 500 },
    (answer: { reservationSet?: { instancesSet?: GivenInstance[] }[] }) => answer.reservationSet,
  )) {
    for (const it of instancesSet) {
      // Listed for an hour after its end, with nothing left that could be put right.
      const { name: state } = it.instanceState ?? {}
      if (state !== 'terminated' && state !== 'shutting-down') yield it
    }
  }
}

export function instances(context: Collecting<Aws>): Stream<Instance> {
  const { client, partition, region, account } = context
  const imageOf = imagesOf(client)
  return each<GivenInstance, Instance>(instancesOf(client), (it) => {
    const id = identity(client, operation, it.instanceId)
    const imageId = identity(client, operation, it.imageId)
    return {
      uid: `arn:${partition}:ec2:${region}:${account}:instance/${id}`,
      name: nameOf(id, it),
      region,
      tags: tags(it),
      instance_id: id,
      image_id: imageId,
      image: read(() => imageOf(imageId), {
        none: ['InvalidAMIID.NotFound', 'InvalidAMIID.Unavailable'],
      }),
      state: it.instanceState?.name ?? 'unknown',
      interfaces: seen(it.networkInterfaceSet?.map(networkInterface), operation),
      metadata: seen(metadata(it.metadataOptions), operation),
      profile: it.iamInstanceProfile?.arn ?? null,
      monitoring: seen(it.monitoring?.state, operation),
      launched_at: seen(it.launchTime, operation),
      virtualization: seen(it.virtualizationType, operation),
    }
  })
}
