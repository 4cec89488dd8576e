import { type Collecting, type Description, type Maybe, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { all, identity, items, seen } from '../ec2/answers.ts'
import { encrypted, type Given, ownTags } from './answers.ts'
import { isRelational } from './engines.ts'
import type { Instance, Transport } from './resources.ts'

const operation = 'rds:DescribeDBInstances'

export interface GivenInstance extends Given {
  DBInstanceArn?: string
  DBInstanceIdentifier?: string
  DBInstanceStatus?: string
  Engine?: string
  EngineVersion?: string
  DBClusterIdentifier?: string
  ReadReplicaSourceDBInstanceIdentifier?: string
  ReadReplicaSourceDBClusterIdentifier?: string
  DBParameterGroups?: { DBParameterGroupName?: string; ParameterApplyStatus?: string }[]
  OptionGroupMemberships?: { OptionGroupName?: string; Status?: string }[]
  DBSecurityGroups?: { DBSecurityGroupName?: string }[]
  DBSubnetGroup?: { VpcId?: string }
  EnabledCloudwatchLogsExports?: string[]
  MasterUsername?: string
  Endpoint?: { Port?: number }
  CertificateDetails?: { CAIdentifier?: string; ValidTill?: string }
  StorageEncrypted?: boolean
  StorageEncryptionType?: string
  AutoMinorVersionUpgrade?: boolean
  PubliclyAccessible?: boolean
  MultiAZ?: boolean
  DeletionProtection?: boolean
  IAMDatabaseAuthenticationEnabled?: boolean
  CopyTagsToSnapshot?: boolean
  BackupRetentionPeriod?: number
  MonitoringInterval?: number
}

export async function instancesOf(aws: Aws): Promise<readonly GivenInstance[]> {
  const list = (answer: { DBInstances?: GivenInstance[] }) => answer.DBInstances
  const given = await all(items(aws, operation, {}, list))
  return given.filter(
    ({ Engine, DBInstanceStatus: status }) =>
      isRelational(identity(aws, operation, Engine)) && status !== 'deleting',
  )
}

const endOf = ({ CertificateDetails: details }: GivenInstance): Maybe<string | null> => {
  if (!details) return null
  const { ValidTill: end = '' } = details
  return seen(Number.isNaN(Date.parse(end)) ? undefined : end, operation)
}

export const describedInstance = (
  { client: aws, region }: Collecting<Aws>,
  given: GivenInstance,
  transport: (given: GivenInstance) => Promise<Transport | null>,
): Description<Instance> => ({
  uid: identity(aws, operation, given.DBInstanceArn),
  name: identity(aws, operation, given.DBInstanceIdentifier),
  region,
  tags: ownTags(given),
  engine: given.Engine ?? '',
  engine_version: given.EngineVersion ?? '',
  cluster: given.DBClusterIdentifier || null,
  replica_of:
    given.ReadReplicaSourceDBInstanceIdentifier ||
    given.ReadReplicaSourceDBClusterIdentifier ||
    null,
  // Absent if nothing is exported.
  exported_logs: given.EnabledCloudwatchLogsExports ?? [],
  vpc_id: given.DBSubnetGroup?.VpcId || null,
  admin: seen(given.MasterUsername, operation),
  port: given.Endpoint ? seen(given.Endpoint.Port, operation) : null,
  certificate_ends: endOf(given),
  storage_encrypted: encrypted(given.StorageEncrypted, given, operation),
  minor_upgrades: seen(given.AutoMinorVersionUpgrade, operation),
  public: seen(given.PubliclyAccessible, operation),
  multi_az: seen(given.MultiAZ, operation),
  deletion_protection: seen(given.DeletionProtection, operation),
  iam_authentication: seen(given.IAMDatabaseAuthenticationEnabled, operation),
  copies_tags: seen(given.CopyTagsToSnapshot, operation),
  backup_days: seen(given.BackupRetentionPeriod, operation),
  monitoring_seconds: seen(given.MonitoringInterval, operation),
  transport: read(() => transport(given)),
})
