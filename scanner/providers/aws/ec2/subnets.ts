import { type Collecting, each, once, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, nameOf, type TagSet, tags } from './answers.ts'
import type { Subnet } from './resources.ts'
import { internetOf, routeTables } from './route-tables.ts'

export function subnets({ client, partition, region, account }: Collecting<Aws>): Stream<Subnet> {
  const operation = 'ec2:DescribeSubnets'
  const tables = once(() => routeTables(client))
  return each<TagSet & { subnetId?: string; vpcId?: string }, Subnet>(
    items(
      client,
      operation,
      { MaxResults: 1_000 },
      (answer: { subnetSet?: (TagSet & { subnetId?: string; vpcId?: string })[] }) =>
        answer.subnetSet,
    ),
    (it) => {
      const id = identity(client, operation, it.subnetId)
      const vpcId = it.vpcId ?? ''
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:subnet/${id}`,
        name: nameOf(id, it),
        region,
        tags: tags(it),
        subnet_id: id,
        vpc_id: vpcId,
        internet: read(async () => internetOf(client, await tables(), id, vpcId)),
      }
    },
  )
}
