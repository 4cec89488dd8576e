/** Asking a provider while a request waits: how many at a time, and what a client is told when it fails. */
import { badGateway, type Problem, unavailable } from '@plumbline/jsonapi'
import { ScanProblem } from '@plumbline/scanner'
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts'

/** Of one provider, and of all, in this process. Clouds grant a few lookups a second, to everybody together. */
const most = { each: 4, overall: 32 }

/** Those of the cloud that pass; whatever else is wrong lies in the credentials or what they may do. */
const passing: ReadonlySet<string> = new Set([
  'sign_in_failed',
  'sign_in_throttled',
  'events_failed',
  'events_throttled',
  'timeout',
])

/** What the other side's problem is to whoever asked: 502 needs somebody to act, 503 needs time. */
function told(error: unknown): unknown {
  if (!(error instanceof ScanProblem)) return error
  const { code, detail } = error
  return passing.has(code) ? unavailable(detail, code) : badGateway(detail, code)
}

export class Lookups {
  readonly #limit = new ConcurrencyLimit(most)

  /** Runs `ask` if it may run now; throws 429 if not, and Problems for what the other side says. */
  async run<T>(providerId: string, ask: () => Promise<T>): Promise<T> {
    const leave = this.#limit.enter(providerId, 2)
    try {
      return await ask()
    } catch (error) {
      throw told(error)
    } finally {
      leave()
    }
  }
}

export const noSecret = (): Problem =>
  badGateway('The provider has no secret; POST /providers/secrets adds one.', 'no_secret')
