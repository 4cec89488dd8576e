// Sends requests to the organization: URL, retries, and codes of failures.
import type { Clock, Http, HttpAnswer, HttpFailureCode, HttpRequest } from '../../kit/index.ts'
import type { Members } from './client.ts'

export interface Door {
  readonly http: Http
  readonly clock: Clock
  readonly domain: string
  /** An endpoint of the operator, for tests; null for the organization's domain. */
  readonly endpoint: string | null
}

/** The organization's own URL, which tokens and proofs are issued for. */
export const addressOf = ({ domain }: Door, path: string): URL => new URL(path, `https://${domain}`)

const headers = { accept: 'application/json', 'user-agent': 'plumbline' }

export interface Request {
  /** For the statistics: `list apps`. */
  readonly name: string
  /** The path with its query. */
  readonly path: string
  /** Called for each attempt, because signatures expire. */
  readonly signed: () => Pick<HttpRequest, 'headers'> & Partial<Pick<HttpRequest, 'body'>>
}

/**
 * All calls of an organization, sign-in included, share one limit. Throws HttpFailure or AbortError; otherwise returns
 * the last response, whatever its status.
 */
export const send = (
  { http, clock, domain, endpoint }: Door,
  { name, path, signed }: Request,
  signal: AbortSignal,
): Promise<HttpAnswer> =>
  http.call({
    name,
    limit: 'okta',
    signal,
    build: async () => {
      const { headers: own, body } = signed()
      return {
        method: body === undefined ? 'GET' : 'POST',
        url: new URL(path, endpoint ?? `https://${domain}`),
        headers: { ...headers, ...own },
        body: body ?? '',
      }
    },
    judge: ({ status }) => (status === 429 ? 'throttled' : status >= 500 ? 'again' : 'done'),
    askedWait: (answer) => untilReset(answer, clock.now()),
  })

const longestWaitMs = 60_000

/**
 * Milliseconds until the limit of a 429 resets, at most a minute, by Okta's clock if known; null if Retry-After
 * contains it, or if it is unknown.
 */
export function untilReset(answer: HttpAnswer, now: number): number | null {
  const { 'x-rate-limit-reset': reset = '', 'retry-after': after } = answer.headers
  if (answer.status !== 429 || after !== undefined || !/^\d{1,12}$/.test(reset)) return null
  const said = Date.parse(answer.headers['date'] ?? '')
  const wait = Number(reset) * 1_000 - (Number.isNaN(said) ? now : said)
  return Math.min(longestWaitMs, Math.max(0, wait))
}

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON of a response; undefined if invalid. */
export function jsonOf({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Fixed messages, because details of the network to an organization are internal. */
export const failures: Readonly<Record<HttpFailureCode, string>> = {
  connect_timeout: 'The organization did not accept a connection in time.',
  read_timeout: 'The organization did not respond in time.',
  connection_failed: 'The organization could not be reached.',
  certificate_refused: 'The certificate of the server is not trusted.',
  host_not_found: 'No Okta organization has this domain.',
  truncated_answer: 'The response of the organization was truncated.',
  answer_too_large: 'The response of the organization is too large.',
  host_refused: 'The domain does not resolve to a public address.',
  proxy_refused:
    'The proxy does not allow connections to the organization, or does not accept its credentials.',
  proxy_failed: 'The proxy could not be reached, or could not connect to the organization.',
}
