import { type Problem, tooManyRequests } from '@plumbline/jsonapi'
import type { ConcurrencyLimit } from '../concurrency-limit.ts'

const retrySeconds = 5

/** A place for a long transfer. */
export interface Place {
  readonly leave: () => void
  /** Aborts when a caller without a slot takes this one. */
  readonly displaced: AbortSignal
}

/** What the client of a transfer that lost its place is answered. */
export const lostPlace = (): Problem => tooManyRequests(retrySeconds)

/** Takes a place that counts for the tenant, the user and the address of a transfer. Throws 429. */
export function takePlace(
  limit: ConcurrencyLimit,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  address: string,
): Place {
  const losing = new AbortController()
  const leave = limit.enter([tenantId, userId], retrySeconds, {
    crowd: `address ${address}`,
    onDisplaced: () => losing.abort(),
  })
  return { leave, displaced: losing.signal }
}
