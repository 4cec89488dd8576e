export {
  type ScanKind,
  kindCodes,
  reasonCodes,
  type Severity,
  severityCodes,
  type Status,
  type StatusCode,
  statusCodes,
  statusOf,
  type Triage,
  type TriageCode,
  triageCodes,
  triageOf,
} from './codes.ts'
export { deleteFindings } from './delete.ts'
export {
  keepLatestRollups,
  keepRollups,
  keptResources,
  keptRollups,
  type ResourceCounts,
} from './kept-rollups.ts'
export type { Counter } from './rollup-columns.ts'
export {
  holdsText,
  latestScans,
  type RolledUp,
  scanOf,
  scansBefore,
  sumRollups,
} from './rollups.ts'
export {
  type Judge,
  type Mutable,
  mutedByMutelist,
  type MuteRule,
  type Mutes,
  noMutes,
} from './mutes.ts'
export { rangeOf, triageCode } from './filters.ts'
export {
  findingByTriage,
  findingsByUid,
  type NamedFinding,
  namedFindings,
  triageId,
} from './named.ts'
export { allKeys, type KeyRange, maxRows, type Shared, type Slice, slices } from './portion.ts'
export {
  beginUnits,
  type Evidence,
  nothing,
  type Recorded,
  type RecordingScan,
  record,
  recordShared,
  recordSlices,
  sum,
  type UnitEvidence,
  type UnitSlice,
  type Unread,
} from './record.ts'
export { liveUnits, retireUnit } from './retire.ts'
export { type Spool, Spools } from './spool.ts'
export { attestation, type Finding, findings, status, triage } from './resource.ts'
export { findingLoaders, findingRoutes } from './routes.ts'
export { seenIn } from './store.ts'
export { type MutesOf, type Touch, touch } from './touch.ts'
export { keysAfter, type Touchable } from './touch-store.ts'
export { uncounted } from './view.ts'
export { attestationDays, decided, type NextTriage, shownTriage } from './triage.ts'
