import { declareFeature } from '../feature.ts'

export { delta, severity, status, triage } from './attributes.ts'
export {
  bucketOf,
  countedOf,
  type DeltaCode,
  deltaCodes,
  deltaOf,
  kindCodes,
  reasonCodes,
  type ScanKind,
  type Severity,
  type SeverityCode,
  severityCodes,
  severityOf,
  type Status,
  type StatusCode,
  statusCodes,
  statusOf,
  type Triage,
  type TriageCode,
  triageCodes,
  triageOf,
} from './codes.ts'
export {
  type FindingKey,
  findingKeyOf,
  isOnResource,
  keyFromText,
  keyText,
  lowestKeyBeside,
  type NamedFinding,
  resourceKeyOf,
  triageId,
  uidOnResource,
} from './keys.ts'
export {
  bodiesIn,
  cellsOf,
  type FindingCells,
  findingsIn,
  keyAt,
  pack,
  type PackedBatch,
  resourcesIn,
  stagedFrom,
} from './pack.ts'
export {
  assignments,
  columns,
  type FindingRow,
  type LiveFinding,
  liveColumns,
  rowTypes,
  unchanged,
  versionColumns,
} from './row.ts'
export {
  deltasOf,
  gapped,
  inWindow,
  isGap,
  newestObservation,
  newestRuns,
  observationOf,
  rangeOf,
  staleUnits,
  wholeCheck,
  type Window,
} from './seen-in.ts'
export {
  type Batch,
  bodyKeyOf,
  bodyOf,
  type Observation,
  type Staged,
  type StagedBody,
  stage,
  stageFinding,
  stageResource,
  type Suppression,
} from './stage.ts'
export { effectiveStatus, over, triageCode } from './status.ts'

export const feature = declareFeature({
  name: 'versions',
})
