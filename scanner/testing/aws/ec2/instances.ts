import type { Call, Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import { describe, ec2Of, relatedId, tagSet } from './describe.ts'
import type { Instance } from './instance.state.ts'

const stateCodes: Record<Instance['state'], number> = {
  pending: 0,
  running: 16,
  'shutting-down': 32,
  terminated: 48,
  stopping: 64,
  stopped: 80,
}

/** Names by id, computed once per call: a page has a thousand instances, a region thousands of groups. */
const groupNames = new WeakMap<Call, Map<string, string>>()

const groupNamesOf = (call: Call): Map<string, string> => {
  const known = groupNames.get(call)
  if (known) return known
  const names = new Map(ec2Of(call).securityGroups.map(({ id, name }) => [id, name]))
  groupNames.set(call, names)
  return names
}

export const groupSet = (call: Call, ids: readonly string[]) =>
  ids.map((groupId) => ({ groupId, groupName: groupNamesOf(call).get(groupId) }))

const dnsOf = (address: string, region: string) =>
  `ec2-${address.replaceAll('.', '-')}.${region}.compute.amazonaws.com`

export const association = (call: Call, publicIp: string | null) =>
  publicIp === null
    ? undefined
    : { publicIp, publicDnsName: dnsOf(publicIp, call.region), ipOwnerId: call.account.id }

export const privateAddresses = (call: Call, privateIp: string, publicIp: string | null) => [
  { privateIpAddress: privateIp, primary: true, association: association(call, publicIp) },
]

export const ipv6Addresses = (address: string | null) =>
  address === null ? [] : [{ ipv6Address: address }]

const interfaceTree = (instance: Instance, call: Call) => ({
  networkInterfaceId: instance.interfaceId,
  subnetId: instance.subnetId,
  vpcId: instance.vpcId,
  ownerId: call.account.id,
  status: 'in-use',
  privateIpAddress: instance.privateIp,
  sourceDestCheck: true,
  groupSet: groupSet(call, instance.securityGroupIds),
  attachment: {
    attachmentId: relatedId('eni-attach', instance.interfaceId),
    deviceIndex: 0,
    status: 'attached',
    attachTime: instance.launchedAt,
    deleteOnTermination: true,
    networkCardIndex: 0,
  },
  association: association(call, instance.publicIp),
  privateIpAddressesSet: privateAddresses(call, instance.privateIp, instance.publicIp),
  ipv6AddressesSet: ipv6Addresses(instance.ipv6),
  interfaceType: 'interface',
})

const volumeTree = (instance: Instance, { device, volumeId }: Instance['volumes'][number]) => ({
  deviceName: device,
  ebs: {
    volumeId,
    status: 'attached',
    attachTime: instance.launchedAt,
    deleteOnTermination: true,
  },
})

const profileTree = (call: Call, name: string | null) => {
  if (name === null) return undefined
  const { id, iam } = call.account
  const role = iam.roles.find((each) => each.name === name)
  return {
    arn: `arn:aws:iam::${id}:instance-profile${role?.path ?? '/'}${name}`,
    id: role?.id.replace('AROA', 'AIPA') ?? 'AIPAUNKNOWN',
  }
}

/** A terminated instance keeps its id for a while, but neither network nor volumes. */
const placed = (instance: Instance, call: Call) => ({
  subnetId: instance.subnetId,
  vpcId: instance.vpcId,
  privateIpAddress: instance.privateIp,
  ipAddress: instance.publicIp ?? undefined,
  ipv6Address: instance.ipv6 ?? undefined,
  groupSet: groupSet(call, instance.securityGroupIds),
  blockDeviceMapping: instance.volumes.map((volume) => volumeTree(instance, volume)),
  networkInterfaceSet: [interfaceTree(instance, call)],
  iamInstanceProfile: profileTree(call, instance.profile),
  metadataOptions: {
    state: 'applied',
    httpTokens: instance.metadata.httpTokens,
    httpPutResponseHopLimit: instance.metadata.hopLimit,
    httpEndpoint: instance.metadata.endpoint,
    httpProtocolIpv6: 'disabled',
    instanceMetadataTags: 'disabled',
  },
})

const instanceTree = (instance: Instance, call: Call) => ({
  instanceId: instance.id,
  imageId: instance.imageId,
  instanceState: { code: stateCodes[instance.state], name: instance.state },
  dnsName: instance.publicIp === null ? '' : dnsOf(instance.publicIp, call.region),
  keyName: instance.keyName,
  amiLaunchIndex: 0,
  instanceType: instance.type,
  launchTime: instance.launchedAt,
  placement: { availabilityZone: instance.zone, groupName: '', tenancy: 'default' },
  platform: instance.platform,
  platformDetails: instance.platform === 'windows' ? 'Windows' : 'Linux/UNIX',
  monitoring: { state: instance.monitoring ? 'enabled' : 'disabled' },
  architecture: 'x86_64',
  rootDeviceType: 'ebs',
  rootDeviceName: instance.volumes[0]?.device ?? '/dev/xvda',
  virtualizationType: 'hvm',
  hypervisor: 'xen',
  ebsOptimized: true,
  reason: instance.stateReason ?? '',
  enclaveOptions: { enabled: instance.enclaves ?? false },
  ...(instance.state === 'terminated' ? {} : placed(instance, call)),
  tagSet: tagSet(instance.tags),
})

export const describeInstances: Operation = describe<Instance>({
  set: 'reservationSet',
  items: ({ instances }) => instances,
  ids: ['InstanceId', ({ id }) => id, 'InvalidInstanceID.NotFound'],
  idsOrPages: true,
  filters: {
    'instance-id': ({ id }) => [id],
    'instance-state-name': ({ state }) => [state],
    'instance-type': ({ type }) => [type],
    'instance.group-id': ({ securityGroupIds }) => securityGroupIds,
    'subnet-id': ({ subnetId }) => [subnetId],
    'vpc-id': ({ vpcId }) => [vpcId],
  },
  tree: (instance, call) => ({
    reservationId: instance.reservationId,
    ownerId: call.account.id,
    groupSet: [],
    instancesSet: [instanceTree(instance, call)],
  }),
})

const attributes: Record<string, (instance: Instance) => object> = {
  userData: ({ userData }) => ({
    userData: userData === undefined ? {} : { value: Buffer.from(userData).toString('base64') },
  }),
  disableApiTermination: ({ terminationProtection }) => ({
    disableApiTermination: { value: terminationProtection },
  }),
  instanceType: ({ type }) => ({ instanceType: { value: type } }),
  sourceDestCheck: () => ({ sourceDestCheck: { value: true } }),
}

export const instanceArn = ({ account, region, input }: Call) =>
  `arn:aws:ec2:${region}:${account.id}:instance/${input.text('InstanceId') ?? ''}`

export const describeInstanceAttribute: Operation = {
  resource: instanceArn,
  answer: (call) => {
    const id = call.input.text('InstanceId') ?? ''
    const instance = ec2Of(call).instances.find((each) => each.id === id)
    if (!instance)
      throw new Fault('InvalidInstanceID.NotFound', 400, `The instance ID '${id}' does not exist`)
    const name = call.input.text('Attribute') ?? ''
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (!attribute)
      throw new Fault(
        'InvalidParameterValue',
        400,
        `Value (${name}) for parameter attribute is invalid.`,
      )
    return { instanceId: id, ...attribute(instance) }
  },
}
