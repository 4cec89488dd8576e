export {
  type ScanKind,
  kindCodes,
  reasonCodes,
  type Severity,
  severityCodes,
  type Status,
} from './codes.ts'
export { deleteFindings } from './delete.ts'
export { type Mutes, noMutes } from './mutes.ts'
export {
  nothing,
  type Recorded,
  type RecordingScan,
  record,
  sum,
  type UnitEvidence,
  type Unread,
} from './record.ts'
export { rollupColumns } from './record-store.ts'
export { liveUnits, retireUnit } from './retire.ts'
export { type Spool, Spools } from './spool.ts'
export { type Finding, findings } from './resource.ts'
export { findingLoaders, findingRoutes } from './routes.ts'
export { seenIn } from './store.ts'
