export {
  type Code,
  type Severity,
  type SeverityCode,
  severityCodes,
  type Status,
  type StatusCode,
  statusCodes,
} from './codes.ts'
export {
  type Batch,
  type Observation,
  type ObservedResource,
  rkeyOf,
  type Staged,
  type StagedBody,
  type StagedResource,
  stage,
  stageBody,
  stageFinding,
  stageResource,
  ukeyOf,
} from './observation.ts'
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
} from './packed.ts'
