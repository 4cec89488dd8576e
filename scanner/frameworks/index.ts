export {
  checksOf,
  type Framework,
  framework,
  type FrameworkEntry,
  frameworkEntry,
  frameworks,
  frameworksOf,
  type Requirement,
} from './framework.ts'
export { type Metadata, metadataOf, techniqueOf, threatScoreSection } from './labels.ts'
export { type Naming, namings, namingsOf } from './naming.ts'
export {
  type Assessed,
  assess,
  type CheckCounts,
  type CheckResult,
  type CheckState,
  checkStates,
  type Evidence,
  judgedOf,
  overAccounts,
  type RequirementStatus,
  type ResultOf,
  type StatusReason,
  stateOf,
  statusReasons,
  type Totals,
  totalsOf,
} from './roll-up.ts'
export { coverageOf, critical, type Reach, reachOf, scoreOf, sectionOf, weightOf } from './score.ts'
export { type Threshold, thresholds } from './thresholds.ts'
export type { ScanValues } from './weaker.ts'
export { frameworkDescription, frameworkName, requirementWords, type TitleOf } from './words.ts'
