/** Builds instances and backups for the regions of the demo account. */
import type { Instance } from '../aws/ec2/instance.state.ts'
import type { NetworkInterface, SecurityGroup } from '../aws/ec2/network.state.ts'
import type { Ec2Region, Snapshot, Volume } from '../aws/ec2/state.ts'
import { idOf, networkOf } from './networks.ts'

export interface Machine {
  name: string
  groups: number[]
  /** The last part of its public address, or null for a private one. */
  publicHost: number | null
  encrypted?: boolean
  differs?: Partial<Instance>
}

/** A machine as three EC2 resources: instance, network interface, volume. */
export const machine = (
  regionName: string,
  mark: string,
  number: number,
  createdAt: Date,
  { name, groups, publicHost, encrypted = true, differs = {} }: Machine,
) => {
  const { vpcId, publicSubnet, privateSubnet, zone } = networkOf(regionName, mark)
  const volumeId = idOf('vol', mark, number)
  const id = idOf('i', mark, number)
  const place = {
    vpcId,
    subnetId: publicHost === null ? privateSubnet : publicSubnet,
    zone,
    privateIp: `10.20.${publicHost === null ? 2 : 1}.${number + 10}`,
    publicIp: publicHost === null ? null : `203.0.113.${publicHost}`,
    ipv6: null,
    securityGroupIds: groups.map((each) => idOf('sg', mark, each)),
  }
  const instance: Instance = {
    id,
    reservationId: idOf('r', mark, number),
    type: 't3.small',
    imageId: idOf('ami', mark, 1),
    state: 'running',
    ...place,
    interfaceId: idOf('eni', mark, number),
    profile: null,
    metadata: { httpTokens: 'required', endpoint: 'enabled', hopLimit: 1 },
    volumes: [{ device: '/dev/xvda', volumeId }],
    monitoring: false,
    launchedAt: createdAt,
    terminationProtection: false,
    tags: { Name: name },
    ...differs,
  }
  const face: NetworkInterface = {
    id: instance.interfaceId,
    ...place,
    description: '',
    type: 'interface',
    instanceId: id,
    tags: {},
  }
  const volume: Volume = {
    id: volumeId,
    zone,
    sizeGiB: 20,
    type: 'gp3',
    encrypted,
    createdAt,
    attachment: { instanceId: id, device: '/dev/xvda', attachedAt: createdAt },
    tags: { Name: `${name} root` },
  }
  return { instance, face, volume }
}

export const withMachines = (
  base: Ec2Region,
  groups: SecurityGroup[],
  machines: ReturnType<typeof machine>[],
): Ec2Region => ({
  ...base,
  securityGroups: [...base.securityGroups, ...groups],
  instances: machines.map(({ instance }) => instance),
  networkInterfaces: machines.map(({ face }) => face),
  volumes: machines.map(({ volume }) => volume),
})

export const snapshot = (
  mark: string,
  number: number,
  startedAt: Date,
  differs: Partial<Snapshot>,
): Snapshot => ({
  id: idOf('snap', mark, number),
  volumeId: idOf('vol', mark, number),
  sizeGiB: 20,
  encrypted: true,
  startedAt,
  description: 'Nightly backup',
  sharedWith: [],
  tags: {},
  ...differs,
})

/** Instances from the time before version 2 of the metadata service was required. */
export const optional = {
  metadata: { httpTokens: 'optional', endpoint: 'enabled', hopLimit: 2 },
} as const
