import { notFound } from '@plumbline/jsonapi'
import type { CheckDescription } from '@plumbline/scanner'
import { type Endpoint, list } from '../../platform/http/index.ts'
import { findingsVersion } from '../providers/index.ts'
import { catalogOf } from '../finding-queries/index.ts'
import { groupExports } from './exports.ts'
import { findingGroups, groupResources } from './resource.ts'
import { groupPage, groupResourcePage } from './groups.ts'

const tag = 'Finding Groups'
const may = 'any_member'
const version = findingsVersion

const places = [
  {
    path: '/finding-groups',
    of: '/finding-groups/:check_id/resources',
    ids: ['finding_groups_list', 'finding_groups_resources_retrieve'],
    when: 'as of a scan, a time or now',
    latest: false,
  },
  {
    path: '/finding-groups/latest',
    of: '/finding-groups/latest/:check_id/resources',
    ids: ['finding_groups_latest_retrieve', 'finding_groups_latest_resources_retrieve'],
    when: 'as they stand now',
    latest: true,
  },
] as const

export function findingGroupRoutes(checks: readonly CheckDescription[]): readonly Endpoint[] {
  const catalog = catalogOf(checks)
  return places.flatMap(({ path, of, ids: [groups, resources], when, latest }) => [
    list(
      findingGroups,
      path,
      {
        may,
        tag,
        version,
        operationId: groups,
        summary: `Findings by their check, ${when}`,
        exports: groupExports(catalog, { latest }),
      },
      ({ tx, caller, query }) => groupPage(tx, caller, catalog, { ...query, latest }),
    ),
    list(
      groupResources,
      of,
      { may, tag, version, operationId: resources, summary: `What one check looks at, ${when}` },
      async ({ tx, caller, query, params }) => {
        const checkId = params['check_id'] ?? ''
        const page = await groupResourcePage(tx, caller, catalog, { ...query, latest, checkId })
        if (!page) throw notFound()
        return page
      },
    ),
  ])
}
