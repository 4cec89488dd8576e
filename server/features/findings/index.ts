import type { CheckDescription } from '@plumbline/scanner'
import type { ExportSettings } from '../../platform/http/index.ts'
import { declareFeature } from '../feature.ts'
import { findingLoaders, findingRoutes } from './routes.ts'

export { currentFindings } from './current.ts'
export {
  type ComplianceOf,
  type FileFinding,
  findingTable,
  ocsfRecord,
  type TableFinding,
} from './exports.ts'
export { findingPage, seenIn } from './page.ts'
export { matching } from './matching.ts'
export { findingByTriage, findingsById, findingsByUid, namedFindings } from './named.ts'
export type { SortBy } from './order.ts'
export { type FindingQuery, type Plan, planOf } from './plan.ts'
export { attestation, type Finding, latestFilters, windowFilters } from './resource.ts'
export { findingsOfScan, tableOfScan } from './scan-findings.ts'
export { findingsByIds } from './shape.ts'
export { type StoredFinding, storedFindings } from './stored.ts'
export { type TriageColumns, triageColumns, triageJoins } from './triage-columns.ts'
export { allOf } from './sources/rows.ts'
export { observationsOf } from './sources/source.ts'
export {
  findingQuery,
  partSize,
  type Walk,
  walked,
  walkInput,
  walkOver,
  walkShown,
} from './walk.ts'

interface FindingServices {
  readonly checks: readonly CheckDescription[]
  readonly exporting: ExportSettings
  readonly now: () => number
}

export const feature = declareFeature<FindingServices>({
  name: 'findings',
  endpoints: ({ checks, exporting, now }) => findingRoutes(checks, exporting, now),
  loaders: ({ checks }) => findingLoaders(checks),
})
