/** Neptune and DocumentDB: RDS lists their clusters with its own. */
import { type Ago, partnerId } from '../facts.ts'
import { networkOf } from '../networks.ts'
import { cluster, clusterRestorers, clusterSnapshot, neglected } from './database-parts.ts'

const subnetGroup = (region: string, mark: string, name: string, isPublic: boolean) => {
  const { vpcId, publicSubnet, privateSubnet } = networkOf(region, mark)
  return {
    DBSubnetGroupName: name,
    VpcId: vpcId,
    SubnetGroupStatus: 'Complete',
    Subnets: (isPublic ? [privateSubnet, publicSubnet] : [privateSubnet]).map((id) => ({
      SubnetIdentifier: id,
      SubnetStatus: 'Active',
    })),
  }
}

const frankfurt = (ago: Ago) => {
  const region = 'eu-central-1'
  return {
    clusters: [
      cluster(region, 'friends', ago(260), {
        members: ['friends-1', 'friends-2'],
        Engine: 'neptune',
        EngineVersion: '1.4.5.1',
        Port: 8182,
        DBSubnetGroup: 'graphs',
        EnabledCloudwatchLogsExports: ['audit'],
      }),
      cluster(region, 'catalogue', ago(220), {
        members: ['catalogue-1', 'catalogue-2'],
        Engine: 'docdb',
        EngineVersion: '5.0.0',
        Port: 27_017,
        EnabledCloudwatchLogsExports: ['audit', 'profiler'],
      }),
    ],
    snapshots: [
      clusterSnapshot(region, 'friends-weekly', 'friends', ago(4), { Engine: 'neptune' }),
      clusterSnapshot(region, 'catalogue-weekly', 'catalogue', ago(4), { Engine: 'docdb' }),
    ],
    restorers: clusterRestorers({ 'friends-weekly': [], 'catalogue-weekly': [partnerId] }),
    subnetGroups: [subnetGroup(region, 'fa1', 'graphs', false)],
  }
}

const ireland = (ago: Ago) => {
  const region = 'eu-west-1'
  return {
    clusters: [
      cluster(region, 'recommendations', ago(900), {
        ...neglected,
        members: ['recommendations-1'],
        Engine: 'neptune',
        EngineVersion: '1.2.1.0',
        Port: 8182,
        DBSubnetGroup: 'default',
      }),
      cluster(region, 'sessions', ago(800), {
        ...neglected,
        members: ['sessions-1'],
        Engine: 'docdb',
        EngineVersion: '4.0.0',
        Port: 27_017,
        EnabledCloudwatchLogsExports: ['profiler'],
      }),
    ],
    snapshots: [
      clusterSnapshot(region, 'recommendations-demo', 'recommendations', ago(500), {
        Engine: 'neptune',
        StorageEncrypted: false,
      }),
      clusterSnapshot(region, 'sessions-demo', 'sessions', ago(500), {
        Engine: 'docdb',
        StorageEncrypted: false,
      }),
    ],
    restorers: clusterRestorers({ 'recommendations-demo': ['all'], 'sessions-demo': ['all'] }),
    subnetGroups: [subnetGroup(region, 'd0b', 'default', true)],
  }
}

export const clusterServices = (ago: Ago) => ({
  frankfurt: frankfurt(ago),
  ireland: ireland(ago),
})
