import { type Collecting, each, once, read, type Stream } from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import { all, identity, items, nameOf, seen, type TagSet, tags } from '../ec2/answers.ts'
import { type GivenRoute, routeTables } from '../ec2/route-tables.ts'
import type {
  Endpoint,
  EndpointService,
  PeeredVpc,
  Peering,
  PeeringRoutes,
  VpnConnection,
} from './resources.ts'
import type { GivenEndpoint, Lists } from './vpcs.ts'

interface GivenSide {
  vpcId?: string
  ownerId?: string
  region?: string
  cidrBlock?: string
  cidrBlockSet?: { cidrBlock?: string }[]
  ipv6CidrBlockSet?: { ipv6CidrBlock?: string }[]
}

interface GivenPeering extends TagSet {
  vpcPeeringConnectionId?: string
  status?: { code?: string }
  requesterVpcInfo?: GivenSide
  accepterVpcInfo?: GivenSide
}

const side = (given: GivenSide | undefined): PeeredVpc => ({
  vpc_id: given?.vpcId ?? '',
  owner: given?.ownerId ?? '',
  region: given?.region ?? '',
  ranges: [
    ...new Set([
      ...[given?.cidrBlock ?? []].flat(), // the first; the set repeats it
      ...(given?.cidrBlockSet ?? []).flatMap(({ cidrBlock }) => cidrBlock ?? []),
      ...(given?.ipv6CidrBlockSet ?? []).flatMap(({ ipv6CidrBlock }) => ipv6CidrBlock ?? []),
    ]),
  ],
})

/** The routes of this account's tables, by peering connection. */
async function routesByPeering(aws: Aws): Promise<ReadonlyMap<string, readonly PeeringRoutes[]>> {
  const entries = new Map<string, Promise<readonly string[]>>()
  const rangesOf = async (list: string) =>
    (
      await all(
        items(
          aws,
          'ec2:GetManagedPrefixListEntries',
          { PrefixListId: list, MaxResults: 100 },
          (answer: { entrySet?: { cidr?: string }[] }) => answer.entrySet,
        ),
      )
    ).map(({ cidr }) => identity(aws, 'ec2:GetManagedPrefixListEntries', cidr))
  const destinationsOf = async (route: GivenRoute) => {
    const { destinationPrefixListId: list } = route
    if (!list) return [route.destinationCidrBlock ?? route.destinationIpv6CidrBlock ?? []].flat()
    const known = entries.get(list) ?? rangesOf(list)
    entries.set(list, known)
    return known
  }
  const found = new Map<string, PeeringRoutes[]>()
  for (const { routeTableId, vpcId = '', routeSet = [] } of await routeTables(aws)) {
    const table_id = identity(aws, 'ec2:DescribeRouteTables', routeTableId)
    const byPeering = Map.groupBy(
      routeSet.filter(({ state }) => state !== 'blackhole'),
      ({ vpcPeeringConnectionId }) => vpcPeeringConnectionId,
    )
    for (const [peering, routes] of byPeering) {
      if (!peering) continue
      const destinations = (await Promise.all(routes.map(destinationsOf))).flat()
      const list = found.get(peering) ?? []
      found.set(peering, [...list, { table_id, vpc_id: vpcId, destinations }])
    }
  }
  return found
}

export function peerings({ client, partition, region, account }: Collecting<Aws>): Stream<Peering> {
  const operation = 'ec2:DescribeVpcPeeringConnections'
  const routes = once(() => routesByPeering(client))
  return each<GivenPeering, Peering>(
    items(
      client,
      operation,
      { MaxResults: 1_000 },
      (answer: { vpcPeeringConnectionSet?: GivenPeering[] }) => answer.vpcPeeringConnectionSet,
    ),
    (it) => {
      const id = identity(client, operation, it.vpcPeeringConnectionId)
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:vpc-peering-connection/${id}`,
        name: nameOf(id, it),
        region,
        tags: tags(it),
        peering_id: id,
        state: identity(client, operation, it.status?.code),
        requester: side(it.requesterVpcInfo),
        accepter: side(it.accepterVpcInfo),
        routes: read(async () => (await routes()).get(id) ?? []),
      }
    },
  )
}

function policyOf(aws: Aws, { vpcEndpointType: type, policyDocument }: GivenEndpoint) {
  if (policyDocument) {
    return policyIn(aws, 'ec2:DescribeVpcEndpoints', policyDocument)
  }
  if (type === 'Gateway' || type === 'Interface') {
    throw aws.broken('ec2:DescribeVpcEndpoints', 'a policy')
  }
  return null
}

export function endpoints(
  { client, partition, region, account }: Collecting<Aws>,
  lists: Lists,
): Stream<Endpoint> {
  const operation = 'ec2:DescribeVpcEndpoints'
  const listed = async function* () {
    yield* await lists.endpoints()
  }
  return each<GivenEndpoint, Endpoint>(listed(), (it) => {
    const id = identity(client, operation, it.vpcEndpointId)
    return {
      uid: `arn:${partition}:ec2:${region}:${account}:vpc-endpoint/${id}`,
      name: nameOf(id, it),
      region,
      tags: tags(it),
      endpoint_id: id,
      vpc_id: it.vpcId ?? '',
      service: it.serviceName ?? '',
      type: identity(client, operation, it.vpcEndpointType),
      state: identity(client, operation, it.state),
      managed: it.requesterManaged ?? false,
      subnet_ids: it.subnetIdSet ?? [],
      policy: read(async () => policyOf(client, it)),
    }
  })
}

interface GivenService extends TagSet {
  serviceId?: string
  serviceName?: string
  acceptanceRequired?: boolean
}

export function endpointServices({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<EndpointService> {
  const operation = 'ec2:DescribeVpcEndpointServiceConfigurations'
  const allowed = async (ServiceId: string) =>
    (
      await all(
        items(
          client,
          'ec2:DescribeVpcEndpointServicePermissions',
          { ServiceId, MaxResults: 1_000 },
          (answer: { allowedPrincipals?: { principalType?: string; principal?: string }[] }) =>
            answer.allowedPrincipals,
        ),
      )
    ).map((it) => ({
      type: it.principalType ?? '',
      principal: identity(client, 'ec2:DescribeVpcEndpointServicePermissions', it.principal),
    }))
  return each<GivenService, EndpointService>(
    items(
      client,
      operation,
      { MaxResults: 1_000 },
      (answer: { serviceConfigurationSet?: GivenService[] }) => answer.serviceConfigurationSet,
    ),
    (it) => {
      const id = identity(client, operation, it.serviceId)
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:vpc-endpoint-service/${id}`,
        name: nameOf(id, it),
        region,
        tags: tags(it),
        service_id: id,
        acceptance_required: it.acceptanceRequired ?? false,
        allowed: read(() => allowed(id)),
      }
    },
  )
}

interface GivenVpn extends TagSet {
  vpnConnectionId?: string
  state?: string
  vgwTelemetry?: { outsideIpAddress?: string; status?: string }[]
}

export function vpnConnections({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<VpnConnection> {
  const operation = 'ec2:DescribeVpnConnections'
  return each<GivenVpn, VpnConnection>(
    items(
      client,
      operation,
      {}, // everything at once: the call has no pages
      (answer: { vpnConnectionSet?: GivenVpn[] }) => answer.vpnConnectionSet,
    ),
    (it) => {
      const id = identity(client, operation, it.vpnConnectionId)
      return {
        uid: `arn:${partition}:ec2:${region}:${account}:vpn-connection/${id}`,
        name: nameOf(id, it),
        region,
        tags: tags(it),
        connection_id: id,
        state: identity(client, operation, it.state),
        tunnels: seen(
          it.vgwTelemetry?.map(({ outsideIpAddress = '', status }) => ({
            address: outsideIpAddress,
            up: status === 'UP',
          })),
          operation,
        ),
      }
    },
  )
}
