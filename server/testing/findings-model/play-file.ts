/** Plays the scan of a file as the ingestion feature does: units in order, in batches over their borders. */
import { stage } from '../../features/versions/index.ts'
import type { Mutes } from '../../features/recording/mutes.ts'
import { slices } from '../../features/recording/batches.ts'
import {
  beginUnits,
  nothing,
  recordShared,
  recordSlices,
  sum,
} from '../../features/recording/record.ts'
import type { Recorded, UnitSlice } from '../../features/recording/merge.ts'
import { observe, type Player, type Playing, type Says } from './player.ts'

export interface PlayedFile {
  /** The findings of the file, by unit and in order. */
  readonly units: ReadonlyMap<string, readonly Says[]>
  readonly mutes: Mutes
  /** Findings of a slice at most. */
  readonly most: number
  /** How many slices the next batch has. */
  readonly together: () => number
}

/** Records a file at one moment; the caller starts and finishes its scan. */
export async function playFile(
  player: Player,
  scan: Playing,
  { units, mutes, most, together }: PlayedFile,
  at: string,
): Promise<Recorded> {
  const evidence = { scan, absent: null, mutes }
  const remaining: UnitSlice[] = []
  for (const [unit, says] of units) {
    const { findings, ...shared } = stage(
      unit,
      says.map((said) => observe(unit.replace('import/', ''), said)),
    )
    await player.plan(scan, unit, 'waiting')
    await player.in((tx) => recordShared(tx, scan, shared, at))
    remaining.push(...slices(findings, { most }).map((slice) => ({ ...slice, unit })))
  }
  const startedUnits = new Set<string>()
  const done = new Set<string>()
  const counts = new Map<string, Recorded>()
  while (remaining.length > 0) {
    const batch = remaining.splice(0, together())
    const fresh = [...new Set(batch.map(({ unit }) => unit))].filter(
      (one) => !startedUnits.has(one),
    )
    const { recorded } = await player.in(async (tx) => {
      if (fresh.length > 0) await beginUnits(tx, evidence, fresh, at)
      return recordSlices(tx, evidence, batch, { now: at, doneUnits: done })
    })
    for (const [index, { unit, until }] of batch.entries()) {
      startedUnits.add(unit)
      counts.set(unit, sum(counts.get(unit) ?? nothing, recorded[index] ?? nothing))
      if (until === null) done.add(unit)
    }
  }
  for (const [unit, counted] of counts) await player.done(scan, unit, counted, at)
  return [...counts.values()].reduce(sum, nothing)
}
