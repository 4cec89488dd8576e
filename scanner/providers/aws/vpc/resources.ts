import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface FlowLog {
  readonly flow_log_id: string
  /** `ACTIVE`, or not. */
  readonly status: string
  /** `ACCEPT`, `REJECT` or `ALL`. */
  readonly traffic: string
  /** The error of the last delivery; null if it succeeded. */
  readonly delivery_error: string | null
}

export interface SubnetPlace {
  readonly subnet_id: string
  readonly zone: string
}

export interface VpcEndpointName {
  readonly service: string
  readonly state: string
}

export interface Vpc extends Resource {
  readonly vpc_id: string
  readonly default: boolean
  /** Flow logs of the VPC itself, not of individual subnets or interfaces. */
  readonly flow_logs: Maybe<readonly FlowLog[]>
  readonly subnets: Maybe<readonly SubnetPlace[]>
  /** Subnets with and without a route to an internet gateway. */
  readonly tiers: Maybe<{ readonly public: readonly string[]; readonly private: readonly string[] }>
  readonly endpoints: Maybe<readonly VpcEndpointName[]>
}

export interface Subnet extends Resource {
  readonly subnet_id: string
  readonly vpc_id: string
  readonly public_ipv4_by_default: Maybe<boolean>
}

export interface PeeredVpc {
  readonly vpc_id: string
  readonly owner: string
  readonly region: string
  /** IPv4 and IPv6. */
  readonly ranges: readonly string[]
}

/** The routes of a route table to the peer VPC. */
export interface PeeringRoutes {
  readonly table_id: string
  readonly vpc_id: string
  /** Ranges, including those of prefix lists. */
  readonly destinations: readonly string[]
}

export interface Peering extends Resource {
  readonly peering_id: string
  readonly state: string
  readonly requester: PeeredVpc
  readonly accepter: PeeredVpc
  /** Routes of this account's tables in this region. */
  readonly routes: Maybe<readonly PeeringRoutes[]>
}

export interface Endpoint extends Resource {
  readonly endpoint_id: string
  readonly vpc_id: string
  readonly service: string
  /** `Interface`, `Gateway`, `GatewayLoadBalancer`, … */
  readonly type: string
  readonly state: string
  /** True if an AWS service created it for itself. */
  readonly managed: boolean
  readonly subnet_ids: readonly string[]
  /** Null if the type has none. */
  readonly policy: Maybe<readonly Statement[] | null>
}

export interface AllowedPrincipal {
  /** `All`, `Account`, `User`, `Role`, `OrganizationUnit`, `Service`. */
  readonly type: string
  readonly principal: string
}

/** A service that this account offers to others by AWS PrivateLink. */
export interface EndpointService extends Resource {
  readonly service_id: string
  readonly acceptance_required: boolean
  readonly allowed: Maybe<readonly AllowedPrincipal[]>
}

export interface Tunnel {
  readonly address: string
  readonly up: boolean
}

export interface VpnConnection extends Resource {
  readonly connection_id: string
  readonly state: string
  readonly tunnels: Maybe<readonly Tunnel[]>
}

export interface VpcService {
  vpcs: Vpc
  subnets: Subnet
  peerings: Peering
  endpoints: Endpoint
  endpointServices: EndpointService
  vpnConnections: VpnConnection
}

export const check = checkFor<VpcService>()
