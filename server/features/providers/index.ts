export type { AmbientOf } from './ambient.ts'
export { findingsVersion } from './data-version.ts'
export { insertGroup, linkGroup } from './groups.ts'
export { providerType } from './names.ts'
export { type Provider, providers } from './resource.ts'
export { lockProvider, nextSeq } from './revisions.ts'
export { providerLoaders, providerRoutes } from './routes.ts'
export {
  type AnyFilter,
  isProviderFilter,
  type ProviderFilter,
  providerFilters,
  type Scope,
  scopeOf,
  within,
} from './scope.ts'
export { type Account, NotHeld, openAccount, openAccountFor } from './secrets.ts'
export { ensureProvider, inGroups, providerById, providersByIds } from './store.ts'
export { checkSupported } from './supported.ts'
export { knownUid } from './uids.ts'
export { scannerClock } from './scanner-clock.ts'
export {
  checkConnection,
  deleteProvider,
  deleteProviders,
  deletionSweep,
  type EndWork,
  type TestConnection,
} from './tasks.ts'
