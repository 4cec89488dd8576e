export { catalogOf, type CheckCatalog, checkIds } from './catalog.ts'
export { rangeOf, triageCode } from './filters.ts'
export { seenIn } from './lists.ts'
export { effectiveStatus, findingsByIds } from './shown.ts'
export {
  findingByTriage,
  findingsByUid,
  type NamedFinding,
  namedFindings,
  triageId,
} from './named.ts'
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
export { over, uncounted } from './views.ts'
export { consistent } from './windows.ts'
