export { buckets, columnOf, columnsOf, type Counter, counters } from './columns.ts'
export { latestScan } from './latest-scan.ts'
export type { RollupRow } from './packed.ts'
export {
  keepLatestRollups,
  keepRollups,
  keptResources,
  keptRollups,
  moveKept,
  readsKept,
  type ResourceCounts,
} from './snapshots.ts'
export { holdsText, latestScans, type RolledUp, scanOf, scansBefore, sumRollups } from './sums.ts'
export { lossOf, type Place, type RollupChange, Tally } from './tally.ts'
