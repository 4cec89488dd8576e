// Detects whether a region has a service. Only DNS shows this: if a service is not offered, its host has no address. A
// broken or filtering resolver returns the same result, so two other hosts must resolve first.
import { HttpFailure } from '../../kit/index.ts'
import type { CallContext } from './calls.ts'
import { endpointOf, partitionOfRegion } from './endpoints.ts'
import { find, type Found } from './operations.ts'

/** True, by origin, if a host responds there. */
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

/** True if a service responds in a region. The test runs once per session. */
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
 * True if the host was not found because its region does not have the service: STS, which every region has, responds
 * there, and the service itself responds in the home region of its partition. Rejects only if canceled.
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
