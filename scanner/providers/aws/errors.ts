import type { GapOutcome } from '../../kit/index.ts'

const deniedCodes = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AllAccessDisabled',
  'AuthorizationError',
  'AuthorizationErrorException',
  'Client.UnauthorizedOperation',
  'ForbiddenException',
  'InvalidAccessException',
  'NotAuthorized',
  'NotAuthorizedException',
  'UnauthorizedAccess',
  'UnauthorizedException',
  'UnauthorizedOperation',
])

// The list in "Retry behavior" of the AWS SDKs and Tools Reference Guide, and S3's own.
const throttledCodes = new Set([
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
])

const transientCodes = new Set([
  'IDPCommunicationError',
  'InternalError',
  'InternalFailure',
  'InternalServerError',
  'InternalServiceError',
  'RequestTimeout',
  'RequestTimeoutException',
  'ServiceUnavailable',
])

/** The other side's clock and ours differ too much for a signature. */
const skewCodes = new Set([
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureExpired',
])

/** The credentials themselves are rejected, regardless of their permissions. */
const credentialCodes = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'InvalidToken',
  'MissingAuthenticationToken',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  'UnrecognizedClientException',
  'AuthFailure',
])

export interface AwsError {
  readonly status: number
  /** Without namespaces: `AccessDeniedException`; `http_502` if the response contains none. */
  readonly code: string
  readonly message: string
  /** The region in an S3 redirect. */
  readonly region: string | null
}

export const isCredentialProblem = ({ code }: AwsError | { code: string }): boolean =>
  credentialCodes.has(code)

export const isSkew = ({ code, message }: AwsError): boolean =>
  skewCodes.has(code) ||
  (code === 'InvalidSignatureException' && /expired|not yet current/i.test(message))

export const isRedirect = ({ status, code, region }: AwsError): boolean =>
  region !== null &&
  (status === 301 ||
    status === 307 ||
    code === 'http_400' || // for HEAD, whose responses have no body with a code
    code === 'PermanentRedirect' ||
    code === 'AuthorizationHeaderMalformed' ||
    code === 'IllegalLocationConstraintException')

/** A separate code for a rejection that depends on a state, not on a permission. Null for others. */
export function stateOf(service: string, code: string, message: string): string | null {
  if (service === 'macie2' && code === 'AccessDeniedException' && /is not enabled/.test(message))
    return 'MacieNotEnabled'
  return service === 'securityhub' &&
    code === 'InvalidAccessException' &&
    /is not subscribed/.test(message)
    ? 'SecurityHubNotEnabled'
    : null
}

/** The ledger outcome of an error. A rejected credential is not a missing permission, so it is an error. */
export function outcomeOf(error: AwsError): GapOutcome {
  if (throttledCodes.has(error.code) || error.status === 429) return 'throttled'
  if (isCredentialProblem(error) || isSkew(error) || isRedirect(error)) return 'error'
  if (deniedCodes.has(error.code) || error.code === 'http_403') return 'denied'
  return 'error'
}

/** Decides whether to retry after an error. */
export function retryOf(error: AwsError): 'done' | 'throttled' | 'again' {
  if (outcomeOf(error) === 'throttled') return 'throttled'
  if (isSkew(error) || transientCodes.has(error.code) || error.status >= 500) return 'again'
  return 'done'
}
