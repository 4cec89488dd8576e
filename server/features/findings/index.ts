export { catalogOf, type CheckCatalog, checkIds } from './catalog.ts'
export { rangeOf, triageCode } from './filters.ts'
export { type StoredFinding, storedFindings } from './stored.ts'
export {
  type ComplianceOf,
  type FileFinding,
  findingTable,
  type TableFinding,
  ocsfRecord,
} from './exports.ts'
export { importedByTitle, withImportedChecks } from './imported.ts'
export { type Exported, findingPage, seenIn } from './lists.ts'
export { findingsOfScan, tableOfScan } from './scan-findings.ts'
export { effectiveStatus, findingsByIds } from './shown.ts'
export {
  findingByTriage,
  findingsByUid,
  findingsById,
  type NamedFinding,
  namedFindings,
  triageId,
} from './named.ts'
export { currentFindings, type FindingKey, keyFromText, keyText } from './current.ts'
export { endingWithin, foundBy, type Matching, matching, type Seeking } from './matching.ts'
export type { SortBy } from './order.ts'
export { dimensions, type Plan, planOf } from './plan.ts'
export {
  attestation,
  delta,
  type Finding,
  findings,
  latestFilters,
  severity,
  status,
  triage,
  windowFilters,
} from './resource.ts'
export { findingLoaders, findingRoutes } from './routes.ts'
export { type TriageColumns, triageColumns, triageJoins } from './triage-columns.ts'
export { allRows, inScopeOf, over, uncounted } from './views.ts'
export { consistent } from './windows.ts'
export {
  findingQuery,
  partSize,
  type Walk,
  walked,
  walkInput,
  walkOver,
  walkShown,
} from './walk.ts'
