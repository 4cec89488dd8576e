import { providerTables, scanTables } from '../../platform/db/index.ts'
import type { Streams } from '../../platform/streams/index.ts'
import { declareFeature } from '../feature.ts'
import { scanLoaders, scanRoutes } from './routes.ts'
import { performScan, performScheduledScan, type ScanServices } from './scan-task.ts'
import { scanStream } from './streams.ts'

export { beginPastScan, dropPlanned, planScan, startPlanned } from './planned.ts'
export { type ExecutingScan, executingScan } from './provider-queue.ts'
export { mostResources, scans } from './resource.ts'
export { isInReach, startScan } from './queued.ts'
export {
  cancelScan,
  type Completed,
  completeScan,
  endScans,
  giveUpScan,
  type Listeners,
  resumedScan,
  runScan,
  type ScanRun,
} from './scan-lifecycle.ts'
export { type OpenUnit, ScanRecorder } from './scan-recorder.ts'
export { scanThreads } from './start-thread.ts'
export { insertScan, waiting } from './store.ts'
export { addUnits, countRecords, plan as planUnits, type Progress, storeCoverage } from './units.ts'

export { scanListeners, scanProgress } from './streams.ts'

export const feature = declareFeature<ScanServices & { readonly streams: Streams }>({
  name: 'scans',
  tables: [
    ...providerTables('weaknesses', 'latest_unit_runs'),
    ...scanTables('weaknesses', 'scan_coverage', 'scan_units'),
    ...providerTables('weaknesses', 'scans'),
  ],
  tasks: [performScan, performScheduledScan],
  endpoints: ({ streams }) => [...scanRoutes, ...scanStream(streams)],
  loaders: () => scanLoaders,
})
