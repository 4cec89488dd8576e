import { notFound, oneOf } from '@plumbline/jsonapi'
import type { CheckDescription } from '@plumbline/scanner'
import { type Endpoint, list } from '../../platform/http/index.ts'
import { versionedScope } from '../providers/index.ts'
import { catalogOf } from '../checks/index.ts'
import { groupExports } from './exports.ts'
import {
  findingGroups,
  findingSubjects,
  groupResources,
  latestFindingSubjects,
  subjectKinds,
} from './resource.ts'
import { groupPage, groupResourcePage } from './groups.ts'
import { subjectGroupPage } from './subjects.ts'

const tag = 'Finding Groups'
const may = 'any_member'

const places = [
  {
    path: '/finding-groups',
    of: '/finding-groups/:check_id/resources',
    ids: ['finding_groups_list', 'finding_groups_resources_retrieve'],
    when: 'of a scan, a time or now',
    bySubject: { path: '/finding-subjects', id: 'finding_subjects_list', rows: findingSubjects },
    latest: false,
  },
  {
    path: '/finding-groups/latest',
    of: '/finding-groups/latest/:check_id/resources',
    ids: ['finding_groups_latest_retrieve', 'finding_groups_latest_resources_retrieve'],
    when: 'of the latest scans',
    bySubject: {
      path: '/finding-subjects/latest',
      id: 'finding_subjects_latest_retrieve',
      rows: latestFindingSubjects,
    },
    latest: true,
  },
] as const

export function findingGroupRoutes(checks: readonly CheckDescription[]): readonly Endpoint[] {
  const catalog = catalogOf(checks)
  return places.flatMap(({ path, of, ids: [groups, resources], bySubject, when, latest }) => [
    list(
      findingGroups,
      path,
      {
        may,
        tag,
        scope: versionedScope,
        operationId: groups,
        summary: `Group findings by check, ${when}`,
        exports: groupExports(catalog, { latest }),
      },
      ({ tx, caller, scope, query }) =>
        groupPage(tx, { caller, scope, catalog }, { ...query, latest }),
    ),
    list(
      groupResources,
      of,
      {
        may,
        tag,
        scope: versionedScope,
        operationId: resources,
        summary: `List the resources of a check, ${when}`,
      },
      async ({ tx, caller, scope, query, params }) => {
        const checkId = params['check_id'] ?? ''
        const page = await groupResourcePage(
          tx,
          { caller, scope, catalog },
          { ...query, latest, checkId },
        )
        if (!page) throw notFound()
        return page
      },
    ),
    list(
      bySubject.rows,
      bySubject.path,
      {
        may,
        tag,
        scope: versionedScope,
        operationId: bySubject.id,
        summary: `Group findings by resource, provider or service, ${when}`,
        extra: { group_by: oneOf(...subjectKinds) },
      },
      ({ tx, scope, query }) =>
        subjectGroupPage(tx, scope, catalog, {
          ...query,
          latest,
          kind: query.extra.group_by ?? 'resource',
        }),
    ),
  ])
}
