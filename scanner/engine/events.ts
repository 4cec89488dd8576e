import {
  CallProblem,
  type EventsAsked,
  type FoundEvents,
  type Provider,
  ScanProblem,
} from '../kit/index.ts'
import { open, type OpenInput } from './open.ts'

const problem = ({ outcome, action, code }: CallProblem): ScanProblem => {
  const call = action ?? 'the call'
  if (outcome === 'denied') {
    return new ScanProblem('events_denied', `The credentials do not have the permission ${call}.`)
  }
  if (outcome === 'throttled') {
    return new ScanProblem('events_throttled', `The provider throttles ${call}.`)
  }
  return new ScanProblem('events_failed', `The provider did not respond to ${call} (${code}).`)
}

/**
 * Signs in, reads the events of one resource from the provider's log, and closes the session, within `budgetMs`. Throws
 * ScanProblem: the codes of `open`, and `events_denied`, `events_throttled`, `events_failed`, `timeout`.
 */
export async function resourceEvents<Client>(
  provider: Provider<Client>,
  input: OpenInput,
  asked: EventsAsked,
  budgetMs: number,
): Promise<FoundEvents> {
  if (!provider.events)
    throw new RangeError(`Plumbline cannot read an event log of ${provider.type}.`)
  const limit = AbortSignal.timeout(budgetMs)
  const signal = input.signal ? AbortSignal.any([input.signal, limit]) : limit
  try {
    const opened = await open(provider, { ...input, signal })
    try {
      return await provider.events(opened.session, asked, signal)
    } finally {
      opened.close()
    }
  } catch (thrown) {
    if (thrown instanceof CallProblem) throw problem(thrown)
    if (thrown instanceof ScanProblem || input.signal?.aborted || !limit.aborted) throw thrown
    const seconds = Math.round(budgetMs / 1_000)
    throw new ScanProblem('timeout', `The provider did not respond within ${seconds} seconds.`)
  }
}
