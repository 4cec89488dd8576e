export { type AmbientOf, checkExternalId, type InternalOf } from './ambient.ts'
export { versionedScope } from './data-version.ts'
export { awsKeyMembers, awsRoleMembers } from './kinds.ts'
export { about, fileText, hidden, type Shape, shape, wholeNumber } from './secret-shape.ts'
export { insertGroup, linkGroup } from './groups.ts'
export { providerType, providerTypes, type ProviderType } from './names.ts'
export { type Provider, providers } from './resource.ts'
export { lockProvider, nextSeq } from './revisions.ts'
export { providerLoaders, providerRoutes } from './routes.ts'
export {
  type AnyFilter,
  inScopeOf,
  isProviderFilter,
  type ProviderFilter,
  providerFilters,
  type Scope,
  scopeOf,
  within,
} from './scope.ts'
export { type Account, NotHeld, openAccount, openAccountFor } from './secrets.ts'
export { checkProviders, ensureProvider, inGroups, providerById, providersByIds } from './store.ts'
export { checkSupported } from './supported.ts'
export { isConnectedAccount, otherAccount } from './identity.ts'
export { knownUid } from './uids.ts'
export { testInThread } from './test-in-thread.ts'
export { scannerClock } from './scanner-clock.ts'
export {
  checkConnection,
  deleteProvider,
  deleteProviders,
  deletionSweep,
  type EndWork,
  type TestConnection,
} from './tasks.ts'
export { isMapping, type Mapping } from './yaml-document.ts'
