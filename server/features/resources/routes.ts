import { type Endpoint, list, type Loader, loader, show } from '../../platform/http/index.ts'
import { latestResources, resources } from './resource.ts'
import { type ResourceFacts, resourcePage, resourcesByIds } from './store.ts'

const tag = 'Resource'
const may = 'any_member'

export const resourceRoutes = (facts: ResourceFacts): readonly Endpoint[] => [
  list(
    resources,
    '/resources',
    { may, tag, operationId: 'resources_list', summary: 'Resources, the newest first' },
    ({ tx, caller, query }) => resourcePage(tx, caller, facts, query),
  ),
  list(
    latestResources,
    '/resources/latest',
    { may, tag, operationId: 'resources_latest_retrieve', summary: 'Resources that are there now' },
    ({ tx, caller, query }) => resourcePage(tx, caller, facts, query),
  ),
  show(
    resources,
    '/resources/:id',
    { may, tag, operationId: 'resources_retrieve', summary: 'One resource' },
    async ({ tx, caller, id }) => (await resourcesByIds(facts)(tx, [id], caller))[0],
  ),
]

export const resourceLoaders = (facts: ResourceFacts): readonly Loader[] => [
  loader(resources, resourcesByIds(facts)),
]
