/** Databases: the shop's and the ledger, configured securely, and old ones in Virginia. */
import { type Ago, demoId, partnerId } from '../facts.ts'
import { idOf, networkOf } from '../networks.ts'
import { clusterServices } from './cluster-services.ts'
import {
  arnOf,
  cluster,
  clusterRestorers,
  clusterSnapshot,
  instance,
  neglected,
  parameters,
  restorers,
  snapshot,
} from './database-parts.ts'

const inNetwork = (region: string, mark: string, securityGroup: number) => ({
  DBSubnetGroup: {
    DBSubnetGroupName: 'databases',
    VpcId: networkOf(region, mark).vpcId,
    Subnets: [{ SubnetIdentifier: networkOf(region, mark).privateSubnet }],
  },
  VpcSecurityGroups: [{ VpcSecurityGroupId: idOf('sg', mark, securityGroup), Status: 'active' }],
})

const group = (name: string) => ({
  DBParameterGroups: [{ DBParameterGroupName: name, ParameterApplyStatus: 'in-sync' }],
})

const subscription = (region: string, name: string, type: string, categories: string[]) => ({
  CustSubscriptionId: name,
  EventSubscriptionArn: arnOf(region, 'es', name),
  SnsTopicArn: `arn:aws:sns:${region}:${demoId}:alarms`,
  Status: 'active',
  Enabled: true,
  SourceType: type,
  EventCategoriesList: categories,
})

const frankfurt = (ago: Ago) => {
  const region = 'eu-central-1'
  const network = inNetwork(region, 'fa1', 3)
  const others = clusterServices(ago).frankfurt
  const member = {
    ...network,
    ...group('default.aurora-mysql8.0'),
    Engine: 'aurora-mysql',
    EngineVersion: '8.0.mysql_aurora.3.08.0',
    DBClusterIdentifier: 'ledger',
    MultiAZ: false,
    TagList: [{ Key: 'team', Value: 'finance' }],
  }
  return {
    DescribeDBInstances: {
      DBInstances: [
        instance(region, 'shop', ago(410), { ...network, ...group('shop-16') }),
        instance(region, 'ledger-1', ago(300), member),
        instance(region, 'ledger-2', ago(300), member),
      ],
    },
    DescribeDBClusters: {
      DBClusters: [
        cluster(region, 'ledger', ago(300), {
          members: ['ledger-1', 'ledger-2'],
          Engine: 'aurora-mysql',
          EngineVersion: '8.0.mysql_aurora.3.08.0',
          DBClusterParameterGroup: 'ledger-8',
          EnabledCloudwatchLogsExports: ['audit', 'error'],
          BacktrackWindow: 86_400,
          AutoMinorVersionUpgrade: true,
        }),
        ...others.clusters,
      ],
    },
    DescribeDBSubnetGroups: { DBSubnetGroups: others.subnetGroups },
    DescribeDBParameters: parameters({ 'shop-16': ['rds.force_ssl', '1'] }),
    DescribeDBClusterParameters: parameters({ 'ledger-8': ['require_secure_transport', 'ON'] }),
    DescribeDBSnapshots: {
      DBSnapshots: [
        snapshot(region, 'rds:shop-daily', 'shop', ago(0.5), { SnapshotType: 'automated' }),
        snapshot(region, 'shop-before-16', 'shop', ago(200), {}),
      ],
    },
    DescribeDBSnapshotAttributes: restorers({ 'shop-before-16': [] }),
    DescribeDBClusterSnapshots: {
      DBClusterSnapshots: [
        clusterSnapshot(region, 'ledger-for-audit', 'ledger', ago(30), { Engine: 'aurora-mysql' }),
        ...others.snapshots,
      ],
    },
    DescribeDBClusterSnapshotAttributes: {
      ...clusterRestorers({ 'ledger-for-audit': [partnerId] }),
      ...others.restorers,
    },
    DescribeEventSubscriptions: {
      EventSubscriptionsList: [
        subscription(region, 'instances', 'db-instance', [
          'configuration change',
          'failure',
          'maintenance',
        ]),
        subscription(region, 'clusters', 'db-cluster', ['failure', 'maintenance']),
        subscription(region, 'parameter-groups', 'db-parameter-group', ['configuration change']),
        subscription(region, 'security-groups', 'db-security-group', [
          'configuration change',
          'failure',
        ]),
      ],
    },
  }
}

const virginia = (ago: Ago) => {
  const region = 'us-east-1'
  const network = inNetwork(region, '1ad', 3)
  return {
    DescribeDBInstances: {
      DBInstances: [
        instance(region, 'intranet', ago(1800), {
          ...neglected,
          ...network,
          ...group('default.mysql8.0'),
          Engine: 'mysql',
          EngineVersion: '8.0.36',
          MasterUsername: 'admin',
          Endpoint: { Address: `intranet.c0de.${region}.rds.amazonaws.com`, Port: 3306 },
          BackupRetentionPeriod: 0,
          AutoMinorVersionUpgrade: false,
          PubliclyAccessible: true,
          MultiAZ: false,
          MonitoringInterval: 0,
          CertificateDetails: { CAIdentifier: 'rds-ca-2019', ValidTill: ago(450) },
          EnabledCloudwatchLogsExports: undefined,
        }),
        instance(region, 'hr-archive', ago(1500), {
          ...network,
          ...group('default.oracle-se2-19'),
          OptionGroupMemberships: [{ OptionGroupName: 'hr-archive', Status: 'in-sync' }],
          Engine: 'oracle-se2',
          EngineVersion: '19.0.0.0.ru-2025-07.rur-2025-07.r1',
          Endpoint: { Address: `hr-archive.c0de.${region}.rds.amazonaws.com`, Port: 2521 },
          EnabledCloudwatchLogsExports: ['audit', 'listener'],
        }),
      ],
    },
    DescribeDBClusters: {
      DBClusters: [
        cluster(region, 'old-reports', ago(1200), {
          ...neglected,
          members: ['old-reports-1'],
          Engine: 'aurora-mysql',
          EngineVersion: '5.7.mysql_aurora.2.12.4',
          MasterUsername: 'admin',
          Port: 3306,
          DBClusterParameterGroup: 'default.aurora-mysql5.7',
          AutoMinorVersionUpgrade: false,
        }),
      ],
    },
    DescribeDBParameters: parameters({
      'default.mysql8.0': ['require_secure_transport', undefined],
    }),
    DescribeOptionGroups: {
      OptionGroupsList: [
        {
          OptionGroupName: 'hr-archive',
          EngineName: 'oracle-se2',
          MajorEngineVersion: '19',
          Options: [
            {
              OptionName: 'NATIVE_NETWORK_ENCRYPTION',
              OptionSettings: [{ Name: 'SQLNET.ENCRYPTION_SERVER', Value: 'REQUIRED' }],
            },
          ],
        },
      ],
    },
    DescribeDBSnapshots: {
      DBSnapshots: [
        snapshot(region, 'intranet-demo', 'intranet', ago(700), {
          Engine: 'mysql',
          Encrypted: false,
        }),
      ],
    },
    DescribeDBSnapshotAttributes: restorers({ 'intranet-demo': ['all'] }),
    DescribeEventSubscriptions: {
      EventSubscriptionsList: [
        {
          ...subscription(region, 'old-alarms', 'db-instance', ['failure']),
          Status: 'topic-not-exist',
        },
      ],
    },
  }
}

const ireland = (ago: Ago) => {
  const others = clusterServices(ago).ireland
  return {
    DescribeDBClusters: { DBClusters: others.clusters },
    DescribeDBSubnetGroups: { DBSubnetGroups: others.subnetGroups },
    DescribeDBClusterSnapshots: { DBClusterSnapshots: others.snapshots },
    DescribeDBClusterSnapshotAttributes: others.restorers,
  }
}

export const demoRds = (ago: Ago) => ({
  'eu-central-1': frankfurt(ago),
  'us-east-1': virginia(ago),
  'eu-west-1': ireland(ago),
})
