import { type Collecting, each, once, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { all, identity, items, nameOf, type TagSet, tags } from './answers.ts'
import type { Subnet } from './resources.ts'

interface Route {
  destinationCidrBlock?: string
  destinationIpv6CidrBlock?: string
  gatewayId?: string
  state?: string
}

interface RouteTable {
  vpcId?: string
  associationSet?: { main?: boolean; subnetId?: string }[]
  routeSet?: Route[]
}

/** A route by prefix list may be of either family. */
const leadsOut = ({ routeSet = [] }: RouteTable) => {
  const out = routeSet.filter(
    ({ gatewayId, state }) => gatewayId?.startsWith('igw-') && state !== 'blackhole',
  )
  return {
    ipv4: out.some((route) => !route.destinationIpv6CidrBlock),
    ipv6: out.some((route) => !route.destinationCidrBlock),
  }
}

/** A subnet's own route table, else its VPC's main one. */
const tableOf = (tables: readonly RouteTable[], subnetId: string, vpcId: string) =>
  tables.find(({ associationSet = [] }) => associationSet.some((it) => it.subnetId === subnetId)) ??
  tables.find(
    (it) => it.vpcId === vpcId && (it.associationSet ?? []).some(({ main }) => main === true),
  )

export function subnets({ client, partition, region, account }: Collecting<Aws>): Stream<Subnet> {
  const operation = 'ec2:DescribeSubnets'
  const tables = once(() =>
    all(
      items(
        client,
        'ec2:DescribeRouteTables',
        { MaxResults: 100 },
        (answer: { routeTableSet?: RouteTable[] }) => answer.routeTableSet,
      ),
    ),
  )
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
        internet: read(async () => {
          const table = tableOf(await tables(), id, vpcId)
          if (!table) throw client.broken('ec2:DescribeRouteTables', `a route table for ${id}`)
          return leadsOut(table)
        }),
      }
    },
  )
}
