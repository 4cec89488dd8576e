export { attest } from './attestations.ts'
export { allKeys, type KeyRange, maxRows, type Shared, type Slice, slices } from './batches.ts'
export {
  type Judge,
  type Mutable,
  mutedByMutelist,
  type MuteRule,
  type Mutes,
  noMutes,
} from './mutes.ts'
export { keysAfter, type LiveFinding } from './re-evaluate-store.ts'
export { type MutesOf, touch, type Touch } from './re-evaluate.ts'
export {
  beginUnits,
  type Evidence,
  nothing,
  record,
  type Recorded,
  type RecordingScan,
  recordShared,
  recordSlices,
  sum,
  type UnitEvidence,
  type UnitSlice,
  type Unread,
} from './record.ts'
export { liveUnits, retireUnit } from './retire.ts'
export { type Spool, Spools } from './spool.ts'
export { attestationDays, decided, type NextTriage, shownTriage } from './triage.ts'
export { surplus } from './twins.ts'
