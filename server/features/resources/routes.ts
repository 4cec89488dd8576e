import {
  type Endpoint,
  type ExportSettings,
  list,
  type Loader,
  loader,
  show,
  summary,
} from '../../platform/http/index.ts'
import { resourceExports } from './exports.ts'
import { latestResourceFacets, latestResources, resourceFacets, resources } from './resource.ts'
import { versionedScope } from '../providers/index.ts'
import { type ResourceFacts, resourceFacetsOf, resourcePage, resourcesByIds } from './store.ts'

const tag = 'Resource'
const may = 'any_member'

export const resourceRoutes = (
  facts: ResourceFacts,
  exporting: ExportSettings,
): readonly Endpoint[] => [
  list(
    resources,
    '/resources',
    {
      may,
      tag,
      operationId: 'resources_list',
      summary: 'List resources, newest first',
      exports: resourceExports(facts, exporting),
      scope: versionedScope,
    },
    ({ tx, scope, query }) => resourcePage(tx, scope, facts, query),
  ),
  list(
    latestResources,
    '/resources/latest',
    {
      may,
      tag,
      operationId: 'resources_latest_retrieve',
      summary: 'List the resources of the latest scans',
      exports: resourceExports(facts, exporting),
      scope: versionedScope,
    },
    ({ tx, scope, query }) => resourcePage(tx, scope, facts, query),
  ),
  summary(
    resourceFacets,
    '/resources/metadata',
    {
      may,
      tag,
      scope: versionedScope,
      operationId: 'resources_metadata_retrieve',
      summary: 'List the services, regions and types of resources',
    },
    ({ tx, scope, query }) => resourceFacetsOf(tx, scope, facts, query.filters),
  ),
  summary(
    latestResourceFacets,
    '/resources/metadata/latest',
    {
      may,
      tag,
      operationId: 'resources_metadata_latest_retrieve',
      summary: 'List the services, regions and types of the latest resources',
      scope: versionedScope,
    },
    ({ tx, scope, query }) => resourceFacetsOf(tx, scope, facts, query.filters),
  ),
  show(
    resources,
    '/resources/:id',
    { may, tag, operationId: 'resources_retrieve', summary: 'Get a resource' },
    async ({ tx, caller, id }) => (await resourcesByIds(facts)(tx, [id], caller))[0],
  ),
]

export const resourceLoaders = (facts: ResourceFacts): readonly Loader[] => [
  loader(resources, resourcesByIds(facts)),
]
