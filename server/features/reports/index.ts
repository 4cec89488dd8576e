import { scanTables } from '../../platform/db/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import { type Signer } from './evidence/seal.ts'
import { reportRoutes } from './routes.ts'
import { reportSweep } from './sweep.ts'
import { buildReport, type ReportServices } from './tasks.ts'

export {
  fingerprintOf,
  sealBytes,
  signatureIn,
  signedMessage,
  type Signer,
  signerOf,
} from './evidence/seal.ts'
export { type Entry, entries } from './files.ts'
export { reportedScan } from './store.ts'
export { queueReport } from './tasks.ts'

interface ReportNeeds extends SweepServices {
  readonly reporting: ReportServices
  readonly signer: Signer
  readonly now: () => number
}

export const feature = declareFeature<ReportNeeds>({
  name: 'reports',
  tables: scanTables('weaknesses', 'scan_reports'),
  tasks: [buildReport],
  endpoints: ({ reporting, signer }) => reportRoutes(reporting, signer),
  sweeps: ({ atWork, reporting, log, now }) => [
    reportSweep(reporting.files)({ database: atWork, log, now }),
  ],
})
