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

/** A signed-in account together with what the engine needs to scan it. */
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
  /** The account that the credentials must belong to; null takes whichever it is. */
  readonly uid: string | null
  readonly secret: unknown
  /** Without terms the identity of this process is not used. */
  readonly ambient?: AmbientTerms | null
  readonly config?: ScanConfig
  /** A door of one's own, for tests; otherwise one is built from the configuration. */
  readonly http?: Http
  readonly clock?: Clock
  readonly signal?: AbortSignal
  readonly log?: HttpOptions['log']
}

/**
 * Signs in: checks identity and learns the regions. Throws ScanProblem (`invalid_secret`,
 * `invalid_configuration`, `account_mismatch`, `sign_in_denied`, `sign_in_failed`, …) when that fails.
 */
export async function open<Client>(
  provider: Provider<Client>,
  input: OpenInput,
): Promise<OpenSession<Client>> {
  const { uid, secret, ambient = null, config = {}, clock = systemClock } = input
  const { connectTimeoutMs, readTimeoutMs, retries, endpoint } = engineConfig(config)
  const http =
    input.http ??
    createHttp({
      connectTimeoutMs,
      readTimeoutMs,
      retries,
      hosts: provider.hosts,
      limits: provider.limits,
      clock,
      ...(endpoint ? { endpoint } : {}),
      ...(input.log ? { log: input.log } : {}),
    })
  try {
    const signal = input.signal ?? new AbortController().signal
    const session = await provider.open({ uid, secret, ambient, config, http, clock, signal })
    return { provider, session, http, config, clock, close: () => http.close() }
  } catch (thrown) {
    http.close()
    throw thrown
  }
}

/**
 * A connection test: signs in and closes. Never throws for what the account answers; `error` is the
 * sentence for people. Ends within `budgetMs` (30 s).
 */
export async function testConnection<Client>(
  provider: Provider<Client>,
  input: OpenInput,
  budgetMs = 30_000,
): Promise<{ connected: boolean; error: string | null; code: string | null }> {
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
    opened.close()
    return { connected: true, error: null, code: null }
  } catch (thrown) {
    if (thrown instanceof ScanProblem) {
      return { connected: false, error: thrown.detail, code: thrown.code }
    }
    if (input.signal?.aborted || !limit.signal.aborted) throw thrown
    const seconds = Math.round(budgetMs / 1_000)
    return {
      connected: false,
      error: `The provider did not answer within ${seconds} seconds.`,
      code: 'timeout',
    }
  } finally {
    ended.abort()
  }
}
