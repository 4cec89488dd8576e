/** One region of a synthetic account. */
import type { Instance } from '../aws/ec2/instance.state.ts'
import type { NetworkInterface, Permission, SecurityGroup } from '../aws/ec2/network.state.ts'
import type { Ec2Region, Snapshot, Volume } from '../aws/ec2/state.ts'
import { networkOf, region as emptyNetwork } from '../demo/networks.ts'
import type { Draw } from './draw.ts'

interface Counts {
  groups: number
  instances: number
  volumes: number
  snapshots: number
}

const idOf = (kind: string, number: number) => `${kind}-${number.toString(16).padStart(17, '0')}`

const inside = ['10.0.0.0/8']
const world = ['0.0.0.0/0']
const ports = [22, 80, 443, 3306, 3389, 5432, 6379, 9200] as const

const group = (draw: Draw, number: number, vpcId: string): SecurityGroup => {
  const ingress: Permission[] = Array.from({ length: 1 + draw.upTo(3) }, () => {
    const port = draw.one(ports)
    return { protocol: 'tcp', from: port, to: port, cidrs: draw.often(8) ? world : inside }
  })
  return {
    id: idOf('sg', number),
    name: `group-${number}`,
    description: 'Generated',
    vpcId,
    ingress,
    egress: [{ protocol: '-1', cidrs: world }],
    tags: {},
  }
}

const address = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

const instance = (
  draw: Draw,
  number: number,
  name: string,
  groups: readonly SecurityGroup[],
): Instance => {
  const { vpcId, publicSubnet, privateSubnet, zone } = networkOf(name, '5e7')
  const isPublic = draw.often(15)
  const chosen = groups[draw.upTo(groups.length)]
  return {
    id: idOf('i', number),
    reservationId: idOf('r', number),
    type: draw.one(['t3.small', 'm6i.large', 'c7g.xlarge']),
    imageId: 'ami-0000000000000000a',
    state: draw.often(92) ? 'running' : 'stopped',
    zone,
    vpcId,
    subnetId: isPublic ? publicSubnet : privateSubnet,
    privateIp: address(number),
    publicIp: isPublic ? `203.0.113.${number % 256}` : null,
    ipv6: null,
    interfaceId: idOf('eni', number),
    securityGroupIds: chosen ? [chosen.id] : [],
    profile: null,
    metadata: {
      httpTokens: draw.often(80) ? 'required' : 'optional',
      endpoint: 'enabled',
      hopLimit: 1,
    },
    volumes: [{ device: '/dev/xvda', volumeId: idOf('vol', number) }],
    monitoring: false,
    launchedAt: draw.ago(draw.upTo(1000)),
    terminationProtection: false,
    tags: { Name: `machine-${number}` },
  }
}

const faceOf = (machine: Instance): NetworkInterface => ({
  id: machine.interfaceId,
  vpcId: machine.vpcId,
  subnetId: machine.subnetId,
  zone: machine.zone,
  description: '',
  type: 'interface',
  securityGroupIds: machine.securityGroupIds,
  instanceId: machine.id,
  privateIp: machine.privateIp,
  publicIp: machine.publicIp,
  ipv6: null,
  tags: {},
})

/** The first volumes are the root volumes of the instances, in the same order; the rest are unattached. */
const volume = (
  draw: Draw,
  number: number,
  zone: string,
  machine: Instance | undefined,
): Volume => ({
  id: idOf('vol', number),
  zone,
  sizeGiB: 8 << draw.upTo(6),
  type: 'gp3',
  encrypted: draw.often(85),
  createdAt: draw.ago(draw.upTo(1000)),
  attachment: machine
    ? { instanceId: machine.id, device: '/dev/xvda', attachedAt: machine.launchedAt }
    : null,
  tags: {},
})

const snapshot = (draw: Draw, number: number): Snapshot => ({
  id: idOf('snap', number),
  volumeId: idOf('vol', number),
  sizeGiB: 8,
  encrypted: draw.often(85),
  startedAt: draw.ago(draw.upTo(400)),
  description: '',
  sharedWith: draw.often(2) ? ['all'] : [],
  tags: {},
})

const made = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at + 1))

export const fillRegion = (draw: Draw, name: string, counts: Counts): Ec2Region => {
  const base = emptyNetwork(name, '5e7', false)
  const { vpcId, zone } = networkOf(name, '5e7')
  const groups = made(counts.groups, (number) => group(draw, number, vpcId))
  const instances = made(counts.instances, (number) => instance(draw, number, name, groups))
  return {
    ...base,
    securityGroups: groups,
    instances,
    networkInterfaces: instances.map(faceOf),
    volumes: made(counts.volumes, (number) => volume(draw, number, zone, instances[number - 1])),
    snapshots: made(counts.snapshots, (number) => snapshot(draw, number)),
    ebsEncryptionByDefault: draw.often(50),
  }
}
