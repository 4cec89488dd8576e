/** The resources of one region of EC2. Lists are in the order in which the region lists them. */
import type { Instance } from './instance.state.ts'
import type {
  Address,
  ClientVpnEndpoint,
  EndpointService,
  FlowLog,
  NetworkAcl,
  NetworkInterface,
  PrefixList,
  RouteTable,
  SecurityGroup,
  Subnet,
  TransitGateway,
  Vpc,
  VpcEndpoint,
  VpcPeering,
  VpnConnection,
} from './network.state.ts'
import type { Tags } from '../tags.ts'

export interface Ec2Region {
  vpcs: Vpc[]
  subnets: Subnet[]
  routeTables: RouteTable[]
  networkAcls: NetworkAcl[]
  securityGroups: SecurityGroup[]
  networkInterfaces: NetworkInterface[]
  addresses: Address[]
  flowLogs: FlowLog[]
  vpcEndpoints: VpcEndpoint[]
  prefixLists: PrefixList[]
  peerings: VpcPeering[]
  endpointServices: EndpointService[]
  vpnConnections: VpnConnection[]
  clientVpnEndpoints: ClientVpnEndpoint[]
  transitGateways: TransitGateway[]
  instances: Instance[]
  launchTemplates: LaunchTemplate[]
  images: Image[]
  volumes: Volume[]
  snapshots: Snapshot[]
  ebsEncryptionByDefault: boolean
  snapshotBlockPublicAccess: 'block-all-sharing' | 'block-new-sharing' | 'unblocked'
  imageBlockPublicAccess: 'block-new-sharing' | 'unblocked'
  metadataDefaults: {
    httpTokens?: 'optional' | 'required'
    hopLimit?: number
    httpEndpoint?: string
  }
}

export interface Volume {
  readonly id: string
  zone: string
  sizeGiB: number
  type: 'gp2' | 'gp3' | 'io2' | 'st1'
  encrypted: boolean
  kmsKeyArn?: string
  snapshotId?: string
  createdAt: Date
  attachment: { instanceId: string; device: string; attachedAt: Date } | null
  tags: Tags
}

export interface Snapshot {
  readonly id: string
  volumeId: string
  sizeGiB: number
  encrypted: boolean
  kmsKeyArn?: string
  startedAt: Date
  description: string
  /** Account ids, or `all` for every account. */
  sharedWith: string[]
  tags: Tags
}

export interface Image {
  readonly id: string
  name: string
  createdAt: Date
  rootSnapshotId: string
  rootEncrypted: boolean
  /** Account ids, or `all` for every account. */
  sharedWith: string[]
  deprecatedAt?: Date
  tags: Tags
}

export interface LaunchTemplate {
  readonly id: string
  name: string
  createdAt: Date
  createdBy: string
  defaultVersion: number
  versions: LaunchTemplateVersion[]
  tags: Tags
}

export interface LaunchTemplateVersion {
  number: number
  createdAt: Date
  imageId: string
  instanceType: string
  /** As stored; encoded as base64 in responses. */
  userData?: string
  httpTokens?: 'optional' | 'required'
  publicAddress: boolean
  securityGroupIds: string[]
}

export const emptyRegion = (): Ec2Region => ({
  vpcs: [],
  subnets: [],
  routeTables: [],
  networkAcls: [],
  securityGroups: [],
  networkInterfaces: [],
  addresses: [],
  flowLogs: [],
  vpcEndpoints: [],
  prefixLists: [],
  peerings: [],
  endpointServices: [],
  vpnConnections: [],
  clientVpnEndpoints: [],
  transitGateways: [],
  instances: [],
  launchTemplates: [],
  images: [],
  volumes: [],
  snapshots: [],
  ebsEncryptionByDefault: false,
  snapshotBlockPublicAccess: 'unblocked',
  imageBlockPublicAccess: 'block-new-sharing',
  metadataDefaults: {},
})
