export { checkPage, type NamedBy } from './check-page.ts'
export { type Cell, csvLine } from './csv.ts'
export { inventoryInfo, type OcsfResource } from './ocsf-inventory.ts'
export {
  detectionFinding,
  ocsf,
  type OcsfContext,
  type OcsfFinding,
} from './ocsf.ts'
export {
  checkTextsOf,
  type CheckTexts,
  comparedTexts,
  type ComparedTexts,
  importedCheck,
  type ImportedCheck,
  sharedTexts,
  sizeOfTexts,
} from './ocsf-check.ts'
export type { FindingAccount } from './ocsf-account.ts'
export {
  type FileFinding,
  isProblem,
  ocsfProblem,
  readOcsf,
  readOcsfFindings,
  type Suppressed,
} from './read-ocsf.ts'
export { type Block, htmlDocument, markdown, type Line } from './page.ts'
export {
  type ReadLimits,
  readLimits,
  type ReadRecord,
  readRecords,
  type RecordProblem,
} from './records.ts'
export { sarif, type SarifContext } from './sarif.ts'
export { FileProblem } from './split.ts'
