/** Typical networks: one VPC per region with public and private halves, and a default group. */
import type { Permission, SecurityGroup } from '../aws/ec2/network.state.ts'
import { type Ec2Region, emptyRegion } from '../aws/ec2/state.ts'

/** Generates long ids: kind, region's mark, number. */
export const idOf = (kind: string, mark: string, number: number): string =>
  `${kind}-0${mark}c0de${String(number).padStart(8, '0')}${mark.charAt(0)}`

export const anywhere = ['0.0.0.0/0', '::/0']

export const open = (
  from: number,
  to = from,
  cidrs = ['0.0.0.0/0'],
  protocol = 'tcp',
): Permission => ({
  protocol,
  from,
  to,
  cidrs,
})

const outbound: Permission = { protocol: '-1', cidrs: ['0.0.0.0/0'] }

export const group = (
  id: string,
  vpcId: string,
  name: string,
  ingress: Permission[],
  description = name,
): SecurityGroup => ({ id, name, description, vpcId, ingress, egress: [outbound], tags: {} })

export interface Network {
  readonly vpcId: string
  readonly publicSubnet: string
  readonly privateSubnet: string
  readonly zone: string
}

export const networkOf = (region: string, mark: string): Network => ({
  vpcId: idOf('vpc', mark, 1),
  publicSubnet: idOf('subnet', mark, 1),
  privateSubnet: idOf('subnet', mark, 2),
  zone: `${region}a`,
})

const aclEntries = [true, false].flatMap((egress) => [
  { number: 100, egress, allow: true, protocol: '-1', cidr: '0.0.0.0/0' },
  { number: 32_767, egress, allow: false, protocol: '-1', cidr: '0.0.0.0/0' },
])

/** A region with its network, its default group (closed or not), and no running resources. */
export const region = (name: string, mark: string, isDefault: boolean): Ec2Region => {
  const { vpcId, publicSubnet, privateSubnet, zone } = networkOf(name, mark)
  const gateway = idOf('igw', mark, 1)
  const cidr = isDefault ? '172.31' : '10.20'
  const subnet = (id: string, third: number, publicByDefault: boolean) => ({
    id,
    vpcId,
    zone,
    cidr: `${cidr}.${third}.0/24`,
    publicByDefault,
    tags: { tier: publicByDefault ? 'public' : 'private' },
  })
  const defaultGroup = idOf('sg', mark, 0)
  return {
    ...emptyRegion(),
    vpcs: [
      { id: vpcId, cidr: `${cidr}.0.0/16`, isDefault, tags: isDefault ? {} : { Name: 'main' } },
    ],
    subnets: [subnet(publicSubnet, 1, true), subnet(privateSubnet, 2, false)],
    routeTables: [
      {
        id: idOf('rtb', mark, 1),
        vpcId,
        main: true,
        subnetIds: [],
        routes: [{ destination: `${cidr}.0.0/16`, target: 'local' }],
        tags: {},
      },
      {
        id: idOf('rtb', mark, 2),
        vpcId,
        main: false,
        subnetIds: [publicSubnet],
        routes: [
          { destination: `${cidr}.0.0/16`, target: 'local' },
          { destination: '0.0.0.0/0', target: gateway },
          { destination: '::/0', target: gateway },
        ],
        tags: {},
      },
    ],
    networkAcls: [
      {
        id: idOf('acl', mark, 1),
        vpcId,
        isDefault: true,
        subnetIds: [publicSubnet, privateSubnet],
        entries: aclEntries,
        tags: {},
      },
    ],
    prefixLists: [
      {
        id: idOf('pl', mark, 0),
        name: `com.amazonaws.${name}.s3`,
        ownedByAws: true,
        entries: [{ cidr: '198.51.100.0/24' }],
        tags: {},
      },
    ],
    securityGroups: [
      group(
        defaultGroup,
        vpcId,
        'default',
        [{ protocol: '-1', cidrs: [], groupIds: [defaultGroup] }],
        'default VPC security group',
      ),
    ],
  }
}
