export { attest } from './attestations.ts'
export {
  allKeys,
  type Batch,
  type KeyRange,
  maxRows,
  type Shared,
  type Slice,
  slices,
} from './batches.ts'
export type { Recorded, UnitSlice } from './merge.ts'
export {
  type Judge,
  type Mutable,
  mutedByMutelist,
  type MuteRule,
  type Mutes,
} from './mutes.ts'
export { liveAfter } from './re-evaluate-store.ts'
export { type MutesOf, reEvaluate, type ReEvaluation } from './re-evaluate.ts'
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
  type Unread,
} from './record.ts'
export { liveUnits, type NamedLive } from './record-store.ts'
export { versionColumns } from './row.ts'
export { type Spool, Spools } from './spool.ts'
export { attestationDays, decided, type NextTriage, shownTriage } from './triage.ts'
export { surplus } from './several-findings.ts'
