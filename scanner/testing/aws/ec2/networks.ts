/** VPCs, subnets, routes and filters. */
import type { Operation } from '../call.ts'
import { describe, relatedId, tagSet } from './describe.ts'
import type {
  AclEntry,
  FlowLog,
  NetworkAcl,
  RouteTable,
  Subnet,
  Vpc,
  VpcEndpoint,
} from './network.state.ts'

const describeVpcs = describe<Vpc>({
  set: 'vpcSet',
  items: ({ vpcs }) => vpcs,
  ids: ['VpcId', ({ id }) => id, 'InvalidVpcID.NotFound'],
  filters: { 'vpc-id': ({ id }) => [id], 'is-default': ({ isDefault }) => [String(isDefault)] },
  tree: ({ id, ownerId, cidr, isDefault, tags }, { account }) => ({
    vpcId: id,
    ownerId: ownerId ?? account.id,
    state: 'available',
    cidrBlock: cidr,
    cidrBlockAssociationSet: [
      {
        cidrBlock: cidr,
        associationId: relatedId('vpc-cidr-assoc', id),
        cidrBlockState: { state: 'associated' },
      },
    ],
    dhcpOptionsId: 'dopt-0fixture',
    instanceTenancy: 'default',
    isDefault,
    tagSet: tagSet(tags),
  }),
})

const addressesIn = (cidr: string) => 2 ** (32 - Number(cidr.split('/')[1])) - 5

const describeSubnets = describe<Subnet>({
  set: 'subnetSet',
  items: ({ subnets }) => subnets,
  ids: ['SubnetId', ({ id }) => id, 'InvalidSubnetID.NotFound'],
  filters: { 'subnet-id': ({ id }) => [id], 'vpc-id': ({ vpcId }) => [vpcId] },
  tree: ({ id, ownerId, vpcId, zone, cidr, publicByDefault, tags }, { account, region }) => ({
    subnetId: id,
    subnetArn: `arn:aws:ec2:${region}:${ownerId ?? account.id}:subnet/${id}`,
    state: 'available',
    ownerId: ownerId ?? account.id,
    vpcId,
    cidrBlock: cidr,
    availableIpAddressCount: addressesIn(cidr),
    availabilityZone: zone,
    defaultForAz: false,
    mapPublicIpOnLaunch: publicByDefault,
    assignIpv6AddressOnCreation: false,
    tagSet: tagSet(tags),
  }),
})

const destinationName = (destination: string) =>
  destination.startsWith('pl-')
    ? 'destinationPrefixListId'
    : destination.includes(':')
      ? 'destinationIpv6CidrBlock'
      : 'destinationCidrBlock'

const routeTree = ({ destination, target }: RouteTable['routes'][number]) => ({
  [destinationName(destination)]: destination,
  [target.startsWith('nat-')
    ? 'natGatewayId'
    : target.startsWith('pcx-')
      ? 'vpcPeeringConnectionId'
      : 'gatewayId']: target,
  state: 'active',
  origin: target === 'local' ? 'CreateRouteTable' : 'CreateRoute',
})

const routeAssociation = (routeTableId: string, subnetId: string | undefined) => ({
  routeTableAssociationId: relatedId('rtbassoc', subnetId ?? routeTableId),
  routeTableId,
  subnetId,
  main: subnetId === undefined,
  associationState: { state: 'associated' },
})

const describeRouteTables = describe<RouteTable>({
  set: 'routeTableSet',
  items: ({ routeTables }) => routeTables,
  ids: ['RouteTableId', ({ id }) => id, 'InvalidRouteTableID.NotFound'],
  most: 100,
  filters: {
    'vpc-id': ({ vpcId }) => [vpcId],
    'association.subnet-id': ({ subnetIds }) => subnetIds,
    'association.main': ({ main }) => [String(main)],
  },
  tree: ({ id, vpcId, main, subnetIds, routes, tags }, { account }) => ({
    routeTableId: id,
    vpcId,
    ownerId: account.id,
    routeSet: routes.map(routeTree),
    associationSet: [
      ...(main ? [routeAssociation(id, undefined)] : []),
      ...subnetIds.map((subnetId) => routeAssociation(id, subnetId)),
    ],
    propagatingVgwSet: [],
    tagSet: tagSet(tags),
  }),
})

const entryTree = ({ number, egress, allow, protocol, cidr, ports }: AclEntry) => ({
  ruleNumber: number,
  protocol,
  ruleAction: allow ? 'allow' : 'deny',
  egress,
  [cidr.includes(':') ? 'ipv6CidrBlock' : 'cidrBlock']: cidr,
  portRange: ports,
})

const describeNetworkAcls = describe<NetworkAcl>({
  set: 'networkAclSet',
  items: ({ networkAcls }) => networkAcls,
  ids: ['NetworkAclId', ({ id }) => id, 'InvalidNetworkAclID.NotFound'],
  filters: {
    'vpc-id': ({ vpcId }) => [vpcId],
    'association.subnet-id': ({ subnetIds }) => subnetIds,
    default: ({ isDefault }) => [String(isDefault)],
  },
  tree: ({ id, vpcId, isDefault, subnetIds, entries, tags }, { account }) => ({
    networkAclId: id,
    vpcId,
    ownerId: account.id,
    default: isDefault,
    entrySet: entries.map(entryTree),
    associationSet: subnetIds.map((subnetId) => ({
      networkAclAssociationId: relatedId('aclassoc', subnetId),
      networkAclId: id,
      subnetId,
    })),
    tagSet: tagSet(tags),
  }),
})

const describeFlowLogs = describe<FlowLog>({
  set: 'flowLogSet',
  items: ({ flowLogs }) => flowLogs,
  ids: ['FlowLogId', ({ id }) => id, 'InvalidFlowLogId.NotFound'],
  least: 1,
  filters: { 'resource-id': ({ resourceId }) => [resourceId] },
  tree: (log) => ({
    flowLogId: log.id,
    creationTime: log.createdAt,
    deliverLogsStatus: log.deliveryError === undefined ? 'SUCCESS' : 'FAILED',
    deliverLogsErrorMessage: log.deliveryError,
    flowLogStatus: log.active ? 'ACTIVE' : 'INACTIVE',
    resourceId: log.resourceId,
    trafficType: log.traffic,
    logDestinationType: log.destination.startsWith('arn:aws:s3') ? 's3' : 'cloud-watch-logs',
    logDestination: log.destination,
    maxAggregationInterval: 600,
    tagSet: tagSet(log.tags),
  }),
})

const describeVpcEndpoints = describe<VpcEndpoint>({
  set: 'vpcEndpointSet',
  items: ({ vpcEndpoints }) => vpcEndpoints,
  ids: ['VpcEndpointId', ({ id }) => id, 'InvalidVpcEndpointId.NotFound'],
  least: 1,
  filters: { 'vpc-id': ({ vpcId }) => [vpcId], 'service-name': ({ serviceName }) => [serviceName] },
  tree: (endpoint, { account }) => ({
    vpcEndpointId: endpoint.id,
    vpcEndpointType: endpoint.kind,
    vpcId: endpoint.vpcId,
    serviceName: endpoint.serviceName,
    state: 'available',
    policyDocument: JSON.stringify(endpoint.policy),
    routeTableIdSet: endpoint.routeTableIds,
    subnetIdSet: endpoint.subnetIds ?? [],
    groupSet: [],
    privateDnsEnabled: endpoint.kind === 'Interface',
    requesterManaged: false,
    networkInterfaceIdSet: [],
    creationTimestamp: endpoint.createdAt,
    tagSet: tagSet(endpoint.tags),
    ownerId: account.id,
  }),
})

export const networkOperations: Record<string, Operation> = {
  DescribeVpcs: describeVpcs,
  DescribeSubnets: describeSubnets,
  DescribeRouteTables: describeRouteTables,
  DescribeNetworkAcls: describeNetworkAcls,
  DescribeFlowLogs: describeFlowLogs,
  DescribeVpcEndpoints: describeVpcEndpoints,
}
