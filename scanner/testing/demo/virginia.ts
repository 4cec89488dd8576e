/** Virginia: the first region of the account, with many old resources. */
import type { Ec2Region } from '../aws/ec2/state.ts'
import { type Ago, demoId } from './facts.ts'
import { machine, optional, snapshot, withMachines } from './machines.ts'
import { anywhere, group, idOf, networkOf, open, region } from './networks.ts'

export const virginia = (ago: Ago): Ec2Region => {
  const [name, mark] = ['us-east-1', '1ad']
  const { vpcId } = networkOf(name, mark)
  const sg = (number: number) => idOf('sg', mark, number)
  const base = withMachines(
    region(name, mark, true),
    [
      group(
        sg(1),
        vpcId,
        'launch-wizard-1',
        [open(22), open(80)],
        'launch-wizard-1 created by the console',
      ),
      group(sg(2), vpcId, 'windows-jump', [open(3389, 3389, anywhere), open(445)]),
      group(sg(3), vpcId, 'everything', [{ protocol: '-1', cidrs: anywhere }], 'Temporary'),
      group(sg(4), vpcId, 'search-and-cache', [
        open(9200, 9300),
        open(6379),
        open(11_211, 11_211, ['0.0.0.0/0'], 'udp'),
      ]),
      group(sg(5), vpcId, 'unused-ftp', [open(20, 21), open(23)]),
      // Open to all through a prefix list: only its entries show that.
      group(sg(6), vpcId, 'partners', [
        { ...open(22, 22, []), prefixListIds: [idOf('pl', mark, 1)] },
      ]),
    ],
    [
      machine(name, mark, 1, ago(1900), {
        name: 'intranet',
        groups: [1],
        publicHost: 31,
        encrypted: false,
        differs: optional,
      }),
      machine(name, mark, 2, ago(1700), {
        name: 'jump-host',
        groups: [2],
        publicHost: 32,
        encrypted: false,
        differs: { ...optional, platform: 'windows', type: 'm5.large' },
      }),
      machine(name, mark, 3, ago(1500), {
        name: 'search',
        groups: [4],
        publicHost: 33,
        encrypted: false,
        differs: optional,
      }),
      machine(name, mark, 4, ago(30), {
        name: 'experiment',
        groups: [3],
        publicHost: 34,
        differs: { profile: 'batch-worker', enclaves: true, type: 'm5.xlarge' },
      }),
      machine(name, mark, 5, ago(1500), {
        name: 'old-batch',
        groups: [3],
        publicHost: null,
        encrypted: false,
        differs: {
          ...optional,
          state: 'stopped',
          stateReason: `User initiated (${ago(200).toISOString().slice(0, 19).replace('T', ' ')} GMT)`,
          enclaves: true,
        },
      }),
    ],
  )
  return {
    ...base,
    routeTables: base.routeTables.map((table) =>
      table.main
        ? {
            ...table,
            routes: [
              ...table.routes,
              { destination: '10.20.0.0/16', target: idOf('pcx', mark, 1) },
            ],
          }
        : table,
    ),
    peerings: [
      {
        id: idOf('pcx', mark, 1),
        state: 'active',
        requester: { vpcId, ownerId: demoId, region: name, cidrs: ['172.31.0.0/16'] },
        accepter: {
          vpcId: networkOf('eu-west-1', 'd0b').vpcId,
          ownerId: demoId,
          region: 'eu-west-1',
          cidrs: ['10.20.0.0/16'],
        },
        tags: { Name: 'to-ireland' },
      },
    ],
    vpcEndpoints: [
      {
        id: idOf('vpce', mark, 1),
        vpcId,
        kind: 'Interface',
        serviceName: `com.amazonaws.${name}.sqs`,
        policy: { Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] },
        routeTableIds: [],
        subnetIds: [networkOf(name, mark).privateSubnet],
        createdAt: ago(700),
        tags: { Name: 'queues' },
      },
    ],
    transitGateways: [
      {
        id: idOf('tgw', mark, 1),
        state: 'available',
        acceptsAttachments: true,
        tags: { Name: 'old-hub' },
      },
    ],
    clientVpnEndpoints: [
      {
        id: idOf('cvpn-endpoint', mark, 1),
        state: 'available',
        description: 'Staff on the road',
        logGroup: null,
        tags: { Name: 'staff' },
      },
    ],
    vpnConnections: [
      {
        id: idOf('vpn', mark, 1),
        state: 'available',
        tunnels: [
          { address: '198.51.100.31', up: true },
          { address: '198.51.100.32', up: false },
        ],
        tags: { Name: 'leeds' },
      },
    ],
    prefixLists: [
      ...base.prefixLists,
      {
        id: idOf('pl', mark, 1),
        name: 'partners',
        ownedByAws: false,
        entries: [{ cidr: '192.0.2.0/24' }, { cidr: '0.0.0.0/0', description: 'while we test' }],
        tags: {},
      },
    ],
    snapshots: [
      snapshot(mark, 1, ago(40), { encrypted: false, description: 'before the upgrade' }),
      snapshot(mark, 3, ago(900), {
        encrypted: false,
        sharedWith: ['all'],
        description: 'demo data',
      }),
      snapshot(mark, 5, ago(3), {}),
    ],
    images: [
      {
        id: idOf('ami', mark, 1),
        name: 'intranet-2021',
        createdAt: ago(1900),
        rootSnapshotId: idOf('snap', mark, 1),
        rootEncrypted: false,
        sharedWith: [],
        tags: {},
      },
      {
        id: idOf('ami', mark, 2),
        name: 'search-demo',
        createdAt: ago(880),
        rootSnapshotId: idOf('snap', mark, 3),
        rootEncrypted: false,
        sharedWith: ['all'],
        tags: {},
      },
    ],
    volumes: [
      ...base.volumes,
      {
        id: idOf('vol', mark, 90),
        zone: `${name}a`,
        sizeGiB: 500,
        type: 'gp2',
        encrypted: false,
        createdAt: ago(1400),
        attachment: null,
        tags: {},
      },
    ],
  }
}
