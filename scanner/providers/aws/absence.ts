// Whether a region has a service at all. Only DNS shows this: where a service is not offered, its host has no address.
// A broken or filtering resolver returns the same, so two other hosts must resolve first.
import { HttpFailure } from '../../kit/index.ts'
import type { CallContext } from './calls.ts'
import { endpointOf, partitionOfRegion } from './endpoints.ts'
import { find, type Found } from './operations.ts'

/** By origin: whether anything answers there. */
export type Reached = Map<string, Promise<boolean>>

const nowhere = { bucket: null, accountId: null }

/** Sends an unsigned request: any response proves that the host exists. */
async function ask({ http, signal }: CallContext, origin: string): Promise<boolean> {
  const { host } = new URL(origin)
  try {
    await http.call({
      name: `reach:${host}`,
      limit: `reach/${host}`,
      signal,
      build: async () => ({ method: 'GET', url: new URL(origin), headers: {}, body: '' }),
      judge: () => 'done',
    })
    return true
  } catch (thrown) {
    if (thrown instanceof HttpFailure) return false
    throw thrown
  }
}

/** Whether a service answers in a region; each is tested once per session. */
function answers(context: CallContext, found: Found, region: string): Promise<boolean> {
  const { origin } = endpointOf(found, region, nowhere, null)
  const { reached } = context.learned
  const known = reached.get(origin)
  if (known) return known
  const asked = ask(context, origin)
  reached.set(origin, asked)
  return asked
}

/**
 * Whether the name that was not found is that of a service which its region does not have: STS, which every region
 * has, answers there, and the service itself answers where its partition is at home. Rejects only when cancelled.
 */
export async function isAbsent(
  context: CallContext,
  found: Found,
  region: string,
): Promise<boolean> {
  const { home } = partitionOfRegion(region)
  if (context.endpoint !== null || region === home) return false
  const there = await Promise.all([
    answers(context, find('sts:GetCallerIdentity'), region),
    answers(context, found, home),
  ])
  return there.every(Boolean)
}
