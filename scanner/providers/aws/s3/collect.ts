import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import {
  accountBlockOf,
  aclOf,
  block,
  bucketBlockOf,
  loggingTargetOf,
  policyOf,
  versioningOf,
} from './reads.ts'
import type { AccessPoint, Account, Bucket, S3 } from './resources.ts'

interface ListedAccessPoint {
  Name: string
  Bucket?: string
  AccessPointArn?: string
}

async function* buckets(aws: Aws) {
  for await (const page of aws.pages<{
    Buckets?: { Name: string; BucketRegion?: string }[]
    Owner?: { ID?: string }
  }>(
    's3:ListBuckets',
    // Without a page size S3 omits each bucket's region.
    { MaxBuckets: 1_000 },
  )) {
    if (!page.Buckets) throw aws.broken('s3:ListBuckets', 'Buckets')
    for (const { Name, BucketRegion } of page.Buckets) {
      const region = BucketRegion ?? (await locationOf(aws, Name))
      yield { name: Name, region, owner: page.Owner?.ID }
    }
  }
}

/** For clouds that list buckets without their regions. The oldest regions return no name or an old one. */
async function locationOf(aws: Aws, Bucket: string): Promise<string> {
  const { LocationConstraint: name } = await aws.call<{ LocationConstraint?: string }>(
    's3:GetBucketLocation',
    { Bucket },
  )
  if (!name) return 'us-east-1'
  return name === 'EU' ? 'eu-west-1' : name
}

async function* accessPoints(aws: Aws, region: string) {
  const AccountId = aws.account
  for await (const page of aws.pages<{ AccessPointList?: ListedAccessPoint[] }>(
    's3control:ListAccessPoints',
    { AccountId },
    { region },
  )) {
    yield* page.AccessPointList ?? []
  }
}

/** The calls per bucket, each sent to the bucket's own region. */
const asker = (aws: Aws, Bucket: string, region: string) => ({
  policy: () => policyOf(aws, Bucket, region),
  acl: () => aclOf(aws, Bucket, region),
  publicAccessBlock: () => bucketBlockOf(aws, Bucket, region),
  async encryption() {
    const { ServerSideEncryptionConfiguration: given } = await aws.call<{
      ServerSideEncryptionConfiguration?: {
        Rule?: { ApplyServerSideEncryptionByDefault?: { SSEAlgorithm?: string } }[]
      }
    }>('s3:GetBucketEncryption', { Bucket }, { region })
    if (!given) throw aws.broken('s3:GetBucketEncryption', 'ServerSideEncryptionConfiguration')
    return given.Rule?.[0]?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm ?? null
  },
  versioning: () => versioningOf(aws, Bucket, region),
  loggingTarget: () => loggingTargetOf(aws, Bucket, region),
  async ownership() {
    const { OwnershipControls } = await aws.call<{
      OwnershipControls?: { Rule?: { ObjectOwnership?: string }[] }
    }>('s3:GetBucketOwnershipControls', { Bucket }, { region })
    const ownership = OwnershipControls?.Rule?.[0]?.ObjectOwnership
    if (!ownership) throw aws.broken('s3:GetBucketOwnershipControls', 'ObjectOwnership')
    return ownership
  },
  async objectLock() {
    const { ObjectLockConfiguration } = await aws.call<{
      ObjectLockConfiguration?: { ObjectLockEnabled?: string }
    }>('s3:GetObjectLockConfiguration', { Bucket }, { region })
    if (!ObjectLockConfiguration)
      throw aws.broken('s3:GetObjectLockConfiguration', 'ObjectLockConfiguration')
    return ObjectLockConfiguration.ObjectLockEnabled === 'Enabled'
  },
  async lifecycle() {
    const { Rule } = await aws.call<{ Rule?: { ID?: string; Status?: string }[] }>(
      's3:GetBucketLifecycleConfiguration',
      { Bucket },
      { region },
    )
    if (!Rule) throw aws.broken('s3:GetBucketLifecycleConfiguration', 'Rule')
    return Rule.map(({ ID = '', Status }) => ({ id: ID, enabled: Status === 'Enabled' }))
  },
})

interface ListedBucket {
  readonly name: string
  readonly region: string
  /** The canonical id of the calling account: S3 lists only its buckets. */
  readonly owner: string | undefined
}

const describeBucket = (aws: Aws, { name, region, owner }: ListedBucket) => {
  const ask = asker(aws, name, region)
  return {
    uid: `arn:${aws.partition}:s3:::${name}`,
    name,
    region,
    owner_id: read(async () => {
      if (owner) return owner
      throw aws.broken('s3:ListBuckets', 'Owner')
    }),
    policy: read(ask.policy, { none: ['NoSuchBucketPolicy'] }),
    acl: read(ask.acl),
    public_access_block: read(ask.publicAccessBlock, {
      none: ['NoSuchPublicAccessBlockConfiguration'],
    }),
    encryption: read(ask.encryption, { none: ['ServerSideEncryptionConfigurationNotFoundError'] }),
    versioning: read(ask.versioning),
    logging_target: read(ask.loggingTarget),
    ownership: read(ask.ownership, { none: ['OwnershipControlsNotFoundError'] }),
    object_lock: read(ask.objectLock, { none: ['ObjectLockConfigurationNotFoundError'] }),
    lifecycle_rules: read(ask.lifecycle, { none: ['NoSuchLifecycleConfiguration'] }),
  }
}

export const collect = ({
  client: aws,
  account,
  partition,
  region: home,
  regions,
}: Collecting<Aws>): Collected<S3> => ({
  accounts: each<string, Account>([account], (id) => ({
    uid: `arn:${partition}:s3:${home}:${id}:account`,
    name: id,
    region: home,
    public_access_block: read(() => accountBlockOf(aws, home), {
      none: ['NoSuchPublicAccessBlockConfiguration'],
    }),
  })),

  buckets: each<ListedBucket, Bucket>(buckets(aws), (bucket) => describeBucket(aws, bucket)),

  accessPoints: regions.map((region) =>
    each<ListedAccessPoint, AccessPoint>(
      accessPoints(aws, region),
      ({ Name, Bucket = '', AccessPointArn }) => ({
        uid: AccessPointArn ?? `arn:${partition}:s3:${region}:${account}:accesspoint/${Name}`,
        name: Name,
        region,
        bucket: Bucket,
        public_access_block: read(() =>
          block(aws, 's3control:GetAccessPoint', { AccountId: account, Name }, region),
        ),
      }),
      { region },
    ),
  ),
})
