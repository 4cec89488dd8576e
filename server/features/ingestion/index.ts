import { providerTables, scanTables, tenantTables } from '../../platform/db/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import { importScan, type ImportServices } from './import-scan.ts'
import { processIngestion, type Uploads } from './reader.ts'
import { ingestionLoaders, ingestionRoutes } from './routes.ts'
import { ingestionSweep } from './sweep.ts'

export { type Uploads } from './reader.ts'
export { shownTo } from './store.ts'
export { UploadSpace } from './upload-space.ts'

interface IngestionServices extends ImportServices, SweepServices {
  readonly uploads: Uploads
  readonly now: () => number
}

export const feature = declareFeature<IngestionServices>({
  name: 'ingestion',
  tables: [
    ...tenantTables('weaknesses', 'ingestions', 'ingestion_errors'),
    ...providerTables('weaknesses', 'imported_checks'),
    ...scanTables('weaknesses', 'ingestion_units', 'ingestion_scans'),
  ],
  tasks: [processIngestion, importScan],
  endpoints: ({ uploads, log }) => ingestionRoutes({ ...uploads, log }),
  loaders: () => ingestionLoaders,
  sweeps: ({ atWork, uploads, log, now }) => [ingestionSweep(atWork, uploads.files, { log, now })],
})
