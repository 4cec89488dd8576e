import { providers } from '@plumbline/scanner'
import { declareFeature } from '../feature.ts'
import { type CheckOfFinding, checkRoutes } from './routes.ts'

export type { CheckOfFinding } from './routes.ts'
export { catalogOf, type CheckCatalog, checkIds } from './catalog.ts'
export { type CheckOf, checksOfRows, importedByTitle, withImportedChecks } from './imported.ts'

export const feature = declareFeature<{ readonly checkOf: CheckOfFinding }>({
  name: 'checks',
  endpoints: ({ checkOf }) => checkRoutes(Object.values(providers), checkOf),
})
