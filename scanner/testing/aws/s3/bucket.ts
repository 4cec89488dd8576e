import { arnOfBucket } from '../arns.ts'
import type { Call } from '../call.ts'
import { Fault } from '../fault.ts'
import type { Bucket } from './state.ts'

/** Returns the bucket that a call names, in any region. */
export const findBucket = ({ account, input }: Call): Bucket => {
  const name = input.text('Bucket') ?? ''
  const bucket = account.s3.buckets.find((each) => each.name === name)
  const expected = input.text('x-amz-expected-bucket-owner')
  if (bucket && expected !== undefined && expected !== (bucket.owner ?? account.id))
    throw new Fault('AccessDenied', 403, 'Access Denied')
  if (bucket) return bucket
  if (account.s3.foreignBuckets.includes(name))
    throw new Fault('AccessDenied', 403, 'Access Denied')
  throw new Fault('NoSuchBucket', 404, 'The specified bucket does not exist', {
    fields: { BucketName: name },
  })
}

/** Returns the bucket that a call names. For a bucket in another region, S3 returns its region. */
export const bucketHere = (call: Call): Bucket => {
  const bucket = findBucket(call)
  if (bucket.region === call.region) return bucket
  throw new Fault(
    'PermanentRedirect',
    301,
    'The bucket you are attempting to access must be addressed using the specified endpoint.',
    {
      fields: { Endpoint: `s3.${bucket.region}.amazonaws.com`, Bucket: bucket.name },
      headers: { 'x-amz-bucket-region': bucket.region },
    },
  )
}

export const bucketResource = ({ input }: Call) => arnOfBucket(input.text('Bucket') ?? '')

/** Throws S3's error for a setting that does not exist. */
export const settingOf = <T>(value: T | null, code: string, message: string): T => {
  if (value !== null) return value
  throw new Fault(code, 404, message)
}
