/** Parts of the demo account's databases, in the format of RDS responses. */
import type { Answer } from '../../aws/plain/plain.ts'
import { demoId } from '../facts.ts'

export const arnOf = (region: string, kind: string, name: string): string =>
  `arn:aws:rds:${region}:${demoId}:${kind}:${name}`

const keyOf = (region: string): string =>
  `arn:aws:kms:${region}:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01`

const tag = (team: string) => [{ Key: 'team', Value: team }]

/** A securely configured instance. */
export const instance = (region: string, name: string, createdAt: Date, differs: Answer) => ({
  DBInstanceIdentifier: name,
  DBInstanceArn: arnOf(region, 'db', name),
  DBInstanceClass: 'db.m7g.large',
  DBInstanceStatus: 'available',
  Engine: 'postgres',
  EngineVersion: '16.4',
  MasterUsername: 'larkspur',
  Endpoint: { Address: `${name}.c0de.${region}.rds.amazonaws.com`, Port: 6432 },
  InstanceCreateTime: createdAt,
  AllocatedStorage: 100,
  BackupRetentionPeriod: 14,
  DBSecurityGroups: [],
  StorageEncrypted: true,
  KmsKeyId: keyOf(region),
  AutoMinorVersionUpgrade: true,
  PubliclyAccessible: false,
  MultiAZ: true,
  DeletionProtection: true,
  IAMDatabaseAuthenticationEnabled: true,
  CopyTagsToSnapshot: true,
  MonitoringInterval: 60,
  CertificateDetails: {
    CAIdentifier: 'rds-ca-rsa2048-g1',
    ValidTill: new Date(createdAt.getTime() + 2_500 * 86_400_000),
  },
  EnabledCloudwatchLogsExports: ['postgresql', 'upgrade'],
  TagList: tag('shop'),
  ...differs,
})

/** A securely configured cluster; its members are named. */
export const cluster = (
  region: string,
  name: string,
  createdAt: Date,
  { members, ...differs }: Answer & { readonly members: readonly string[] },
) => ({
  DBClusterIdentifier: name,
  DBClusterArn: arnOf(region, 'cluster', name),
  Status: 'available',
  EngineMode: 'provisioned',
  MasterUsername: 'larkspur',
  ClusterCreateTime: createdAt,
  Port: 6306,
  BackupRetentionPeriod: 14,
  DBClusterMembers: members.map((member, at) => ({
    DBInstanceIdentifier: member,
    IsClusterWriter: at === 0,
    DBClusterParameterGroupStatus: 'in-sync',
  })),
  StorageEncrypted: true,
  KmsKeyId: keyOf(region),
  MultiAZ: members.length > 1,
  DeletionProtection: true,
  IAMDatabaseAuthenticationEnabled: true,
  CopyTagsToSnapshot: true,
  TagList: tag('finance'),
  ...differs,
})

/** The settings of an insecure cluster. */
export const neglected: Answer = {
  BackupRetentionPeriod: 1,
  StorageEncrypted: false,
  KmsKeyId: undefined,
  DeletionProtection: false,
  IAMDatabaseAuthenticationEnabled: false,
  CopyTagsToSnapshot: false,
  TagList: [],
}

export const snapshot = (
  region: string,
  name: string,
  source: string,
  takenAt: Date,
  differs: Answer,
) => ({
  DBSnapshotIdentifier: name,
  DBSnapshotArn: arnOf(region, 'snapshot', name),
  DBInstanceIdentifier: source,
  SnapshotCreateTime: takenAt,
  Engine: 'postgres',
  Status: 'available',
  SnapshotType: 'manual',
  Encrypted: true,
  TagList: [],
  ...differs,
})

export const clusterSnapshot = (
  region: string,
  name: string,
  source: string,
  takenAt: Date,
  differs: Answer,
) => ({
  DBClusterSnapshotIdentifier: name,
  DBClusterSnapshotArn: arnOf(region, 'cluster-snapshot', name),
  DBClusterIdentifier: source,
  SnapshotCreateTime: takenAt,
  Status: 'available',
  SnapshotType: 'manual',
  StorageEncrypted: true,
  TagList: [],
  ...differs,
})

/** Accounts that may restore snapshots, by snapshot name. */
export const restorers = (shared: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(shared).map(([name, AttributeValues]) => [
      name,
      {
        DBSnapshotAttributesResult: {
          DBSnapshotIdentifier: name,
          DBSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues }],
        },
      },
    ]),
  )

export const clusterRestorers = (shared: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(shared).map(([name, AttributeValues]) => [
      name,
      {
        DBClusterSnapshotAttributesResult: {
          DBClusterSnapshotIdentifier: name,
          DBClusterSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues }],
        },
      },
    ]),
  )

/** Parameter groups with one parameter each. */
export const parameters = (
  values: Readonly<Record<string, readonly [parameter: string, value: string | undefined]>>,
) =>
  Object.fromEntries(
    Object.entries(values).map(([group, [ParameterName, ParameterValue]]) => [
      group,
      { Parameters: [{ ParameterName, ParameterValue, IsModifiable: true }] },
    ]),
  )
