import { tenantTables } from '../../platform/db/index.ts'
import type { RightsChanged } from '../../platform/tenancy/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import { providerLoaders, providerRoutes } from './routes.ts'
import {
  checkConnection,
  type ConnectionServices,
  deleteProvider,
  deletionSweep,
  type DeletionServices,
} from './tasks.ts'

export { type AmbientOf, checkExternalId, type InternalOf } from './ambient.ts'
export { versionedScope } from './data-version.ts'
export { awsKeyMembers, awsRoleMembers } from './kinds.ts'
export { about, fileText, hidden, type Shape, shape, wholeNumber } from './secret-shape.ts'
export { insertGroup, linkGroup } from './groups.ts'
export { providerType, providerTypes, type ProviderType } from './names.ts'
export { type Provider, providers } from './resource.ts'
export { lockProvider, nextSeq } from './revisions.ts'
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
  deleteProviders,
  type EndWork,
  type TestConnection,
} from './tasks.ts'
export { isMapping, type Mapping } from './yaml-document.ts'

interface ProviderServices extends ConnectionServices, DeletionServices, SweepServices {
  readonly rightsChanged: RightsChanged
}

export const feature = declareFeature<ProviderServices>({
  name: 'providers',
  tables: [
    ...tenantTables('settings', 'providers'),
    ...tenantTables('weaknesses', 'provider_revisions'),
    ...tenantTables('secrets', 'provider_secrets'),
    ...tenantTables('settings', 'provider_groups', 'provider_group_members'),
  ],
  definers: {
    find_unfinished_provider_deletions: 'a worker finds hidden providers whose deletion failed',
  },
  tasks: [checkConnection, deleteProvider],
  endpoints: ({ vault, rightsChanged }) => providerRoutes(vault, rightsChanged),
  loaders: () => providerLoaders,
  sweeps: ({ atWork, log }) => [deletionSweep(atWork, log)],
})
