import { type Collecting, each, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, nameOf, type TagSet, tags } from './answers.ts'
import type { Address } from './resources.ts'

interface GivenAddress extends TagSet {
  allocationId?: string
  publicIp?: string
  networkInterfaceId?: string
  instanceId?: string
}

export function addresses({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<Address> {
  const operation = 'ec2:DescribeAddresses'
  return each<GivenAddress, Address>(
    items(
      client,
      operation,
      {},
      (answer: { addressesSet?: GivenAddress[] }) => answer.addressesSet,
    ),
    (it) => {
      const publicIp = identity(client, operation, it.publicIp)
      const id = it.allocationId ?? publicIp
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:elastic-ip/${id}`,
        name: nameOf(publicIp, it),
        region,
        tags: tags(it),
        public_ip: publicIp,
        attached_to: it.networkInterfaceId || it.instanceId || null,
      }
    },
  )
}
