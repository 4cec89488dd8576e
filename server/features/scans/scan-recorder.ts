/**
 * Records what a scan finds. Scans of clouds, imports and seeds only produce batches (`recording/batches.ts`); each batch
 * is one transaction. A unit begins with its first slice, was seen at one time, and ends with its last slice.
 */
import { scalar, sql, type Tx } from '../../platform/db/index.ts'
import {
  type Absent,
  type Batch,
  beginUnits,
  closeUnplanned,
  type MutesOf,
  type Recorded,
  type RecordingScan,
  recordShared,
  recordSlices,
  total,
  type UnitSight,
  type UnitSlice,
} from '../recording/index.ts'
import type { Staged } from '../versions/index.ts'
import type { PlannedCoverage } from './scan-thread.ts'
import * as units from './units.ts'

/** Holds the lock of the provider, and the right to write for the scan, in each of its transactions. */
export interface Holder {
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Called in transactions that another worker would not have to repeat. */
  madeProgress(tx: Tx): Promise<unknown>
}

/** A unit of which a part is recorded. */
export interface OpenUnit {
  /** RFC 3339 in UTC. */
  readonly seenAt: string
  readonly recorded: Recorded
}

/** Facts about a unit that the scan of a cloud saw, besides its findings. */
export interface SeenUnit extends UnitSight {
  readonly coverage: readonly PlannedCoverage[]
}

/** Units that the scan of a cloud saw, by their names. */
interface Seen {
  readonly seen: ReadonlyMap<string, SeenUnit>
  /** Resources that a partial scan looked for and did not find. */
  readonly absent: Absent | null
}
const onlyFindings: Seen = { seen: new Map(), absent: null }

interface Place {
  /** Units that the scan has recorded before. */
  readonly doneUnits: ReadonlySet<string>
  /** The unit that the first slice continues. */
  readonly open: OpenUnit | undefined
}

interface Written {
  readonly recorded: Recorded
  /** Units that have ended, with all that was recorded of them. */
  readonly ended: ReadonlyMap<string, Recorded>
  /** The unit of the last slice, if the next batch continues it. */
  readonly open: OpenUnit | undefined
  /** Observations of findings that the scan had observed already. */
  readonly merged: readonly Staged[]
}

/** The numbers of a committed transaction; with progress if units have ended. */
interface Committed {
  readonly recorded: Recorded
  readonly ended: readonly string[]
  readonly progress: units.Progress | undefined
}

interface Services {
  readonly holder: Holder
  readonly mutesOf: MutesOf
  /** The time at which a batch is seen, RFC 3339. The database's, so that workers on several machines have one order. */
  readonly now?: (tx: Tx) => Promise<string>
}

const endingIn = (slices: readonly UnitSlice[]): ReadonlySet<string> =>
  new Set(slices.flatMap(({ unit, until }) => (until === null ? [unit] : [])))

/** The units that end in slices and the one that goes on behind them, from the counts of the slices by unit. Pure. */
export function unitsBehind(
  slices: readonly UnitSlice[],
  recorded: ReadonlyMap<string, Recorded>,
  { open, now }: Pick<Place, 'open'> & { readonly now: string },
): Pick<Written, 'ended' | 'open'> {
  const counts = new Map(recorded)
  const [first, last] = [slices[0], slices.at(-1)]
  const continued = first && !first.first ? counts.get(first.unit) : undefined
  if (first && open && continued) counts.set(first.unit, total([open.recorded, continued]))
  const ending = endingIn(slices)
  const rest = last && !ending.has(last.unit) ? counts.get(last.unit) : undefined
  return {
    ended: new Map([...counts].filter(([unit]) => ending.has(unit))),
    open: rest && { seenAt: now, recorded: rest },
  }
}

const databaseNow = (tx: Tx): Promise<string> => scalar<string>(tx, sql`select now()`)

export class ScanRecorder {
  readonly #scan: RecordingScan
  readonly #holder: Holder
  readonly #mutesOf: MutesOf
  readonly #now: (tx: Tx) => Promise<string>

  constructor(scan: RecordingScan, { holder, mutesOf, now = databaseNow }: Services) {
    this.#scan = scan
    this.#holder = holder
    this.#mutesOf = mutesOf
    this.#now = now
  }

  /** Records whole units, a transaction for each batch; `committed` is called after each. */
  async writeUnits(
    batches: Iterable<Batch>,
    seen: Seen = onlyFindings,
    committed: (transaction: Committed) => void = () => {},
  ): Promise<void> {
    let open: OpenUnit | undefined
    for (const batch of batches) {
      const ending = endingIn(batch.slices)
      let written: Written | undefined
      const progress = await this.#holder.write(async (tx) => {
        const doneUnits = await units.doneUnits(tx, this.#scan.id)
        // A commit whose answer was lost: it must not count twice.
        const isCommitted = written && ending.size > 0 && ending.isSubsetOf(doneUnits)
        if (isCommitted) return units.advance(tx, this.#scan.id)
        written = await this.write(tx, batch, { doneUnits, open }, seen)
        if (ending.size === 0) return undefined
        await this.#holder.madeProgress(tx)
        return units.advance(tx, this.#scan.id, total(written.ended.values()))
      })
      const { recorded = total([]) } = written ?? {}
      open = written?.open
      committed({ recorded, ended: [...ending], progress })
    }
  }

  /**
   * Records a batch in a transaction of the holder. The caller counts what was recorded. Nothing is recorded twice by a
   * batch that is written again: ids are derived, and a unit that begins again replaces what was recorded of it. A batch
   * that continues a unit must not be committed twice: new and changed findings would count twice until the next scan.
   */
  async write(
    tx: Tx,
    batch: Batch,
    { doneUnits, open }: Place,
    { seen, absent }: Seen = onlyFindings,
  ): Promise<Written> {
    const { slices } = batch
    if (open && slices.some(({ unit }) => unit !== slices[0]?.unit))
      throw new Error('A batch that continues a unit has slices of another one.')
    const now = open?.seenAt ?? (await this.#now(tx))
    const begun = slices.flatMap(({ unit, first }) => (first ? [unit] : []))
    if (begun.length > 0) await beginUnits(tx, this.#scan, begun, { now, absent })
    await recordShared(tx, this.#scan, batch, now)
    if (slices.length === 0) return { recorded: total([]), ended: new Map(), open, merged: [] }
    const circumstances = { now, doneUnits, mutesOf: this.#mutesOf, seen }
    const { recorded, merged } = await recordSlices(tx, this.#scan, slices, circumstances)
    const behind = unitsBehind(slices, recorded, { open, now })
    await this.#end(tx, behind.ended, { now, seen })
    const [last] = slices.slice(-1)
    if (behind.open && last) await units.startUnit(tx, this.#scan.id, last.unit)
    return { recorded: total(recorded.values()), merged, ...behind }
  }

  async #end(
    tx: Tx,
    ended: ReadonlyMap<string, Recorded>,
    { now, seen }: Pick<Seen, 'seen'> & { readonly now: string },
  ): Promise<void> {
    const coverage = [...ended.keys()].flatMap((unit) => {
      const known = seen.get(unit)
      return known ? [{ unit, coverage: known.coverage }] : []
    })
    await units.storeCoverage(tx, this.#scan.id, coverage)
    const done = [...ended].map(([unit, { stored, gaps }]) => ({
      unit,
      recorded_at: now,
      findings: stored,
      gaps,
    }))
    await units.finishUnits(tx, this.#scan, done)
  }

  /** Closes findings of units that earlier scans had and this one's plan lacks. */
  async closeUnplanned(planned: readonly string[]): Promise<void> {
    const stale = await this.#holder.write((tx) => units.unplanned(tx, this.#scan, planned))
    for (const unit of stale) {
      for (let closed = 1; closed > 0; ) {
        closed = await this.#holder.write(async (tx) => {
          const rows = await closeUnplanned(tx, this.#scan, unit)
          if (rows === 0) await units.deleteLatestRun(tx, this.#scan.provider_id, unit)
          return rows
        })
      }
    }
  }
}
