import type { CheckDescription } from '@plumbline/scanner'
import { declareFeature } from '../feature.ts'
import { complianceRoutes } from './routes.ts'

export { overviewsOf, requirementsOf } from './assessing.ts'
export { resultsByProvider } from './evidence.ts'

export const feature = declareFeature<{ readonly checks: readonly CheckDescription[] }>({
  name: 'compliance',
  endpoints: ({ checks }) => complianceRoutes(checks),
})
