import {
  type AmbientTerms,
  type Clock,
  type Http,
  type Provider,
  type ScanConfig,
  ScanProblem,
  type Session,
} from '../kit/index.ts'
import { systemClock } from './clock.ts'
import { engineConfig } from './config.ts'
import { createHttp, type HttpOptions } from './http.ts'

/** A signed-in account with the data that the engine needs to scan it. */
export interface OpenSession<Client = unknown> {
  readonly provider: Provider<Client>
  readonly session: Session<Client>
  readonly http: Http
  readonly config: ScanConfig
  readonly clock: Clock
  /** Closes every socket. */
  close(): void
}

export interface OpenInput {
  /** The account that the credentials must belong to; null accepts any account. */
  readonly uid: string | null
  readonly secret: unknown
  /** Without terms, the identity of this process is not used. */
  readonly ambient?: AmbientTerms | null
  readonly config?: ScanConfig
  /** True if the origin that a secret names may have private addresses; by default none may. */
  readonly mayBePrivate?: (origin: string) => boolean
  /** True if a user of a tenant wrote the secret, not the operator of this process. */
  readonly ofMember?: boolean
  /** A client for tests; by default one is created from the configuration. */
  readonly http?: Http
  readonly clock?: Clock
  readonly signal?: AbortSignal
  readonly log?: HttpOptions['log']
}

/** Time limit for a host that a user of a server named. The configuration cannot raise it. */
const longestOfMemberMs = 30_000
const mostRetriesOfMember = 3

/**
 * Signs in: verifies the identity and reads the regions. Throws ScanProblem (`invalid_secret`, `invalid_configuration`,
 * `account_mismatch`, `sign_in_denied`, `sign_in_failed`, …) if that fails.
 */
export async function open<Client>(
  provider: Provider<Client>,
  input: OpenInput,
): Promise<OpenSession<Client>> {
  const { uid, secret, ambient = null, config = {}, clock = systemClock, ofMember = false } = input
  const { connectTimeoutMs, readTimeoutMs, retries, perSecond, endpoint } = engineConfig(
    config,
    provider.defaults,
  )
  const named = provider.originOf?.(secret, uid)
  // The user who named the host may make it slow on purpose to delay other scans.
  const bounded = named !== undefined && ofMember
  const http =
    input.http ??
    createHttp({
      connectTimeoutMs,
      readTimeoutMs: bounded ? Math.min(readTimeoutMs, longestOfMemberMs) : readTimeoutMs,
      retries: bounded ? Math.min(retries, mostRetriesOfMember) : retries,
      hosts: provider.hosts,
      limits: perSecond ? { ...provider.limits, perSecond } : provider.limits,
      clock,
      ...(named
        ? {
            origin: {
              url: named,
              isTrusted: input.mayBePrivate?.(named.origin) ?? false,
              ports: provider.ports ?? [],
            },
          }
        : endpoint
          ? { endpoint }
          : {}),
      ...(input.log ? { log: input.log } : {}),
    })
  try {
    const signal = input.signal ?? new AbortController().signal
    const session = await provider.open({
      uid,
      secret,
      ambient,
      ofMember,
      config,
      http,
      clock,
      signal,
    })
    return { provider, session, http, config, clock, close: () => http.close() }
  } catch (thrown) {
    http.close()
    throw thrown
  }
}

export interface TestedConnection {
  readonly connected: boolean
  readonly error: string | null
  readonly code: string | null
  readonly identity: string | null
  /** Permissions that checks require and that the credentials are known to lack; absent if there are none. */
  readonly missing_permissions?: readonly string[]
}

const missingOf = async (
  { missing, findMissing }: Session<unknown>,
  signal: AbortSignal,
): Promise<readonly string[]> => missing ?? (await findMissing?.(signal)) ?? []

/**
 * Tests the connection: signs in and closes the session. Never throws for a response of the account; `error` is the
 * message for users, `identity` the session's identity. Ends within `budgetMs` (30 s).
 */
export async function testConnection<Client>(
  provider: Provider<Client>,
  input: OpenInput,
  budgetMs = 30_000,
): Promise<TestedConnection> {
  const { clock = systemClock } = input
  const limit = new AbortController()
  const ended = new AbortController()
  clock.sleep(budgetMs, ended.signal).then(
    () => limit.abort(),
    () => {},
  )
  const signal = input.signal ? AbortSignal.any([input.signal, limit.signal]) : limit.signal
  try {
    const opened = await open(provider, { ...input, signal })
    const { session } = opened
    const missing = await missingOf(session, signal)
      .catch((thrown: unknown) => {
        if (input.signal?.aborted || !(thrown instanceof ScanProblem || limit.signal.aborted))
          throw thrown
        return [] // signing in succeeded; failing to verify the permissions does not change that
      })
      .finally(() => opened.close())
    const { identity = null } = session
    const lacks = missing.length > 0 ? { missing_permissions: missing } : {}
    return { connected: true, error: null, code: null, identity, ...lacks }
  } catch (thrown) {
    if (thrown instanceof ScanProblem) {
      return { connected: false, error: thrown.detail, code: thrown.code, identity: null }
    }
    if (input.signal?.aborted || !limit.signal.aborted) throw thrown
    const seconds = Math.round(budgetMs / 1_000)
    return {
      connected: false,
      error: `The provider did not respond within ${seconds} seconds.`,
      code: 'timeout',
      identity: null,
    }
  } finally {
    ended.abort()
  }
}
