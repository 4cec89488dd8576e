/** Connections of a VPC to other networks: peerings, private links, VPNs, transit gateways. */
import type { Call, Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import { describe, ec2Of, tagSet } from './describe.ts'
import type {
  ClientVpnEndpoint,
  EndpointService,
  PeeredVpc,
  TransitGateway,
  VpcPeering,
  VpnConnection,
} from './network.state.ts'

const peeredTree = ({ vpcId, ownerId, region, cidrs }: PeeredVpc) => ({
  vpcId,
  ownerId,
  region,
  cidrBlock: cidrs[0],
  cidrBlockSet: cidrs.filter((cidr) => !cidr.includes(':')).map((cidrBlock) => ({ cidrBlock })),
  ipv6CidrBlockSet: cidrs
    .filter((cidr) => cidr.includes(':'))
    .map((ipv6CidrBlock) => ({ ipv6CidrBlock })),
})

const describeVpcPeeringConnections = describe<VpcPeering>({
  set: 'vpcPeeringConnectionSet',
  items: ({ peerings }) => peerings,
  ids: ['VpcPeeringConnectionId', ({ id }) => id, 'InvalidVpcPeeringConnectionID.NotFound'],
  filters: { 'status-code': ({ state }) => [state] },
  tree: ({ id, state, requester, accepter, tags }) => ({
    vpcPeeringConnectionId: id,
    requesterVpcInfo: peeredTree(requester),
    accepterVpcInfo: peeredTree(accepter),
    status: { code: state, message: state },
    tagSet: tagSet(tags),
  }),
})

const describeEndpointServices = describe<EndpointService>({
  set: 'serviceConfigurationSet',
  items: ({ endpointServices }) => endpointServices,
  ids: ['ServiceId', ({ id }) => id, 'InvalidVpcEndpointServiceId.NotFound'],
  least: 1,
  filters: { 'service-id': ({ id }) => [id] },
  tree: ({ id, acceptanceRequired, tags }, { region }) => ({
    serviceId: id,
    serviceName: `com.amazonaws.vpce.${region}.${id}`,
    serviceState: 'Available',
    serviceType: [{ serviceType: 'Interface' }],
    acceptanceRequired,
    tagSet: tagSet(tags),
  }),
})

const principalType = (principal: string) =>
  principal === '*' ? 'All' : principal.endsWith(':root') ? 'Account' : 'Role'

const allowedPrincipals = (call: Call) => {
  const id = call.input.text('ServiceId') ?? ''
  const service = ec2Of(call).endpointServices.find((each) => each.id === id)
  if (!service)
    throw new Fault('InvalidVpcEndpointServiceId.NotFound', 400, `There is no service ${id}`)
  const page = call.page(service.allowed, { token: 'NextToken', size: 'MaxResults' })
  return {
    allowedPrincipals: page.items.map((principal) => ({
      principalType: principalType(principal),
      principal,
      serviceId: id,
    })),
    nextToken: page.next,
  }
}

const describeVpnConnections = describe<VpnConnection>({
  set: 'vpnConnectionSet',
  items: ({ vpnConnections }) => vpnConnections,
  ids: ['VpnConnectionId', ({ id }) => id, 'InvalidVpnConnectionID.NotFound'],
  unpaged: true,
  filters: { state: ({ state }) => [state] },
  tree: ({ id, state, tunnels, tags }) => ({
    vpnConnectionId: id,
    state,
    type: 'ipsec.1',
    category: 'VPN',
    vgwTelemetry: tunnels.map(({ address, up }) => ({
      outsideIpAddress: address,
      status: up ? 'UP' : 'DOWN',
      acceptedRouteCount: up ? 1 : 0,
    })),
    tagSet: tagSet(tags),
  }),
})

const describeClientVpnEndpoints = describe<ClientVpnEndpoint>({
  set: 'clientVpnEndpoint',
  items: ({ clientVpnEndpoints }) => clientVpnEndpoints,
  ids: ['ClientVpnEndpointId', ({ id }) => id, 'InvalidClientVpnEndpointId.NotFound'],
  filters: { 'endpoint-id': ({ id }) => [id] },
  tree: ({ id, state, description, logGroup, tags }) => ({
    clientVpnEndpointId: id,
    description,
    status: { code: state },
    // The only response members of this service that begin with capitals.
    connectionLogOptions: {
      Enabled: logGroup !== null,
      CloudwatchLogGroup: logGroup ?? undefined,
    },
    tagSet: tagSet(tags),
  }),
})

const describeTransitGateways = describe<TransitGateway>({
  set: 'transitGatewaySet',
  items: ({ transitGateways }) => transitGateways,
  ids: ['TransitGatewayIds', ({ id }) => id, 'InvalidTransitGatewayID.NotFound'],
  filters: { state: ({ state }) => [state] },
  tree: (gateway, { account, region }) => ({
    transitGatewayId: gateway.id,
    transitGatewayArn: `arn:aws:ec2:${region}:${gateway.ownerId ?? account.id}:transit-gateway/${gateway.id}`,
    state: gateway.state,
    ownerId: gateway.ownerId ?? account.id,
    options: {
      amazonSideAsn: 64_512,
      autoAcceptSharedAttachments: gateway.acceptsAttachments ? 'enable' : 'disable',
    },
    tagSet: tagSet(gateway.tags),
  }),
})

export const connectionOperations: Record<string, Operation> = {
  DescribeVpcPeeringConnections: describeVpcPeeringConnections,
  DescribeVpcEndpointServiceConfigurations: describeEndpointServices,
  DescribeVpcEndpointServicePermissions: { answer: allowedPrincipals },
  DescribeVpnConnections: describeVpnConnections,
  DescribeClientVpnEndpoints: describeClientVpnEndpoints,
  DescribeTransitGateways: describeTransitGateways,
}
