import type { Tree } from './xml.ts'

/** An error response of the cloud: the service's code, the HTTP status and the message. */
export class Fault extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, Tree>
  readonly headers: Record<string, string>

  constructor(
    code: string,
    status: number,
    message: string,
    extra: { fields?: Record<string, Tree>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.status = status
    this.fields = extra.fields ?? {}
    this.headers = extra.headers ?? {}
  }
}

/** Reasons for which any service may reject any call, regardless of the operation. */
export type Refusal =
  | 'denied'
  | 'throttled'
  | 'unsigned'
  | 'unknown key'
  | 'wrong signature'
  | 'skewed clock'
  | 'unknown token'
  | 'expired token'
  | 'disabled region'
  | 'unknown operation'
  | 'bad page token'

type Codes = Record<Refusal, readonly [code: string, status: number]>

/** Families of services with the same error codes; status codes as in the real services. */
const query: Codes = {
  denied: ['AccessDenied', 403],
  throttled: ['Throttling', 400],
  unsigned: ['MissingAuthenticationToken', 403],
  'unknown key': ['InvalidClientTokenId', 403],
  'wrong signature': ['SignatureDoesNotMatch', 403],
  'skewed clock': ['SignatureDoesNotMatch', 403],
  'unknown token': ['InvalidClientTokenId', 403],
  'expired token': ['ExpiredToken', 403],
  'disabled region': ['InvalidClientTokenId', 403],
  'unknown operation': ['InvalidAction', 400],
  'bad page token': ['ValidationError', 400],
}
const ec2: Codes = {
  denied: ['UnauthorizedOperation', 403],
  throttled: ['RequestLimitExceeded', 503],
  unsigned: ['MissingAuthenticationToken', 403],
  'unknown key': ['AuthFailure', 401],
  'wrong signature': ['AuthFailure', 401],
  'skewed clock': ['RequestExpired', 400],
  'unknown token': ['AuthFailure', 401],
  'expired token': ['RequestExpired', 400],
  'disabled region': ['AuthFailure', 401],
  'unknown operation': ['InvalidAction', 400],
  'bad page token': ['InvalidParameterValue', 400],
}
const s3: Codes = {
  denied: ['AccessDenied', 403],
  throttled: ['SlowDown', 503],
  unsigned: ['AccessDenied', 403],
  'unknown key': ['InvalidAccessKeyId', 403],
  'wrong signature': ['SignatureDoesNotMatch', 403],
  'skewed clock': ['RequestTimeTooSkewed', 403],
  'unknown token': ['InvalidToken', 400],
  'expired token': ['ExpiredToken', 400],
  'disabled region': ['InvalidToken', 400],
  'unknown operation': ['MethodNotAllowed', 405],
  'bad page token': ['InvalidArgument', 400],
}
const json: Codes = {
  denied: ['AccessDeniedException', 400],
  throttled: ['ThrottlingException', 400],
  unsigned: ['MissingAuthenticationTokenException', 400],
  'unknown key': ['UnrecognizedClientException', 400],
  'wrong signature': ['InvalidSignatureException', 400],
  'skewed clock': ['InvalidSignatureException', 400],
  'unknown token': ['UnrecognizedClientException', 400],
  'expired token': ['ExpiredTokenException', 400],
  'disabled region': ['UnrecognizedClientException', 400],
  'unknown operation': ['UnknownOperationException', 400],
  'bad page token': ['InvalidMarkerException', 400],
}
const restJson: Codes = {
  ...json,
  denied: ['AccessDeniedException', 403],
  throttled: ['TooManyRequestsException', 429],
  unsigned: ['MissingAuthenticationTokenException', 403],
  'unknown key': ['UnrecognizedClientException', 403],
  'wrong signature': ['InvalidSignatureException', 403],
  'skewed clock': ['InvalidSignatureException', 403],
  'unknown token': ['UnrecognizedClientException', 403],
  'expired token': ['ExpiredTokenException', 403],
  'disabled region': ['UnrecognizedClientException', 403],
  'unknown operation': ['UnknownOperationException', 404],
  'bad page token': ['ValidationException', 400],
}

export const refusalCodes = { query, ec2, s3, json, restJson }
export type RefusalFamily = keyof typeof refusalCodes

export const refuse = (family: RefusalFamily, refusal: Refusal, message: string): Fault => {
  const [code, status] = refusalCodes[family][refusal]
  return new Fault(code, status, message)
}
