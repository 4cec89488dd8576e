import type { BucketRefused } from '../../platform/aws/index.ts'
import { shortLine } from '../plain-text.ts'
import { NotDelivered } from '../target.ts'
import type { BucketAccess } from './amazon-s3.ts'

const credentials =
  /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired|AuthorizationHeaderMalformed|CredentialsNotSupported|InvalidSecurity)$/

/** The meaning of a refusal, for the user who set up the integration. `what`: the attempted action on the bucket. */
export function refusal(
  { status, code: said }: BucketRefused,
  { bucket, expectedOwner, kmsKey }: Pick<BucketAccess, 'bucket' | 'expectedOwner' | 'kmsKey'>,
  what: string,
): NotDelivered {
  const code = shortLine(said, 80) || `status ${status}`
  const why = `(${code})`
  if (code.startsWith('KMS.'))
    return new NotDelivered(
      'invalid',
      `The key ${kmsKey ?? 'of the bucket'} cannot be used ${why}.`,
    )
  if (code === 'RequestTimeTooSkewed')
    return new NotDelivered('unavailable', `The clock of this server is wrong ${why}.`)
  if (code === 'SlowDown' || status === 429)
    return new NotDelivered(
      'rate_limited',
      `The bucket ${bucket} received too many requests ${why}.`,
    )
  if (status >= 500 && status !== 507)
    return new NotDelivered('unavailable', `The store of ${bucket} is unavailable ${why}.`)
  if (/Quota/.test(code) || status === 507)
    return new NotDelivered('invalid', `The bucket ${bucket} is full ${why}.`)
  if (code === 'EntityTooLarge' || status === 413)
    return new NotDelivered(
      'too_large',
      `The bucket ${bucket} does not accept a file of this size ${why}.`,
    )
  if (status === 404)
    return new NotDelivered('not_found', `The bucket ${bucket} does not exist ${why}.`)
  if ([301, 307].includes(status) || code === 'IllegalLocationConstraintException')
    return new NotDelivered(
      'invalid',
      `The bucket ${bucket} is in another region, which the store does not report ${why}.`,
    )
  if (credentials.test(code))
    return new NotDelivered(
      'unauthorised',
      `The store of ${bucket} does not accept the credentials ${why}.`,
    )
  if (status === 401 || status === 403) {
    const owner = expectedOwner === null ? '' : `, or it is not of the account ${expectedOwner}`
    return new NotDelivered(
      'unauthorised',
      `The credentials are not allowed to ${what} the bucket ${bucket}${owner} ${why}.`,
    )
  }
  return new NotDelivered('invalid', `The bucket ${bucket} rejected the request ${why}.`)
}
