import { providerTables, tenantTables } from '../../platform/db/index.ts'
import type { ExportSettings } from '../../platform/http/index.ts'
import { declareFeature } from '../feature.ts'
import { eventRoutes, type EventServices } from './event-routes.ts'
import { resourceLoaders, resourceRoutes } from './routes.ts'
import type { ResourceFacts } from './store.ts'

export type { AskEvents } from './event-routes.ts'
export {
  countFailures,
  type ObservedResource,
  recordResources,
  resourceIds,
  type ResourceTraits,
  resourceTraits,
  type StagedResource,
  traitsById,
} from './record.ts'
export { maxChoices, type Resource, resources } from './resource.ts'
export {
  type ResourceFacts,
  type SeenIn,
  type SeenResource,
  seenResources,
  tagText,
} from './store.ts'

interface ResourceServices extends ResourceFacts, EventServices {
  readonly exporting: ExportSettings
}

export const feature = declareFeature<ResourceServices>({
  name: 'resources',
  tables: [
    ...providerTables('weaknesses', 'resources'),
    ...tenantTables('weaknesses', 'resource_tags'),
  ],
  endpoints: (services) => [
    ...resourceRoutes(services, services.exporting),
    ...eventRoutes(services),
  ],
  loaders: resourceLoaders,
})
