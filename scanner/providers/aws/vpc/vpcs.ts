import {
  type Collecting,
  each,
  identityOf,
  type Incomplete,
  incomplete,
  once,
  read,
  type Stream,
  unreadFrom,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { all, identity, items, nameOf, seen, type TagSet, tags } from '../ec2/answers.ts'
import { internetOf, routeTables } from '../ec2/route-tables.ts'
import type { FlowLog, Subnet, Vpc } from './resources.ts'

export interface GivenSubnet extends TagSet {
  subnetId?: string
  vpcId?: string
  ownerId?: string
  availabilityZone?: string
  mapPublicIpOnLaunch?: boolean
}

interface GivenVpc extends TagSet {
  vpcId?: string
  ownerId?: string
  isDefault?: boolean
}

interface GivenFlowLog {
  flowLogId?: string
  resourceId?: string
  flowLogStatus?: string
  trafficType?: string
  deliverLogsStatus?: string
  deliverLogsErrorMessage?: string
}

export interface GivenEndpoint extends TagSet {
  vpcEndpointId?: string
  vpcEndpointType?: string
  vpcId?: string
  serviceName?: string
  state?: string
  ownerId?: string
  policyDocument?: string
  subnetIdSet?: string[]
  requesterManaged?: boolean
}

/** The lists of a region that several kinds of record read; each is read once. */
export interface Lists {
  subnets(): Promise<readonly GivenSubnet[]>
  endpoints(): Promise<readonly GivenEndpoint[]>
}

export const lists = ({ client }: Collecting<Aws>): Lists => ({
  subnets: once(() =>
    all(
      items(
        client,
        'ec2:DescribeSubnets',
        { MaxResults: 1_000 },
        (answer: { subnetSet?: GivenSubnet[] }) => answer.subnetSet,
      ),
    ),
  ),
  endpoints: once(() =>
    all(
      items(
        client,
        'ec2:DescribeVpcEndpoints',
        { MaxResults: 1_000 },
        (answer: { vpcEndpointSet?: GivenEndpoint[] }) => answer.vpcEndpointSet,
      ),
    ),
  ),
})

/**
 * The entries of a list that belong to this account: networks are shared between accounts, and evaluated in the account
 * of their owner.
 */
export async function* own<T extends { ownerId?: string }>(
  { client, account }: Collecting<Aws>,
  operation: 'ec2:DescribeVpcs' | 'ec2:DescribeSubnets',
  given: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T | Incomplete> {
  for await (const item of given) {
    if (item.ownerId === account) yield item
    else if (!item.ownerId)
      yield incomplete(identityOf(item), unreadFrom(client.broken(operation, 'an owner')))
  }
}

const flowLog = (it: GivenFlowLog): FlowLog => ({
  flow_log_id: it.flowLogId ?? '',
  status: it.flowLogStatus ?? '',
  traffic: it.trafficType ?? '',
  delivery_error:
    it.deliverLogsStatus === 'FAILED' ? it.deliverLogsErrorMessage || 'no reason reported' : null,
})

const flowLogs = (aws: Aws): Promise<readonly GivenFlowLog[]> =>
  all(
    items(
      aws,
      'ec2:DescribeFlowLogs',
      { MaxResults: 1_000 },
      (answer: { flowLogSet?: GivenFlowLog[] }) => answer.flowLogSet,
    ),
  )

export function vpcs(context: Collecting<Aws>, { subnets, endpoints }: Lists): Stream<Vpc> {
  const { client, partition, region, account } = context
  const operation = 'ec2:DescribeVpcs'
  const tables = once(() => routeTables(client))
  const logs = once(() => flowLogs(client))
  const given = items(
    client,
    operation,
    { MaxResults: 1_000 },
    (answer: { vpcSet?: GivenVpc[] }) => answer.vpcSet,
  )
  return each<GivenVpc, Vpc>(own(context, operation, given), (it) => {
    const id = identity(client, operation, it.vpcId)
    const inside = once(async () =>
      (await subnets())
        .filter(({ vpcId }) => identity(client, 'ec2:DescribeSubnets', vpcId) === id)
        .map((subnet) => ({
          subnet_id: identity(client, 'ec2:DescribeSubnets', subnet.subnetId),
          zone: identity(client, 'ec2:DescribeSubnets', subnet.availabilityZone),
        })),
    )
    return {
      uid: `arn:${partition}:ec2:${region}:${account}:vpc/${id}`,
      name: nameOf(id, it),
      region,
      tags: tags(it),
      vpc_id: id,
      default: it.isDefault ?? false,
      flow_logs: read(async () =>
        (await logs()).filter(({ resourceId }) => resourceId === id).map(flowLog),
      ),
      subnets: read(inside),
      tiers: read(async () => {
        const [all, routes] = [await inside(), await tables()]
        const isPublic = ({ subnet_id }: { subnet_id: string }) => {
          const { ipv4, ipv6 } = internetOf(client, routes, subnet_id, id)
          return ipv4 || ipv6
        }
        const found = Map.groupBy(all, isPublic)
        const ids = (list: typeof all = []) => list.map(({ subnet_id }) => subnet_id)
        return { public: ids(found.get(true)), private: ids(found.get(false)) }
      }),
      endpoints: read(async () =>
        (await endpoints())
          .filter(({ vpcId }) => vpcId === id)
          .map(({ serviceName = '', state = '' }) => ({ service: serviceName, state })),
      ),
    }
  })
}

export function subnets(context: Collecting<Aws>, given: Lists): Stream<Subnet> {
  const { client, partition, region, account } = context
  const operation = 'ec2:DescribeSubnets'
  const listed = async function* () {
    yield* own(context, operation, await given.subnets())
  }
  return each<GivenSubnet, Subnet>(listed(), (it) => {
    const id = identity(client, operation, it.subnetId)
    return {
      uid: `arn:${partition}:ec2:${region}:${account}:subnet/${id}`,
      name: nameOf(id, it),
      region,
      tags: tags(it),
      subnet_id: id,
      vpc_id: identity(client, operation, it.vpcId),
      public_ipv4_by_default: seen(it.mapPublicIpOnLaunch, operation),
    }
  })
}
