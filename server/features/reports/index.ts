import type { Signer } from './evidence/seal.ts'
import { reportRoutes } from './routes.ts'
import { reportSweep } from './sweep.ts'
import { buildReport, queueReport, type ReportServices } from './tasks.ts'

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

/** Everything about reports, for the server's composition. Without `afterScans` a report is built on request. */
export function reportsWith(services: ReportServices, signer: Signer, afterScans: boolean) {
  const build = buildReport(services)
  return {
    build,
    completed: afterScans ? [queueReport(build)] : [],
    routes: reportRoutes(services, signer, build),
    sweep: reportSweep(services.files),
  }
}
