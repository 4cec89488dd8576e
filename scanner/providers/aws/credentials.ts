import { Agent } from 'node:https'
import { CallProblem, type Clock, ScanProblem } from '../../kit/index.ts'
import type { Aws } from './client.ts'
import { partitionOfArn } from './endpoints.ts'
import type { Credentials } from './signing.ts'

/** Credentials that may expire, so they are requested before each signature. */
export type CredentialSource = () => Promise<Credentials>

interface StaticSecret {
  readonly type: 'static'
  readonly credentials: Credentials
}

export interface RoleSecret {
  readonly type: 'role'
  readonly roleArn: string
  readonly externalId: string
  /** Null if the product chooses the session name. */
  readonly sessionName: string | null
  /** Seconds. */
  readonly duration: number
  /** The credentials that assume the role; null for the identity of this process. */
  readonly credentials: Credentials | null
}

export type Secret = StaticSecret | RoleSecret

const invalid = (field: string, needs: string) =>
  new ScanProblem('invalid_secret', `secret/${field} ${needs}.`)

function text(secret: ReadonlyMap<string, unknown>, field: string): string | null {
  const value = secret.get(field)
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && value.length <= 8_192) return value
  throw invalid(field, 'must be a string of at most 8192 characters')
}

function keysOf(secret: ReadonlyMap<string, unknown>): Credentials | null {
  const accessKeyId = text(secret, 'aws_access_key_id')
  const secretAccessKey = text(secret, 'aws_secret_access_key')
  const sessionToken = text(secret, 'aws_session_token')
  if (!accessKeyId && !secretAccessKey) return null
  if (!accessKeyId) throw invalid('aws_access_key_id', 'is missing')
  if (!secretAccessKey) throw invalid('aws_secret_access_key', 'is missing')
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}

/**
 * Parses a secret: static keys, or a role if it names `role_arn`. Throws ScanProblem `invalid_secret` that points to
 * the field; messages never contain values of a secret.
 */
export function parseSecret(given: unknown): Secret {
  if (typeof given !== 'object' || given === null) {
    throw new ScanProblem('invalid_secret', 'The secret must be an object.')
  }
  const secret = new Map<string, unknown>(Object.entries(given))
  const credentials = keysOf(secret)
  const roleArn = text(secret, 'role_arn')
  if (!roleArn) {
    if (!credentials) throw invalid('aws_access_key_id', 'is missing')
    return { type: 'static', credentials }
  }
  if (!/^arn:[^:]+:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(roleArn) || !partitionOfArn(roleArn)) {
    throw invalid('role_arn', 'must be the ARN of an IAM role')
  }
  const externalId = text(secret, 'external_id')
  if (!externalId) throw invalid('external_id', 'is missing')
  const sessionName = text(secret, 'role_session_name')
  if (sessionName !== null && !/^[\w+=,.@-]{2,64}$/.test(sessionName)) {
    throw invalid('role_session_name', 'must be 2 to 64 letters, digits or =,.@_-')
  }
  const duration = secret.get('session_duration') ?? 3_600
  if (
    typeof duration !== 'number' ||
    !Number.isInteger(duration) ||
    duration < 900 ||
    duration > 43_200
  ) {
    throw invalid('session_duration', 'must be a whole number from 900 to 43200')
  }
  return { type: 'role', roleArn, externalId, sessionName, duration, credentials }
}

/** The credentials of the process itself: environment, profile, container or instance. Loaded only when used. */
export const ambientCredentials: CredentialSource = async () => {
  const { fromNodeProviderChain } = await import('@aws-sdk/credential-providers')
  // Single sign-on and web identities are read from AWS, through the proxy of the environment.
  const httpsAgent = new Agent({ proxyEnv: process.env })
  const chain = fromNodeProviderChain({ clientConfig: { requestHandler: { httpsAgent } } })
  const { accessKeyId, secretAccessKey, sessionToken } = await chain()
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}

interface Assumed {
  Credentials?: {
    AccessKeyId?: string
    SecretAccessKey?: string
    SessionToken?: string
    Expiration?: string
  }
}

/** New credentials are requested this long before the old ones expire, so that no call is signed with expiring ones. */
const marginMs = 5 * 60_000

/**
 * Returns the role's credentials, which are renewed before they expire. `base` is a client with the credentials that
 * assume the role. Concurrent calls share one renewal.
 */
export function assumeRole(
  { roleArn, externalId, sessionName, duration }: RoleSecret,
  base: Aws,
  clock: Clock,
): CredentialSource {
  let current: { credentials: Credentials; until: number } | null = null
  let renewal: Promise<Credentials> | null = null

  async function renew(): Promise<Credentials> {
    const { Credentials: given } = await base.call<Assumed>('sts:AssumeRole', {
      RoleArn: roleArn,
      RoleSessionName: sessionName ?? 'plumbline',
      ExternalId: externalId,
      DurationSeconds: duration,
    })
    if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken) {
      throw base.broken('sts:AssumeRole', 'credentials')
    }
    const credentials = {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      sessionToken: given.SessionToken,
    }
    const ends = Date.parse(given.Expiration ?? '')
    const until = Number.isNaN(ends) ? clock.now() + duration * 1_000 : ends
    current = { credentials, until: until - Math.min(marginMs, duration * 250) }
    return credentials
  }

  return async () => {
    if (current && clock.now() < current.until) return current.credentials
    renewal ??= renew().finally(() => {
      renewal = null
    })
    return renewal
  }
}

/** The account in a role's ARN. */
export const accountOfRole = (roleArn: string): string => roleArn.split(':')[4] ?? ''

/** The account of the credentials. Throws ScanProblem. */
export async function identityOf(aws: Aws): Promise<string> {
  try {
    const { Account } = await aws.call<{ Account?: string }>('sts:GetCallerIdentity')
    if (!Account) throw aws.broken('sts:GetCallerIdentity', 'an account')
    return Account
  } catch (thrown) {
    throw signInProblem(thrown, 'identity')
  }
}

/** Converts a failed sign-in to a problem for the user who configured the provider. */
export function signInProblem(thrown: unknown, step: 'identity' | 'role'): unknown {
  if (!(thrown instanceof CallProblem)) return thrown
  const { code, outcome } = thrown
  if (step === 'role' && outcome === 'denied') {
    return new ScanProblem(
      'role_denied',
      'AWS does not allow the given identity to assume the role. Check the trust policy of the role and the external ID.',
    )
  }
  if (
    outcome === 'denied' ||
    /Token|AccessKeyId|Signature|UnrecognizedClient|AuthFailure/.test(code)
  ) {
    return new ScanProblem('sign_in_denied', `AWS does not accept the credentials (${code}).`)
  }
  if (outcome === 'throttled') {
    return new ScanProblem('sign_in_throttled', `AWS throttled the sign-in (${code}).`)
  }
  return new ScanProblem(
    'sign_in_failed',
    `Could not determine the AWS identity of the credentials (${code}).`,
  )
}
