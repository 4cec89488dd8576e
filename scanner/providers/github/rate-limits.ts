// GitHub's limits: calls per hour, and limits of the call rate.
import { CallProblem, type Clock, type HttpAnswer } from '../../kit/index.ts'

/** The time after sign-in during which a scan waits for its rate limit, which GitHub resets every hour. */
const patienceMs = 2 * 60 * 60_000

/** The wait after a rate limit without a reset time. */
const secondaryMs = 60_000

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null

const messageOf = ({ body }: HttpAnswer): string => body.toString('utf8', 0, 4_000)

/**
 * The time when a rejected call may be retried, in milliseconds since 1970; null if the response does not reject the
 * call or has another reason. Source: GitHub's "Rate limits for the REST API".
 */
export function refusedUntil(answer: HttpAnswer, now: number): number | null {
  const { status, headers } = answer
  if (status !== 403 && status !== 429) return null
  const after = numberIn(headers['retry-after'])
  if (after !== null) return now + after * 1_000
  const reset = numberIn(headers['x-ratelimit-reset'])
  if (headers['x-ratelimit-remaining'] === '0') return Math.max(now, (reset ?? 0) * 1_000)
  const isSecondary = /secondary rate limit|abuse detection/i.test(messageOf(answer))
  return isSecondary || status === 429 ? now + secondaryMs : null
}

const exhausted = (action: string) =>
  new CallProblem('rate_limited', 'throttled', action, 'The GitHub rate limit is exceeded.')

/** The remaining rate limits: one for REST, one for GraphQL. */
export class RateLimits {
  readonly #clock: Clock
  readonly #closed = new Map<string, number>()
  /** The latest time to wait for, in milliseconds since 1970. */
  readonly #latest: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#latest = clock.now() + patienceMs
  }

  /** Records the rate limit headers of a response. For a rejected call, returns the time of the retry. */
  heard(budget: string, answer: HttpAnswer): number | null {
    const now = this.#clock.now()
    const until = refusedUntil(answer, now)
    const reset = numberIn(answer.headers['x-ratelimit-reset'])
    const isLast = answer.headers['x-ratelimit-remaining'] === '0' && reset !== null
    const closed = until ?? (isLast ? reset * 1_000 : null)
    if (closed !== null && closed > now) this.#closed.set(budget, closed)
    return until
  }

  isWaitedFor(until: number): boolean {
    return until <= this.#latest
  }

  /** Waits until a rate limit allows calls again. Throws CallProblem `rate_limited` if that would take too long. */
  async turn(budget: string, action: string, signal: AbortSignal): Promise<void> {
    const until = this.#closed.get(budget)
    if (until === undefined) return
    if (!this.isWaitedFor(until)) throw exhausted(action)
    const wait = until - this.#clock.now()
    if (wait > 0) await this.#clock.sleep(wait, signal)
    if (this.#closed.get(budget) === until) this.#closed.delete(budget)
  }
}
