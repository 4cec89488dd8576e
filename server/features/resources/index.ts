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
export { type AskEvents, eventRoutes } from './event-routes.ts'
export { resourceLoaders, resourceRoutes } from './routes.ts'
export {
  type ResourceFacts,
  type SeenIn,
  type SeenResource,
  seenResources,
  tagText,
} from './store.ts'
