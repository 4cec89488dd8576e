import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { VpcService } from './resources.ts'
import endpointConnectionsTrustBoundaries from './vpc_endpoint_connections_trust_boundaries.ts'
import endpointForEc2Enabled from './vpc_endpoint_for_ec2_enabled.ts'
import endpointMultiAzEnabled from './vpc_endpoint_multi_az_enabled.ts'
import endpointServicesAllowedPrincipalsTrustBoundaries from './vpc_endpoint_services_allowed_principals_trust_boundaries.ts'
import flowLogsEnabled from './vpc_flow_logs_enabled.ts'
import peeringRoutingTablesWithLeastPrivilege from './vpc_peering_routing_tables_with_least_privilege.ts'
import subnetDifferentAz from './vpc_subnet_different_az.ts'
import subnetNoPublicIpByDefault from './vpc_subnet_no_public_ip_by_default.ts'
import subnetSeparatePrivatePublic from './vpc_subnet_separate_private_public.ts'
import vpnConnectionTunnelsUp from './vpc_vpn_connection_tunnels_up.ts'

export default service<VpcService, Aws>({
  name: 'vpc',
  scope: 'regional',
  kinds: {
    vpcs: {
      list: ['ec2:DescribeVpcs'],
      fields: {
        flow_logs: ['ec2:DescribeFlowLogs'],
        subnets: ['ec2:DescribeSubnets'],
        tiers: ['ec2:DescribeSubnets', 'ec2:DescribeRouteTables'],
        endpoints: ['ec2:DescribeVpcEndpoints'],
      },
    },
    subnets: { list: ['ec2:DescribeSubnets'], fields: { public_ipv4_by_default: [] } },
    peerings: {
      list: ['ec2:DescribeVpcPeeringConnections'],
      fields: { routes: ['ec2:DescribeRouteTables', 'ec2:GetManagedPrefixListEntries'] },
    },
    endpoints: { list: ['ec2:DescribeVpcEndpoints'], fields: { policy: [] } },
    endpointServices: {
      list: ['ec2:DescribeVpcEndpointServiceConfigurations'],
      fields: { allowed: ['ec2:DescribeVpcEndpointServicePermissions'] },
    },
    vpnConnections: { list: ['ec2:DescribeVpnConnections'], fields: { tunnels: [] } },
  },
  collect,
  checks: [
    endpointConnectionsTrustBoundaries,
    endpointForEc2Enabled,
    endpointMultiAzEnabled,
    endpointServicesAllowedPrincipalsTrustBoundaries,
    flowLogsEnabled,
    peeringRoutingTablesWithLeastPrivilege,
    subnetDifferentAz,
    subnetNoPublicIpByDefault,
    subnetSeparatePrivatePublic,
    vpnConnectionTunnelsUp,
  ],
})
