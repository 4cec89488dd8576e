import { tenantTables } from '../../platform/db/index.ts'
import { declareFeature } from '../feature.ts'
import { scanConfigurationRoutes } from './routes.ts'

export { configurationOf } from './store.ts'
export { readConfiguration } from './reading.ts'

export const feature = declareFeature({
  name: 'scan-configurations',
  tables: tenantTables('settings', 'scan_configurations', 'scan_configuration_providers'),
  endpoints: () => scanConfigurationRoutes,
})
