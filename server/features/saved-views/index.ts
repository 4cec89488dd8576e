import { tenantTables } from '../../platform/db/index.ts'
import { declareFeature } from '../feature.ts'
import { savedViewRoutes } from './routes.ts'

export const feature = declareFeature({
  name: 'saved-views',
  tables: tenantTables('settings', 'saved_views'),
  endpoints: () => savedViewRoutes,
})
