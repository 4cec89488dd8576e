import { providerTables } from '../../platform/db/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { triageRoutes } from './routes.ts'
import { attestationSweep } from './sweep.ts'
import { setMatchingTriages } from './tasks.ts'

export { setTriage } from './deciding.ts'

interface TriageServices extends SweepServices {
  readonly catalog: CheckCatalog
}

export const feature = declareFeature<TriageServices>({
  name: 'triage',
  tables: providerTables('personal', 'finding_notes'),
  definers: {
    find_ended_attestations: 'a worker finds expired attestations',
  },
  tasks: [setMatchingTriages],
  endpoints: ({ catalog }) => triageRoutes(catalog),
  sweeps: ({ atWork, log }) => [attestationSweep(atWork, log)],
})
