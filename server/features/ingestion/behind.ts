import type { Recorded } from '../findings/index.ts'
import type { DoneUnit, Position } from './checkpoints.ts'
import type { FileSlice } from './portions.ts'

/**
 * Where a scan stands once a portion is recorded, and the units that end with it. `recorded` has the
 * counts of each slice; `now` is when the units of the portion were seen.
 */
export function behind(
  portion: readonly FileSlice[],
  recorded: readonly Recorded[],
  { position, now }: { position: Position; now: string },
): { position: Position; done: DoneUnit[] } {
  const done: DoneUnit[] = []
  let after = position
  for (const [at, { unit: name, number, begun, until }] of portion.entries()) {
    const { stored = 0, gaps = 0 } = recorded[at] ?? {}
    const unit_stored = (begun ? after.unit_stored : 0) + stored
    const unit_gaps = (begun ? after.unit_gaps : 0) + gaps
    after = { unit: number, next_key: until, began_at: now, unit_stored, unit_gaps }
    if (until !== null) continue
    done.push({ unit: name, recorded_at: now, findings: unit_stored, gaps: unit_gaps })
    after = { unit: number + 1, next_key: null, began_at: null, unit_stored: 0, unit_gaps: 0 }
  }
  return { position: after, done }
}
