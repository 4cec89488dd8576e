export { attest } from './attestations.ts'
export { allKeys, type Batch, maxRows, type Shared, slices } from './batches.ts'
export type { Recorded, UnitSlice } from './merge.ts'
export { type Judge, type Mutable, mutedByMutelist, type MuteRule, type Mutes } from './mutes.ts'
export { liveAfter } from './re-evaluate-store.ts'
export { type MutesOf, reEvaluate } from './re-evaluate.ts'
export {
  beginUnits,
  closeUnplanned,
  type Evidence,
  nothing,
  record,
  type RecordingScan,
  recordShared,
  recordSlices,
  sum,
  type UnitBatch,
} from './record.ts'
export { liveUnits, type NamedLive } from './record-store.ts'
export { type Spool, Spools } from './spool.ts'
export { decided, type NextTriage, shownTriage } from './triage.ts'
