export {
  type CheckDescription,
  describeChecks,
} from './checks.ts'
export {
  type ConfigKey,
  type ConfigProblem,
  configKeys,
  type ReadConfig,
  readConfig,
} from './config.ts'
export { systemClock } from './clock.ts'
export {
  type CoverageRow,
  type CoverageSummary,
  failedCoverage,
  type Outcome,
  summarize,
} from './coverage.ts'
export { explain, type ExplainInput, type Explanation, type Threshold } from './explain.ts'
export { resourceEvents } from './events.ts'
export { type Door, openSocket, publicLookup } from './egress.ts'
export { type FindingRecord, findingUid } from './finding.ts'
export { createHttp, type HttpOptions } from './http.ts'
export { environmentProxies, portOf } from './proxy.ts'
export {
  type Inventory,
  type InventoryLine,
  type InventorySink,
  openInventory,
  planInventory,
  readInventory,
} from './inventory.ts'
export {
  type CheckReference,
  checkReferences,
  type FieldReference,
  type KindReference,
  type Permission,
  type SettingReference,
} from './reference.ts'
export {
  open,
  type OpenInput,
  type OpenSession,
  type TestedConnection,
  testConnection,
} from './open.ts'
export { neededActions, type Plan, type PlanInput, type PlannedUnit, planScan } from './plan.ts'
export {
  type FailedResult,
  type ScanInput,
  type ScanResult,
  type SliceResult,
  scan,
  scanInGroups,
  type UnitResult,
} from './scan.ts'
export type { UnreadFinding } from './unit.ts'
