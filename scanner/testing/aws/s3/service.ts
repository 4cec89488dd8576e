import type { Service } from '../call.ts'
import type { Recognised, Request } from '../request.ts'
import { restInput } from '../inputs.ts'
import { accessOperations } from './access.ts'
import { listingOperations } from './listing.ts'
import { settingOperations } from './settings.ts'

/** A bucket's subresource in the query string, and the operation that reads it. */
const bucketReads: Record<string, string> = {
  acl: 'GetBucketAcl',
  encryption: 'GetBucketEncryption',
  lifecycle: 'GetBucketLifecycleConfiguration',
  location: 'GetBucketLocation',
  logging: 'GetBucketLogging',
  notification: 'GetBucketNotificationConfiguration',
  'object-lock': 'GetObjectLockConfiguration',
  ownershipControls: 'GetBucketOwnershipControls',
  policy: 'GetBucketPolicy',
  policyStatus: 'GetBucketPolicyStatus',
  publicAccessBlock: 'GetPublicAccessBlock',
  replication: 'GetBucketReplication',
  tagging: 'GetBucketTagging',
  versioning: 'GetBucketVersioning',
}

/** `bucket.s3.eu-west-1.amazonaws.com` and `bucket.localhost` name the bucket; an address does not. */
export const bucketOfHost = (host: string): string | undefined => {
  const name = host.replace(/:\d+$/, '')
  const match = /^(.+)\.(?:s3[.-][a-z0-9.-]*amazonaws\.com(?:\.cn)?|localhost)$/.exec(name)
  return match?.[1]
}

const operationOf = (request: Request, bucket: string, key: string): string => {
  const search = new URLSearchParams(request.search)
  if (request.method === 'HEAD') return bucket !== '' && key === '' ? 'HeadBucket' : ''
  if (request.method !== 'GET') return ''
  if (bucket === '') return 'ListBuckets'
  if (key !== '') return search.has('acl') ? 'GetObjectAcl' : ''
  if (search.get('list-type') === '2') return 'ListObjectsV2'
  return Object.entries(bucketReads).find(([name]) => search.has(name))?.[1] ?? ''
}

const recognise = (request: Request): Recognised => {
  const fromHost = bucketOfHost(request.headers['host'] ?? '')
  const path = decodeURIComponent(request.path).slice(1)
  const cut = path.indexOf('/')
  const first = cut < 0 ? path : path.slice(0, cut)
  const Bucket = fromHost ?? first
  const Key = fromHost === undefined ? path.slice(first.length + 1) : path
  const operation = operationOf(request, Bucket, Key)
  return { operation, input: restInput(request, { Bucket, Key }) }
}

export const s3: Service = {
  name: 's3',
  prefix: 's3',
  protocol: 'rest-xml',
  refusals: 's3',
  xmlns: 'http://s3.amazonaws.com/doc/2006-03-01/',
  recognise,
  operations: { ...listingOperations, ...accessOperations, ...settingOperations },
}
