/** Plays the scan of a file as the ingestion feature does: units in order, in batches over their borders. */
import { stage } from '../../features/versions/index.ts'
import type { Mutes } from '../../features/recording/mutes.ts'
import { slices, type UnitSlice } from '../../features/recording/batches.ts'
import { type Recorded, total } from '../../features/recording/merge.ts'
import type { OpenUnit } from '../../features/scans/scan-recorder.ts'
import { countRecords } from '../../features/scans/units.ts'
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
  { units, mutes, most: ofSlice, together }: PlayedFile,
  at: string,
): Promise<Recorded> {
  const recorder = player.recorder(scan, mutes, at)
  const doneUnits = new Set<string>()
  const remaining: UnitSlice[] = []
  for (const [unit, says] of units) {
    const observed = says.map((said) => observe(unit.replace('import/', ''), said))
    const { findings, ...shared } = stage(unit, observed)
    await player.plan(scan, unit, 'waiting')
    const batch = { ...shared, slices: [] }
    await player.in((tx) => recorder.write(tx, batch, { doneUnits, open: undefined }))
    remaining.push(...slices(findings, { most: ofSlice }).map((slice) => ({ ...slice, unit })))
  }
  const counts: Recorded[] = []
  let open: OpenUnit | undefined
  while (remaining.length > 0) {
    const most = together()
    const alone = open && remaining.findIndex(({ unit }) => unit !== remaining[0]?.unit)
    const count = alone === undefined || alone === -1 ? most : Math.min(most, alone)
    const batch = { resources: [], bodies: [], slices: remaining.splice(0, count) }
    const written = await player.in(async (tx) => {
      const written = await recorder.write(tx, batch, { doneUnits, open })
      await countRecords(tx, scan.id, { ...written.recorded, rejected: 0 })
      return written
    })
    counts.push(written.recorded)
    open = written.open
    for (const unit of written.ended.keys()) {
      doneUnits.add(unit)
      scan.stages.set(unit, 'done')
    }
  }
  return total(counts)
}
