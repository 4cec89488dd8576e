// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type {
  Address,
  ClientVpnEndpoint,
  Image,
  Instance,
  LaunchTemplate,
  NetworkAcl,
  NetworkAclEntry,
  NetworkInterface,
  PrefixList,
  Rule,
  SecurityGroup,
  Settings,
  Snapshot,
  Subnet,
  TransitGateway,
  Volume,
} from './resources.ts'

const place = 'arn:aws:ec2:eu-west-1:123456789012'
const region = 'eu-west-1'

/** A rule that allows `ranges` to access one port, a range of ports, or everything. */
export const allow = (
  protocol: string,
  ports: number | readonly [number, number] | null,
  ...ranges: string[]
): Rule => {
  const [from, to] = typeof ports === 'number' ? [ports, ports] : (ports ?? [])
  return {
    protocol,
    ports: from === undefined || to === undefined ? null : { from, to },
    ranges,
    prefix_list_ids: [],
    group_ids: [],
  }
}

/** A rule that allows the ranges of a prefix list. */
export const allowList = (protocol: string, port: number, list: string): Rule => ({
  ...allow(protocol, port),
  prefix_list_ids: [list],
})

/** A rule that allows the members of a group. */
export const allowGroup = (group: string): Rule => ({ ...allow('-1', null), group_ids: [group] })

export const securityGroup = world<SecurityGroup>({
  uid: `${place}:security-group/sg-1`,
  name: 'web',
  region,
  group_id: 'sg-1',
  vpc_id: 'vpc-1',
  ingress: [allow('tcp', 443, '10.0.0.0/8'), allowGroup('sg-2')],
  egress: [allow('tcp', 443, '0.0.0.0/0')],
  attachments: [{ interface_id: 'eni-1', type: 'interface', owner: '123456789012' }],
  templates: [],
  functions: [],
  referrers: [],
})

export const prefixList = world<PrefixList>({
  uid: `${place}:prefix-list/pl-1`,
  name: 'offices',
  region,
  prefix_list_id: 'pl-1',
  ranges: ['10.20.0.0/16'],
})

/** A subnet with a route to an internet gateway. */
export const subnet = world<Subnet>({
  uid: `${place}:subnet/subnet-1`,
  name: 'front',
  region,
  subnet_id: 'subnet-1',
  vpc_id: 'vpc-1',
  internet: { ipv4: true, ipv6: true },
})

export const networkInterface = (changes: Partial<NetworkInterface> = {}): NetworkInterface => ({
  interface_id: 'eni-1',
  type: 'interface',
  subnet_id: 'subnet-1',
  group_ids: ['sg-1'],
  public_ipv4: [],
  ipv6: [],
  ...changes,
})

/** A private instance in group sg-1. */
export const instance = world<Instance>({
  uid: `${place}:instance/i-1`,
  name: 'web-1',
  region,
  instance_id: 'i-1',
  image_id: 'ami-1',
  image: { deprecated_at: null },
  state: 'running',
  interfaces: [networkInterface()],
  metadata: { endpoint: 'enabled', tokens: 'required' },
  profile: `arn:aws:iam::123456789012:instance-profile/web`,
  monitoring: 'enabled',
  launched_at: '2026-01-01T12:00:00.000Z',
  virtualization: 'hvm',
  enclaves: false,
  stopped_at: null,
  managed: 'Online',
  backup: { by: [], perhaps: [] },
})

export const entry = (changes: Partial<NetworkAclEntry> = {}): NetworkAclEntry => ({
  number: 100,
  egress: false,
  allow: true,
  protocol: 'tcp',
  ports: { from: 443, to: 443 },
  range: '0.0.0.0/0',
  ...changes,
})

export const networkAcl = world<NetworkAcl>({
  uid: `${place}:network-acl/acl-1`,
  name: 'front',
  region,
  vpc_id: 'vpc-1',
  acl_id: 'acl-1',
  default: false,
  subnet_ids: ['subnet-1'],
  entries: [entry()],
})

export const address = world<Address>({
  uid: `${place}:elastic-ip/eipalloc-1`,
  name: '198.51.100.7',
  region,
  public_ip: '198.51.100.7',
  attached_to: 'eni-1',
})

export const volume = world<Volume>({
  uid: `${place}:volume/vol-1`,
  name: 'vol-1',
  region,
  volume_id: 'vol-1',
  encrypted: true,
  instance_ids: ['i-1'],
  backup: { by: ['nightly'], perhaps: [] },
})

export const transitGateway = world<TransitGateway>({
  uid: `${place}:transit-gateway/tgw-1`,
  name: 'hub',
  region,
  gateway_id: 'tgw-1',
  state: 'available',
  auto_accept: 'disable',
})

export const clientVpnEndpoint = world<ClientVpnEndpoint>({
  uid: `${place}:client-vpn-endpoint/cvpn-endpoint-1`,
  name: 'staff',
  region,
  endpoint_id: 'cvpn-endpoint-1',
  state: 'available',
  connection_log: true,
})

export const snapshot = world<Snapshot>({
  uid: `arn:aws:ec2:${region}::snapshot/snap-1`,
  name: 'snap-1',
  region,
  snapshot_id: 'snap-1',
  volume_id: 'vol-1',
  encrypted: true,
  shared_with: [],
})

export const image = world<Image>({
  uid: `arn:aws:ec2:${region}::image/ami-1`,
  name: 'golden',
  region,
  image_id: 'ami-1',
  public: false,
})

export const launchTemplate = world<LaunchTemplate>({
  uid: `${place}:launch-template/lt-1`,
  name: 'workers',
  region,
  template_id: 'lt-1',
  version: { number: 1, tokens: 'required', endpoint: 'enabled', public_address: false },
})

export const settings = world<Settings>({
  uid: `${place}:account`,
  name: region,
  region,
  ebs_encryption: true,
  snapshot_block: 'block-all-sharing',
  image_block: 'block-new-sharing',
  metadata_tokens: 'required',
})
