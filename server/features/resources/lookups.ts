/** Provider calls while a request waits: their concurrency limit, and the responses when they fail. */
import { badGateway, type Problem, unavailable } from '@plumbline/jsonapi'
import { ScanProblem } from '@plumbline/scanner'
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts'

/** Of one provider: clouds allow few lookups a second, shared by all callers. */
const ofProvider = { each: 4, overall: Number.POSITIVE_INFINITY }
/** Of all in this process, in shares: a tenant may connect any number of providers. */
const ofAll = { overall: 32 }

/** Transient errors of the cloud; all others are caused by the credentials or their permissions. */
const passing: ReadonlySet<string> = new Set([
  'sign_in_failed',
  'sign_in_throttled',
  'events_failed',
  'events_throttled',
  'timeout',
])

/** The provider's problem as a response: 502 needs action, 503 needs time. */
function problemOf(error: unknown): unknown {
  if (!(error instanceof ScanProblem)) return error
  const { code, detail } = error
  return passing.has(code) ? unavailable(detail, code) : badGateway(detail, code)
}

export class Lookups {
  readonly #providers = new ConcurrencyLimit(ofProvider)
  readonly #tenants = new ConcurrencyLimit(ofAll)

  /** Runs `ask` if it may run now; throws 429 if not, and Problems for errors of the provider. */
  async run<T>(
    { tenantId, providerId }: { readonly tenantId: string; readonly providerId: string },
    ask: () => Promise<T>,
  ): Promise<T> {
    const leaveProvider = this.#providers.enter(providerId, 2)
    try {
      const leave = this.#tenants.enter(tenantId, 2)
      return await ask().finally(leave)
    } catch (error) {
      throw problemOf(error)
    } finally {
      leaveProvider()
    }
  }
}

export const noSecret = (): Problem =>
  badGateway('The provider has no secret. Add one with POST /providers/secrets.', 'no_secret')
