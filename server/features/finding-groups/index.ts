import type { CheckDescription } from '@plumbline/scanner'
import { declareFeature } from '../feature.ts'
import { findingGroupRoutes } from './routes.ts'

export const feature = declareFeature<{ readonly checks: readonly CheckDescription[] }>({
  name: 'finding-groups',
  endpoints: ({ checks }) => findingGroupRoutes(checks),
})
