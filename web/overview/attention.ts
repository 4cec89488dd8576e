/** Problems that need attention: failing providers and scans, unread resources, and attestations that expire soon. */
import {
  newestOfEach,
  providerIdOf,
  readsAccount,
  type ScanOfProvider,
} from '../compliance/latest.ts'

/** Attestations that expire within this number of days are shown. */
export const soonDays = 14

/**
 * Failed scans without a later completed full scan of the same provider. An import does not replace a scan that failed.
 * The lists must be sorted newest first.
 */
export function stillFailed<S extends ScanOfProvider>(
  failed: readonly S[],
  completed: readonly ScanOfProvider[],
): readonly S[] {
  const isImport = (scan: ScanOfProvider): boolean => !readsAccount(scan)
  return [
    ...withoutLater(failed.filter(readsAccount), completed.filter(readsAccount)),
    ...withoutLater(failed.filter(isImport), completed),
  ]
}

function withoutLater<S extends ScanOfProvider>(
  failed: readonly S[],
  completed: readonly ScanOfProvider[],
): readonly S[] {
  const good = new Map(newestOfEach(completed).map((scan) => [providerIdOf(scan), scan]))
  return newestOfEach(failed).filter((scan) => {
    const later = good.get(providerIdOf(scan))
    return !later || later.inserted_at < scan.inserted_at
  })
}

/** Lists of scans as one, newest first. */
export const mergedNewest = <S extends { readonly id: string; readonly inserted_at: string }>(
  ...lists: readonly (readonly S[])[]
): readonly S[] =>
  [...new Map(lists.flat().map((scan) => [scan.id, scan])).values()].toSorted((one, other) =>
    one.inserted_at < other.inserted_at ? 1 : -1,
  )

/** The next step of a tenant without a completed scan. */
export type Step = 'connect' | 'scan' | 'watch'

/** Null once there is a full scan to show. */
export function nextStep(known: {
  readonly providers: number
  readonly running: number
  readonly completed: number
}): Step | null {
  if (known.completed > 0) return null
  if (known.providers === 0) return 'connect'
  return known.running > 0 ? 'watch' : 'scan'
}
