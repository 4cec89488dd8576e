import { providerTables, scanTables } from '../../platform/db/index.ts'
import { declareFeature } from '../feature.ts'

export {
  type Bucket,
  bucketIn,
  buckets,
  columnOf,
  counted,
  type Counter,
  counters,
} from './columns.ts'
export { isFirstScan } from './first-scan.ts'
export { latestScan } from './latest-scan.ts'
export { addTally, resetDeltas } from './live.ts'
export {
  firstOfProviders,
  latestScans,
  type RolledUp,
  scanOf,
  scansByIds,
  scansBefore,
} from './scans.ts'
export {
  moveSnapshot,
  readsSnapshot,
  renewLatestSnapshot,
  type ResourceCounts,
  resourceTotals,
  resourcesOfScans,
  snapshotRows,
  takeSnapshot,
} from './snapshots.ts'
export { type Dimension, sumRollups } from './sums.ts'
export { type Place, type RollupChange, Tally } from './tally.ts'
export { uncounted } from './uncounted.ts'

export const feature = declareFeature({
  name: 'rollups',
  tables: [
    ...providerTables('weaknesses', 'rollup_live', 'severity_days'),
    ...scanTables('weaknesses', 'rollup_snapshots'),
  ],
})
