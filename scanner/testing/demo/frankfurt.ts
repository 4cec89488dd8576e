/** Frankfurt: a securely configured web tier with its bastion, database and backups. */
import type { Ec2Region } from '../aws/ec2/state.ts'
import { type Ago, demoId, partnerId } from './facts.ts'
import { machine, snapshot, withMachines } from './machines.ts'
import { anywhere, group, idOf, networkOf, open, region } from './networks.ts'

export const frankfurt = (ago: Ago): Ec2Region => {
  const [name, mark] = ['eu-central-1', 'fa1']
  const { vpcId } = networkOf(name, mark)
  const sg = (number: number) => idOf('sg', mark, number)
  const base = withMachines(
    region(name, mark, false),
    [
      group(sg(1), vpcId, 'web', [open(443, 443, anywhere), open(80, 80, anywhere)], 'Public web'),
      group(sg(2), vpcId, 'application', [
        { protocol: 'tcp', from: 8080, to: 8080, cidrs: [], groupIds: [sg(1)] },
      ]),
      group(sg(3), vpcId, 'database', [open(5432, 5432, ['10.20.0.0/16'])]),
      group(
        sg(4),
        vpcId,
        'bastion',
        [{ ...open(22, 22, []), prefixListIds: [idOf('pl', mark, 1)] }],
        'Office only',
      ),
    ],
    [
      machine(name, mark, 1, ago(120), {
        name: 'web-1',
        groups: [1],
        publicHost: 11,
        differs: { profile: 'web-server' },
      }),
      machine(name, mark, 2, ago(120), {
        name: 'web-2',
        groups: [1],
        publicHost: 12,
        differs: { profile: 'web-server' },
      }),
      machine(name, mark, 3, ago(90), {
        name: 'database',
        groups: [3],
        publicHost: null,
        differs: { terminationProtection: true, type: 'm6i.xlarge', enclaves: true },
      }),
      machine(name, mark, 4, ago(300), {
        name: 'bastion',
        groups: [4],
        publicHost: 14,
        differs: { keyName: 'operations' },
      }),
    ],
  )
  return {
    ...base,
    prefixLists: [
      ...base.prefixLists,
      {
        id: idOf('pl', mark, 1),
        name: 'offices',
        ownedByAws: false,
        entries: [
          { cidr: '198.51.100.7/32', description: 'Leeds' },
          { cidr: '198.51.100.9/32', description: 'Leipzig' },
        ],
        tags: { team: 'platform' },
      },
      {
        id: idOf('pl', mark, 2),
        name: 'partner-hosts',
        ownedByAws: false,
        entries: [{ cidr: '10.60.4.0/24', description: 'their interface' }],
        tags: {},
      },
    ],
    ebsEncryptionByDefault: true,
    snapshotBlockPublicAccess: 'block-all-sharing',
    metadataDefaults: { httpTokens: 'required', hopLimit: 1 },
    snapshots: [
      snapshot(mark, 3, ago(1), {}),
      snapshot(mark, 1, ago(2), { sharedWith: [partnerId] }),
    ],
    images: [
      {
        id: idOf('ami', mark, 1),
        name: 'web-base',
        createdAt: ago(121),
        rootSnapshotId: idOf('snap', mark, 1),
        rootEncrypted: true,
        sharedWith: [],
        tags: {},
      },
    ],
    addresses: [
      {
        allocationId: idOf('eipalloc', mark, 1),
        publicIp: '203.0.113.14',
        interfaceId: idOf('eni', mark, 4),
        instanceId: idOf('i', mark, 4),
        tags: { Name: 'bastion' },
      },
    ],
    flowLogs: [
      {
        id: idOf('fl', mark, 1),
        resourceId: vpcId,
        traffic: 'ALL',
        destination: `arn:aws:logs:${name}:${demoId}:log-group:flow`,
        active: true,
        createdAt: ago(500),
        tags: {},
      },
    ],
    routeTables: base.routeTables.map((table) =>
      table.main
        ? {
            ...table,
            routes: [
              ...table.routes,
              { destination: idOf('pl', mark, 2), target: idOf('pcx', mark, 1) },
            ],
          }
        : table,
    ),
    subnets: [
      ...base.subnets,
      {
        id: idOf('subnet', mark, 3),
        vpcId,
        zone: `${name}b`,
        cidr: '10.20.3.0/24',
        publicByDefault: false,
        tags: { tier: 'private' },
      },
    ],
    peerings: [
      {
        id: idOf('pcx', mark, 1),
        state: 'active',
        requester: { vpcId, ownerId: demoId, region: name, cidrs: ['10.20.0.0/16'] },
        accepter: {
          vpcId: 'vpc-0partner0c0de0001',
          ownerId: partnerId,
          region: name,
          cidrs: ['10.60.0.0/16'],
        },
        tags: { Name: 'partner' },
      },
    ],
    endpointServices: [
      {
        id: idOf('vpce-svc', mark, 2),
        acceptanceRequired: true,
        allowed: [`arn:aws:iam::${demoId}:root`],
        tags: { Name: 'billing' },
      },
      {
        id: idOf('vpce-svc', mark, 1),
        acceptanceRequired: true,
        allowed: [`arn:aws:iam::${partnerId}:root`],
        tags: { Name: 'partner-feed' },
      },
    ],
    transitGateways: [
      {
        id: idOf('tgw', mark, 1),
        state: 'available',
        acceptsAttachments: false,
        tags: { Name: 'hub' },
      },
    ],
    clientVpnEndpoints: [
      {
        id: idOf('cvpn-endpoint', mark, 1),
        state: 'available',
        description: 'Operations',
        logGroup: 'client-vpn',
        tags: { Name: 'operations' },
      },
    ],
    vpnConnections: [
      {
        id: idOf('vpn', mark, 1),
        state: 'available',
        tunnels: [
          { address: '198.51.100.21', up: true },
          { address: '198.51.100.22', up: true },
        ],
        tags: { Name: 'leipzig' },
      },
    ],
    vpcEndpoints: [
      {
        id: idOf('vpce', mark, 2),
        vpcId,
        kind: 'Interface',
        serviceName: `com.amazonaws.${name}.ec2`,
        policy: {
          Statement: [
            {
              Effect: 'Allow',
              Principal: { AWS: `arn:aws:iam::${demoId}:root` },
              Action: '*',
              Resource: '*',
            },
          ],
        },
        routeTableIds: [],
        subnetIds: [networkOf(name, mark).privateSubnet, idOf('subnet', mark, 3)],
        createdAt: ago(200),
        tags: { Name: 'ec2-api' },
      },
      {
        id: idOf('vpce', mark, 1),
        vpcId,
        kind: 'Gateway',
        serviceName: `com.amazonaws.${name}.s3`,
        policy: { Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] },
        routeTableIds: [idOf('rtb', mark, 1)],
        createdAt: ago(500),
        tags: {},
      },
    ],
    launchTemplates: [
      {
        id: idOf('lt', mark, 1),
        name: 'web',
        createdAt: ago(130),
        createdBy: `arn:aws:iam::${demoId}:user/cloud-admin`,
        defaultVersion: 1,
        versions: [
          {
            number: 2,
            createdAt: ago(10),
            imageId: idOf('ami', mark, 1),
            instanceType: 't3.medium',
            userData: '#!/bin/sh\nsystemctl start web\n',
            httpTokens: 'required',
            publicAddress: true,
            securityGroupIds: [sg(1)],
          },
          {
            number: 1,
            createdAt: ago(130),
            imageId: idOf('ami', mark, 1),
            instanceType: 't3.small',
            publicAddress: true,
            securityGroupIds: [sg(1)],
          },
        ],
        tags: {},
      },
    ],
  }
}
