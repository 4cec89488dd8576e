import type { PolicyDocument } from '../policy-document.ts'
import type { Tags } from '../tags.ts'

export interface Vpc {
  readonly id: string
  /** The sharing account; the account itself by default. */
  ownerId?: string
  cidr: string
  isDefault: boolean
  tags: Tags
}

export interface Subnet {
  readonly id: string
  /** The owner, as for the VPC. */
  ownerId?: string
  vpcId: string
  zone: string
  cidr: string
  publicByDefault: boolean
  tags: Tags
}

export interface RouteTable {
  readonly id: string
  vpcId: string
  main: boolean
  subnetIds: string[]
  /** `target` is a gateway, NAT gateway or peering id; `local` inside the VPC. `destination` is a range or a prefix list. */
  routes: { destination: string; target: string }[]
  tags: Tags
}

/** Two VPCs that route to each other; the other one may belong to any account. */
export interface VpcPeering {
  readonly id: string
  state: 'pending-acceptance' | 'active' | 'deleted' | 'failed'
  requester: PeeredVpc
  accepter: PeeredVpc
  tags: Tags
}

export interface PeeredVpc {
  vpcId: string
  ownerId: string
  region: string
  cidrs: string[]
}

export interface NetworkAcl {
  readonly id: string
  vpcId: string
  isDefault: boolean
  subnetIds: string[]
  entries: AclEntry[]
  tags: Tags
}

export interface AclEntry {
  number: number
  egress: boolean
  allow: boolean
  /** An IANA number, `-1` for all. */
  protocol: string
  /** IPv4 or IPv6. */
  cidr: string
  ports?: { from: number; to: number }
}

export interface SecurityGroup {
  readonly id: string
  name: string
  description: string
  vpcId: string
  ingress: Permission[]
  egress: Permission[]
  tags: Tags
}

export interface Permission {
  /** `tcp`, `udp`, `icmp`, or `-1` for all. */
  protocol: string
  /** Absent when the protocol is `-1`. */
  from?: number
  to?: number
  /** IPv4 and IPv6 ranges. */
  cidrs: string[]
  groupIds?: string[]
  prefixListIds?: string[]
  description?: string
}

export interface NetworkInterface {
  readonly id: string
  vpcId: string
  subnetId: string
  zone: string
  description: string
  type: 'interface' | 'lambda' | 'nat_gateway' | 'network_load_balancer' | 'vpc_endpoint'
  requester?: string
  securityGroupIds: string[]
  instanceId: string | null
  privateIp: string
  publicIp: string | null
  ipv6: string | null
  tags: Tags
}

export interface Address {
  readonly allocationId: string
  publicIp: string
  interfaceId: string | null
  instanceId: string | null
  tags: Tags
}

export interface FlowLog {
  readonly id: string
  /** A VPC, subnet or interface. */
  resourceId: string
  traffic: 'ACCEPT' | 'REJECT' | 'ALL'
  destination: string
  active: boolean
  /** AWS's error of a failed delivery. */
  deliveryError?: string
  createdAt: Date
  tags: Tags
}

export interface VpcEndpoint {
  readonly id: string
  vpcId: string
  kind: 'Gateway' | 'Interface'
  serviceName: string
  policy: PolicyDocument
  routeTableIds: string[]
  subnetIds?: string[]
  createdAt: Date
  tags: Tags
}

/** A service that other accounts may connect to, by endpoints in their VPCs. */
export interface EndpointService {
  readonly id: string
  acceptanceRequired: boolean
  /** ARNs, or `*`. */
  allowed: string[]
  tags: Tags
}

export interface VpnConnection {
  readonly id: string
  state: 'pending' | 'available' | 'deleting' | 'deleted'
  /** Outside address and status of each tunnel. */
  tunnels: { address: string; up: boolean }[]
  tags: Tags
}

export interface ClientVpnEndpoint {
  readonly id: string
  state: 'pending-associate' | 'available' | 'deleting' | 'deleted'
  description: string
  /** The log group of its connections; null if there is none. */
  logGroup: string | null
  tags: Tags
}

export interface TransitGateway {
  readonly id: string
  /** The sharing account; the account itself by default. */
  ownerId?: string
  state: 'pending' | 'available' | 'deleting' | 'deleted'
  acceptsAttachments: boolean
  tags: Tags
}

/** Named ranges that security groups and routes refer to. */
export interface PrefixList {
  readonly id: string
  name: string
  /** AWS's lists contain its own services; their ranges are not included here. */
  ownedByAws: boolean
  entries: { cidr: string; description?: string }[]
  tags: Tags
}
