export {
  type CheckDescription,
  describeChecks,
} from './checks.ts'
export { systemClock } from './clock.ts'
export {
  type CoverageRow,
  type CoverageSummary,
  type Outcome,
  summarize,
} from './coverage.ts'
export { resourceEvents } from './events.ts'
export { type FindingRecord, findingUid } from './finding.ts'
export { createHttp, type HttpOptions } from './http.ts'
export { open, type OpenInput, type OpenSession, testConnection } from './open.ts'
export { type Plan, type PlanInput, type PlannedUnit, planScan } from './plan.ts'
export {
  type FailedResult,
  type ScanInput,
  type ScanResult,
  type SliceResult,
  scan,
  type UnitResult,
} from './scan.ts'
export type { UnreadFinding } from './unit.ts'
