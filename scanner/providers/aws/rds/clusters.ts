// Clusters, for RDS and for Neptune and DocumentDB, whose clusters RDS also lists.
import { type Description, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { all, identity, items, seen } from '../ec2/answers.ts'
import { encrypted, type Given, ownTags } from './answers.ts'

const operation = 'rds:DescribeDBClusters'

/** A cluster that is not being deleted. */
export interface Cluster extends Resource {
  readonly engine: string
  /** `provisioned`; `serverless` is Aurora's first kind without instances; `global` and others are old. */
  readonly engine_mode: string
  readonly instances: number
  /** True if the cluster belongs to a global database. */
  readonly global: boolean
  readonly exported_logs: readonly string[]
  readonly admin: Maybe<string>
  readonly port: Maybe<number>
  /** 0 if backtracking is off. */
  readonly backtrack_seconds: number
  /** Null if the response omits it. */
  readonly minor_upgrades: boolean | null
  readonly storage_encrypted: Maybe<boolean>
  readonly deletion_protection: Maybe<boolean>
  readonly iam_authentication: Maybe<boolean>
  readonly copies_tags: Maybe<boolean>
  readonly multi_az: Maybe<boolean>
  readonly backup_days: Maybe<number>
}

/** Permissions of each field that may be unread, in addition to the list: none. */
export const clusterFields = {
  admin: [],
  port: [],
  storage_encrypted: [],
  deletion_protection: [],
  iam_authentication: [],
  copies_tags: [],
  multi_az: [],
  backup_days: [],
}

export interface GivenCluster extends Given {
  DBClusterArn?: string
  DBClusterIdentifier?: string
  Status?: string
  Engine?: string
  EngineMode?: string
  GlobalClusterIdentifier?: string
  DBClusterMembers?: { DBInstanceIdentifier?: string; DBClusterParameterGroupStatus?: string }[]
  DBClusterParameterGroup?: string
  DBSubnetGroup?: string
  EnabledCloudwatchLogsExports?: string[]
  MasterUsername?: string
  Port?: number
  BacktrackWindow?: number
  AutoMinorVersionUpgrade?: boolean
  StorageEncrypted?: boolean
  StorageEncryptionType?: string
  DeletionProtection?: boolean
  IAMDatabaseAuthenticationEnabled?: boolean
  CopyTagsToSnapshot?: boolean
  MultiAZ?: boolean
  BackupRetentionPeriod?: number
}

/** The clusters of a region with one of these engines. */
export async function clustersOf(
  aws: Aws,
  isOurs: (engine: string) => boolean,
): Promise<readonly GivenCluster[]> {
  const list = (answer: { DBClusters?: GivenCluster[] }) => answer.DBClusters
  const given = await all(items(aws, operation, {}, list))
  return given.filter(
    ({ Engine, Status }) => isOurs(identity(aws, operation, Engine)) && Status !== 'deleting',
  )
}

function membersOf(aws: Aws, { DBClusterMembers: members }: GivenCluster) {
  if (members) return members
  throw aws.broken(operation, 'DBClusterMembers')
}

export const describedCluster = (
  aws: Aws,
  region: string,
  given: GivenCluster,
): Description<Cluster> => ({
  uid: identity(aws, operation, given.DBClusterArn),
  name: identity(aws, operation, given.DBClusterIdentifier),
  region,
  tags: ownTags(given),
  engine: given.Engine ?? '',
  engine_mode: given.EngineMode ?? 'provisioned',
  instances: membersOf(aws, given).length,
  global: Boolean(given.GlobalClusterIdentifier) || given.EngineMode === 'global',
  // Absent if nothing is exported.
  exported_logs: given.EnabledCloudwatchLogsExports ?? [],
  admin: seen(given.MasterUsername, operation),
  port: seen(given.Port, operation),
  // Absent if never enabled.
  backtrack_seconds: given.BacktrackWindow ?? 0,
  minor_upgrades: given.AutoMinorVersionUpgrade ?? null,
  storage_encrypted: encrypted(given.StorageEncrypted, given, operation),
  deletion_protection: seen(given.DeletionProtection, operation),
  iam_authentication: seen(given.IAMDatabaseAuthenticationEnabled, operation),
  copies_tags: seen(given.CopyTagsToSnapshot, operation),
  multi_az: seen(given.MultiAZ, operation),
  backup_days: seen(given.BackupRetentionPeriod, operation),
})
