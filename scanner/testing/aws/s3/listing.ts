/** The buckets, their regions, and their objects. */
import type { Call, Operation } from '../call.ts'
import { bucketHere, bucketResource, findBucket } from './bucket.ts'

/** S3 returns regions, and pages, only with at least one parameter. */
const listBuckets = ({ account, input, page }: Call) => {
  const size = input.text('max-buckets')
  const prefix = input.text('prefix')
  const region = input.text('bucket-region')
  const buckets = account.s3.buckets.filter(
    (bucket) =>
      bucket.name.startsWith(prefix ?? '') && (region === undefined || bucket.region === region),
  )
  const rule = { token: 'continuation-token', size: 'max-buckets', most: 10_000 }
  const { items, next } = page(buckets, rule)
  const tellsRegion = [size, prefix, region, next].some((each) => each !== undefined)
  return {
    Owner: { ID: account.s3.canonicalId },
    Buckets: {
      Bucket: items.map(({ name, region, createdAt }) => ({
        Name: name,
        CreationDate: createdAt,
        BucketRegion: tellsRegion ? region : undefined,
      })),
    },
    ContinuationToken: next,
    Prefix: prefix,
  }
}

const listObjects = (call: Call) => {
  const bucket = bucketHere(call)
  const prefix = call.input.text('prefix') ?? ''
  const objects = bucket.objects.filter(({ key }) => key.startsWith(prefix))
  const rule = { token: 'continuation-token', size: 'max-keys', usual: 1000 }
  const { items, next } = call.page(objects, rule)
  return {
    Name: bucket.name,
    Prefix: prefix,
    KeyCount: items.length,
    MaxKeys: Number(call.input.text('max-keys') ?? 1000),
    IsTruncated: next !== undefined,
    NextContinuationToken: next,
    Contents: items.map(({ key, size, modifiedAt }) => ({
      Key: key,
      LastModified: modifiedAt,
      ETag: `"${Buffer.from(key).toString('hex').padEnd(32, '0').slice(0, 32)}"`,
      Size: size,
      StorageClass: 'STANDARD',
    })),
  }
}

/** An element with only text is returned as it is; the oldest region has no name here. */
const location = (call: Call) => {
  const { region } = findBucket(call)
  return { '#text': region === 'us-east-1' ? undefined : region }
}

export const listingOperations: Record<string, Operation> = {
  ListBuckets: {
    permission: 's3:ListAllMyBuckets',
    root: 'ListAllMyBucketsResult',
    answer: listBuckets,
  },
  ListObjectsV2: {
    permission: 's3:ListBucket',
    resource: bucketResource,
    root: 'ListBucketResult',
    answer: listObjects,
  },
  GetBucketLocation: {
    resource: bucketResource,
    root: 'LocationConstraint',
    answer: location,
  },
  HeadBucket: {
    permission: 's3:ListBucket',
    resource: bucketResource,
    answer: (call) => {
      const { region } = bucketHere(call)
      return { raw: '', contentType: 'application/xml', headers: { 'x-amz-bucket-region': region } }
    },
  },
}
