import { providerTables, tenantTables } from '../../platform/db/index.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { checkIntegration, type ConnectionServices } from './connection.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { followSweep } from './jira-follow.ts'
import { jiraRoutes } from './jira-routes.ts'
import { dispatchToJira } from './jira-task.ts'
import { integrationLoaders, integrationRoutes } from './routes.ts'

export { checkMessaged, mayMessage, queueAlert } from './alert-message.ts'
export { authorOf, digestOf, type StoredDigest, type StoredSection, sightMark } from './digests.ts'
export type { Site } from './forwarded.ts'
export { queueAfterScan } from './after-scan.ts'
export { forwarding } from './forwarding.ts'
export type { DeliveryPace } from './forwarding.ts'
export { seenIntegrations } from './store.ts'

interface IntegrationServices extends ConnectionServices, SweepServices {
  readonly egress: Egress
  readonly catalog: CheckCatalog
}

export const feature = declareFeature<IntegrationServices>({
  name: 'integrations',
  tables: [
    ...tenantTables('settings', 'integrations', 'integration_providers'),
    ...tenantTables('secrets', 'integration_secrets'),
    ...tenantTables('weaknesses', 'tracker_issues'),
    ...providerTables('weaknesses', 'deliveries'),
  ],
  definers: {
    count_deliveries:
      'metrics count waiting deliveries of the whole installation; returns only counts',
    claim_delivery: 'a worker finds deliveries that are due; returns only IDs',
    find_old_deliveries:
      'a worker finds tenants with old entries in the delivery log; returns only IDs',
    find_trackers_to_look:
      'a worker finds integrations whose issues must be checked; returns only IDs',
  },
  tasks: [checkIntegration, dispatchToJira],
  endpoints: ({ vault, egress, catalog }) => [
    ...integrationRoutes(vault),
    ...deliveryRoutes,
    ...jiraRoutes({ vault, egress, catalog }),
  ],
  loaders: () => integrationLoaders,
  sweeps: ({ atWork, log }) => [followSweep(atWork, log)],
})
