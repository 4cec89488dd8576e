/** The files of a scan without a product around them: the bench writes them to nowhere. */
export { archive, ocsf, readable, table } from '../files.ts'
export type { Source } from '../source.ts'
export { reportedScan } from '../store.ts'
