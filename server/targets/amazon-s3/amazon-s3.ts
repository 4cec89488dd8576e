/** A customer's bucket of Amazon S3, or of a store that speaks as it does: what is tested and put there. */
import {
  type AwsAccess,
  awsCredentials,
  Bucket,
  BucketRefused,
  putStream,
} from '../../platform/aws/index.ts'
import { type Egress, NotReached } from '../../platform/egress/index.ts'
import { newId } from '../../platform/ids.ts'
import { signedIn } from '../aws.ts'
import { unreached } from '../call.ts'
import { NotDelivered } from '../target.ts'
import { joined } from './keys.ts'
import { limits } from './limits.ts'
import { refusal } from './refusals.ts'

export interface BucketAccess extends AwsAccess {
  readonly bucket: string
  /** Null: it is learned. A wrong one is put right by the first answer. */
  readonly region: string | null
  /** Scheme and host of another store; it is entered with keys. Null: Amazon S3. */
  readonly store: string | null
  /** The account that must own the bucket; null: any account. */
  readonly expectedOwner: string | null
  /** The KMS key that objects are encrypted with: id, ARN or alias. Null: as the bucket has it. */
  readonly kmsKey: string | null
}

export interface CopiedFile {
  /** As `keyOf` returns it. */
  readonly key: string
  readonly content: AsyncIterable<Uint8Array>
  /** `text/csv`. */
  readonly contentType: string
}

/**
 * Whether an object can be put into the directory and deleted again. Returns the region of the bucket. Throws
 * NotDelivered.
 */
export async function testConnection(
  access: BucketAccess,
  directory: string,
  egress: Egress,
  signal: AbortSignal,
): Promise<{ readonly region: string }> {
  const bucket = await enter(access, egress, signal)
  const key = joined([directory, `plumbline-connection-test-${newId()}`])
  // Credentials that can write may lack permission for HEAD: the response to a put explains errors better.
  await asked(access, 'read', bucket.ask({ method: 'HEAD', allow: [301, 307, 400, 403] }))
  const headers = { ...encryptionOf(access), 'content-type': 'text/plain' }
  const body = 'Plumbline tested write access with this object. You can delete it.\n'
  await asked(access, 'put objects into', bucket.ask({ method: 'PUT', key, headers, body }))
  await asked(access, 'delete objects of', bucket.ask({ method: 'DELETE', key }))
  return { region: bucket.region }
}

/**
 * Puts a file, with one part of it in memory. Returns its size and the region. Throws NotDelivered, and what the
 * content throws.
 */
export async function putFile(
  access: BucketAccess,
  { key, content, contentType }: CopiedFile,
  egress: Egress,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly region: string }> {
  const bucket = await enter(access, egress, signal)
  const headers = { ...encryptionOf(access), 'content-type': contentType }
  const upload = { key, content, headers, pieceBytes: limits.partBytes }
  const bytes = await asked(access, 'put objects into', putStream(bucket, upload))
  return { bytes, region: bucket.region }
}

async function enter(access: BucketAccess, egress: Egress, signal: AbortSignal): Promise<Bucket> {
  const { bucket, region, store, endpoint, expectedOwner, secret } = access
  if (store !== null && secret['role_arn'])
    throw new NotDelivered(
      'invalid',
      'A store other than Amazon S3 requires access keys; it cannot use a role.',
    )
  return new Bucket({
    bucket,
    region,
    endpoint: store ?? endpoint,
    credentials: await signedIn(awsCredentials(access, egress, signal)),
    egress,
    signal,
    attempts: 3,
    headers: expectedOwner === null ? {} : { 'x-amz-expected-bucket-owner': expectedOwner },
  })
}

const encryptionOf = ({ kmsKey }: BucketAccess): Readonly<Record<string, string>> =>
  kmsKey === null
    ? {}
    : {
        'x-amz-server-side-encryption': 'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id': kmsKey,
      }

async function asked<T>(access: BucketAccess, what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof BucketRefused) throw refusal(error, access, what)
    throw error instanceof NotReached ? unreached(error, 'uncertain') : error
  }
}
