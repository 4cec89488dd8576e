/** What several readers have read of one file, each its share of the records, as one. */
import type { FileFault, ReadAccount, ReadShare } from './read-thread.ts'
import type { StagedAt, StagedUnit, UnitSummary } from './staging.ts'

export interface AccountSummary extends ReadAccount {
  readonly records: number
  /** Milliseconds. */
  readonly oldest: number
  readonly units: readonly UnitSummary[]
  readonly staged: readonly StagedAt[]
}

export interface ReadSummary {
  readonly total: number
  readonly invalid: number
  readonly faults: readonly FileFault[]
  /** In the order in which the file names them. */
  readonly accounts: readonly AccountSummary[]
}

/** Faults that are kept; `invalid` counts all of them. */
export const mostFaults = 1_000
/** A unit beyond it is cut into parts, one of which is rows at a time: what has to wait as rows grows old. */
const partSize = 2 ** 20
const mostParts = 256

/** The shares in the order of their readers. */
export function gather(shares: readonly ReadShare[]): ReadSummary {
  const sumOf = (of: (share: ReadShare) => number): number =>
    shares.reduce((sum, share) => sum + of(share), 0)
  const faults = shares.flatMap((share) => share.faults)
  const found = shares.flatMap(({ accounts }, reader) =>
    accounts.map((one, account) => ({ ...one, at: { reader, account } })),
  )
  const accounts = [...Map.groupBy(found, keyOf).values()].map((same) => {
    const { provider, uid, name, first } = same.reduce((a, b) => (a.first < b.first ? a : b))
    return {
      first,
      provider,
      uid,
      name,
      records: same.reduce((sum, { records }) => sum + records, 0),
      oldest: Math.min(...same.map(({ oldest }) => oldest)),
      units: unitsOf(same.flatMap(({ units }) => units)),
      staged: same.map(({ at }) => at),
    }
  })
  return {
    total: sumOf(({ total }) => total),
    invalid: sumOf(({ invalid }) => invalid),
    faults: faults.sort((a, b) => (a.record ?? -1) - (b.record ?? -1)).slice(0, mostFaults),
    accounts: accounts.sort((a, b) => a.first - b.first).map(({ first: _, ...account }) => account),
  }
}

export const keyOf = ({ provider, uid }: ReadAccount): string => `${provider} ${uid}`

const unitsOf = (staged: readonly StagedUnit[]): UnitSummary[] =>
  [...Map.groupBy(staged, ({ name }) => name)].map(([name, same], number) => ({
    name,
    number,
    parts: partsOf(same.reduce((sum, { bytes }) => sum + bytes, 0)),
    records: same.reduce((sum, { records }) => sum + records, 0),
    checks: [...new Set(same.flatMap(({ checks }) => checks))],
  }))

/** A large unit is read in parts, by the first byte of its keys. */
const partsOf = (bytes: number): number =>
  bytes <= partSize ? 1 : Math.min(mostParts, 2 ** Math.ceil(Math.log2(bytes / partSize)))
