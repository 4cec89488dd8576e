export type { AmbientOf } from './ambient.ts'
export { insertGroup, linkGroup } from './groups.ts'
export { providerType } from './names.ts'
export { type Provider, providers } from './resource.ts'
export { providerLoaders, providerRoutes } from './routes.ts'
export { type Account, NotHeld, openAccount, openAccountFor } from './secrets.ts'
export { ensureProvider, inGroups, providerById, providersByIds } from './store.ts'
export { checkSupported } from './supported.ts'
export { knownUid } from './uids.ts'
export { scannerClock } from './scanner-clock.ts'
export {
  checkConnection,
  type DeleteRows,
  deleteProvider,
  deleteProviders,
  deletionSweep,
  type TestConnection,
} from './tasks.ts'
