// Snapshots, for RDS and for Neptune and DocumentDB, whose snapshots RDS also lists.
import {
  complete,
  type Description,
  type Incomplete,
  isIncomplete,
  type Maybe,
  read,
  type Resource,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items } from '../ec2/answers.ts'
import { encrypted, type Given, ownTags } from './answers.ts'

export interface Snapshot extends Resource {
  readonly engine: string
  /** The source of the snapshot. */
  readonly source: string
  /** `manual`, `automated` or `awsbackup`. Only manual ones can be shared. */
  readonly type: string
  readonly encrypted: Maybe<boolean>
  /** Account ids, or `all` for every account; null if it cannot be shared, or was deleted after it was listed. */
  readonly shared_with: Maybe<readonly string[] | null>
}

export interface GivenSnapshot extends Given {
  DBSnapshotArn?: string
  DBSnapshotIdentifier?: string
  DBInstanceIdentifier?: string
  Engine?: string
  SnapshotType?: string
  Encrypted?: boolean
  StorageEncryptionType?: string
}

export interface GivenClusterSnapshot extends Given {
  DBClusterSnapshotArn?: string
  DBClusterSnapshotIdentifier?: string
  DBClusterIdentifier?: string
  Engine?: string
  SnapshotType?: string
  StorageEncrypted?: boolean
  StorageEncryptionType?: string
}

interface Attribute {
  AttributeName?: string
  AttributeValues?: string[]
}

const restorers = (
  aws: Aws,
  operation: 'rds:DescribeDBSnapshotAttributes' | 'rds:DescribeDBClusterSnapshotAttributes',
  attributes: readonly Attribute[] | undefined,
): readonly string[] => {
  const restore = attributes?.find(({ AttributeName: name }) => name === 'restore')
  if (!restore?.AttributeValues) throw aws.broken(operation, 'the attribute restore')
  return restore.AttributeValues
}

async function instanceRestorers(aws: Aws, DBSnapshotIdentifier: string) {
  const operation = 'rds:DescribeDBSnapshotAttributes'
  const { DBSnapshotAttributesResult: given } = await aws.call<{
    DBSnapshotAttributesResult?: { DBSnapshotAttributes?: Attribute[] }
  }>(operation, { DBSnapshotIdentifier })
  return restorers(aws, operation, given?.DBSnapshotAttributes)
}

async function clusterRestorers(aws: Aws, DBClusterSnapshotIdentifier: string) {
  const operation = 'rds:DescribeDBClusterSnapshotAttributes'
  const { DBClusterSnapshotAttributesResult: given } = await aws.call<{
    DBClusterSnapshotAttributesResult?: { DBClusterSnapshotAttributes?: Attribute[] }
  }>(operation, { DBClusterSnapshotIdentifier })
  return restorers(aws, operation, given?.DBClusterSnapshotAttributes)
}

export const instanceSnapshots = (aws: Aws): AsyncGenerator<GivenSnapshot> =>
  items(
    aws,
    'rds:DescribeDBSnapshots',
    {},
    (answer: { DBSnapshots?: GivenSnapshot[] }) => answer.DBSnapshots,
  )

export async function* clusterSnapshots(
  aws: Aws,
  isOurs: (engine: string) => boolean,
): AsyncGenerator<GivenClusterSnapshot | Incomplete> {
  const operation = 'rds:DescribeDBClusterSnapshots'
  const list = (answer: { DBClusterSnapshots?: GivenClusterSnapshot[] }) =>
    answer.DBClusterSnapshots
  for await (const given of items(aws, operation, {}, list)) {
    const engine = complete(given, () => identity(aws, operation, given.Engine))
    if (isIncomplete(engine)) yield engine
    else if (isOurs(engine)) yield given
  }
}

export function describedSnapshot(
  aws: Aws,
  region: string,
  given: GivenSnapshot,
): Description<Snapshot> {
  const operation = 'rds:DescribeDBSnapshots'
  const name = identity(aws, operation, given.DBSnapshotIdentifier)
  return {
    uid: identity(aws, operation, given.DBSnapshotArn),
    name,
    region,
    tags: ownTags(given),
    engine: given.Engine ?? '',
    source: given.DBInstanceIdentifier ?? '',
    type: identity(aws, operation, given.SnapshotType),
    encrypted: encrypted(given.Encrypted, given, operation),
    shared_with: read(
      async () => (given.SnapshotType === 'manual' ? instanceRestorers(aws, name) : null),
      { none: ['DBSnapshotNotFound'] },
    ),
  }
}

export function describedClusterSnapshot(
  aws: Aws,
  region: string,
  given: GivenClusterSnapshot,
): Description<Snapshot> {
  const operation = 'rds:DescribeDBClusterSnapshots'
  const name = identity(aws, operation, given.DBClusterSnapshotIdentifier)
  return {
    uid: identity(aws, operation, given.DBClusterSnapshotArn),
    name,
    region,
    tags: ownTags(given),
    engine: given.Engine ?? '',
    source: given.DBClusterIdentifier ?? '',
    type: identity(aws, operation, given.SnapshotType),
    encrypted: encrypted(given.StorageEncrypted, given, operation),
    shared_with: read(
      async () => (given.SnapshotType === 'manual' ? clusterRestorers(aws, name) : null),
      { none: ['DBClusterSnapshotNotFoundFault'] },
    ),
  }
}
