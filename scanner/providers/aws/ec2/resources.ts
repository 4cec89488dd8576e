import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Protection } from '../backup-plans.ts'

/** One permission of a security group. */
export interface Rule {
  /** `tcp`, `udp`, `icmp`, …, a protocol's number, or `-1` for every protocol. */
  readonly protocol: string
  /** Null for every port. */
  readonly ports: { readonly from: number; readonly to: number } | null
  /** IPv4 and IPv6 ranges. */
  readonly ranges: readonly string[]
  readonly prefix_list_ids: readonly string[]
  /** Groups whose members are allowed; never an opening to the internet. */
  readonly group_ids: readonly string[]
}

/** A network interface that a security group is attached to. */
export interface Attachment {
  readonly interface_id: string
  /** `interface`, `lambda`, `vpc_endpoint`, … */
  readonly type: string
  /** The account or AWS service that operates the resource behind it; null if there is none. */
  readonly owner: string | null
}

export interface SecurityGroup extends Resource {
  readonly group_id: string
  readonly vpc_id: string | null
  readonly ingress: Maybe<readonly Rule[]>
  readonly egress: Maybe<readonly Rule[]>
  readonly attachments: Maybe<readonly Attachment[]>
  /** Launch templates whose default or latest version uses it. */
  readonly templates: Maybe<readonly string[]>
  /** Lambda functions that use it; an idle one has no interface for it. */
  readonly functions: Maybe<readonly string[]>
  /** Other groups whose rules refer to it. */
  readonly referrers: Maybe<readonly string[]>
}

export interface PrefixList extends Resource {
  readonly prefix_list_id: string
  /** Empty for AWS's own lists, which contain addresses of AWS and are not read. */
  readonly ranges: Maybe<readonly string[]>
}

export interface NetworkInterface {
  readonly interface_id: string
  /** `interface`, `efa`, `trunk`, … */
  readonly type: string
  readonly subnet_id: string
  readonly group_ids: readonly string[]
  readonly public_ipv4: readonly string[]
  readonly ipv6: readonly string[]
}

/** The instance metadata service, and whether each request requires a session token. */
export interface Metadata {
  readonly endpoint: string
  readonly tokens: string
}

/** An instance that is not terminated. */
export interface Instance extends Resource {
  readonly instance_id: string
  readonly image_id: string
  /** The image of the instance; null if this account cannot see it because it was deregistered or is private. */
  readonly image: Maybe<{ readonly deprecated_at: string | null } | null>
  readonly state: string
  readonly interfaces: Maybe<readonly NetworkInterface[]>
  readonly metadata: Maybe<Metadata>
  /** The ARN of its instance profile. */
  readonly profile: Maybe<string | null>
  readonly monitoring: Maybe<string>
  readonly launched_at: Maybe<string>
  readonly virtualization: Maybe<string>
  /** True if it may run Nitro Enclaves. */
  readonly enclaves: Maybe<boolean>
  /** The time when it was stopped; null if EC2 does not report it. */
  readonly stopped_at: string | null
  /** The status in Systems Manager: `Online`, `ConnectionLost`, `Inactive`; null if it is not managed. */
  readonly managed: Maybe<string | null>
  readonly backup: Maybe<Protection>
}

export interface Subnet extends Resource {
  readonly subnet_id: string
  readonly vpc_id: string
  /** Whether its route table has a route to an internet gateway, for each address family. */
  readonly internet: Maybe<{ readonly ipv4: boolean; readonly ipv6: boolean }>
}

export interface NetworkAclEntry {
  /** Lower numbers decide first. */
  readonly number: number
  readonly egress: boolean
  readonly allow: boolean
  readonly protocol: string
  readonly ports: { readonly from: number; readonly to: number } | null
  readonly range: string
}

export interface NetworkAcl extends Resource {
  readonly acl_id: string
  readonly vpc_id: string | null
  readonly default: boolean
  readonly subnet_ids: readonly string[]
  readonly entries: Maybe<readonly NetworkAclEntry[]>
}

export interface Address extends Resource {
  readonly public_ip: string
  /** The attached interface or instance; null if it is paid for but unused. */
  readonly attached_to: string | null
}

export interface Volume extends Resource {
  readonly volume_id: string
  readonly encrypted: Maybe<boolean>
  readonly instance_ids: readonly string[]
  readonly backup: Maybe<Protection>
}

export interface Snapshot extends Resource {
  readonly snapshot_id: string
  readonly volume_id: string
  readonly encrypted: Maybe<boolean>
  /** Account ids, or `all` for every account; null if deleted after it was listed. */
  readonly shared_with: Maybe<readonly string[] | null>
}

export interface Image extends Resource {
  readonly image_id: string
  readonly public: Maybe<boolean>
}

/** The default version, for instances that request none. */
export interface LaunchTemplateVersion {
  readonly number: number
  /** `required`, `optional`; null if the region's default applies. */
  readonly tokens: string | null
  readonly endpoint: string | null
  /** True if any of its interfaces requests a public address. */
  readonly public_address: boolean
}

export interface LaunchTemplate extends Resource {
  readonly template_id: string
  readonly version: Maybe<LaunchTemplateVersion>
}

/** The account's EC2 settings in one region; `name` is the region. */
export interface Settings extends Resource {
  readonly ebs_encryption: Maybe<boolean>
  /** `block-all-sharing`, `block-new-sharing` or `unblocked`. */
  readonly snapshot_block: Maybe<string>
  /** `block-new-sharing` or `unblocked`. */
  readonly image_block: Maybe<string>
  /** `required`, `optional`; null if the account has no default. */
  readonly metadata_tokens: Maybe<string | null>
}

/** A transit gateway of this account, not one that another account shares. */
export interface TransitGateway extends Resource {
  readonly gateway_id: string
  readonly state: string
  /** Whether VPCs of accounts that it is shared with are attached without approval: `enable` or `disable`. */
  readonly auto_accept: Maybe<string>
}

export interface ClientVpnEndpoint extends Resource {
  readonly endpoint_id: string
  readonly state: string
  readonly connection_log: Maybe<boolean>
}

export interface Ec2 {
  settings: Settings
  prefixLists: PrefixList
  subnets: Subnet
  securityGroups: SecurityGroup
  networkAcls: NetworkAcl
  addresses: Address
  instances: Instance
  launchTemplates: LaunchTemplate
  images: Image
  volumes: Volume
  snapshots: Snapshot
  transitGateways: TransitGateway
  clientVpnEndpoints: ClientVpnEndpoint
}

export const check = checkFor<Ec2>()
