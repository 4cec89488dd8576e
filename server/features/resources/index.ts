export {
  countFailures,
  deleteResources,
  recordResources,
  resourceIds,
  type ResourceTraits,
  resourceTraits,
  traitsById,
} from './record.ts'
export { remembered, rememberedFor } from './remembered.ts'
export { findingStamp } from './standing.ts'
export { maxChoices, type Resource, resources } from './resource.ts'
export { type AskEvents, eventRoutes } from './event-routes.ts'
export { resourceLoaders, resourceRoutes } from './routes.ts'
export {
  type AnyFilter,
  isProviderFilter,
  type ProviderFilter,
  providerFilters,
  type Scope,
  scopeOf,
  within,
} from './scope.ts'
export { type ResourceFacts, type SeenIn, type SeenResource, seenResources } from './store.ts'
