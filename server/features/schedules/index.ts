import { tenantTables } from '../../platform/db/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import { scheduleRoutes } from './routes.ts'
import { scheduleSweep } from './tasks.ts'

export const feature = declareFeature<SweepServices>({
  name: 'schedules',
  tables: tenantTables('settings', 'schedules'),
  definers: {
    find_due_schedules: 'a worker finds schedules whose next run is due',
  },
  endpoints: () => scheduleRoutes,
  sweeps: ({ atWork, log }) => [scheduleSweep(atWork, log)],
})
