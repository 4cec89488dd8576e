import type { CheckDescription } from '@plumbline/scanner'
import { declareFeature } from '../feature.ts'
import { overviewRoutes } from './routes.ts'

interface OverviewServices {
  readonly checks: readonly CheckDescription[]
  readonly now: () => number
}

export const feature = declareFeature<OverviewServices>({
  name: 'overviews',
  endpoints: ({ checks, now }) => overviewRoutes(checks, now),
})
