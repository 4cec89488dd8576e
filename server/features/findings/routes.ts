import type { CheckDescription } from '@plumbline/scanner'
import {
  type Endpoint,
  type ExportSettings,
  list,
  type Loader,
  loader,
  type ReadScope,
  show,
  summary,
} from '../../platform/http/index.ts'
import { type Scope, versionedScope } from '../providers/index.ts'
import { catalogOf } from '../checks/index.ts'
import { changes } from './changes.ts'
import { facetsOf } from './facets.ts'
import {
  findingChanges,
  findingFacets,
  findingPlaces,
  findings,
  latestFindingFacets,
  latestFindings,
} from './resource.ts'
import { findingExports } from './exports.ts'
import { findingPage } from './page.ts'
import { findingsByIds } from './shape.ts'

const about = { may: 'any_member', tag: 'Finding' } as const

/** Lists and facets, of any time or of the present. */
const places = [
  {
    path: '/findings',
    facetsAt: '/findings/metadata',
    resources: [findings, findingFacets],
    ids: ['findings_list', 'findings_metadata_retrieve'],
    summaries: [
      'List findings as of a scan, a time or now',
      'List the filter values of findings as of a scan, a time or now',
    ],
    latest: false,
  },
  {
    path: '/findings/latest',
    facetsAt: '/findings/metadata/latest',
    resources: [latestFindings, latestFindingFacets],
    ids: ['findings_latest_retrieve', 'findings_metadata_latest_retrieve'],
    summaries: ['List the latest findings', 'List the filter values of the latest findings'],
    latest: true,
  },
] as const

export function findingRoutes(
  checks: readonly CheckDescription[],
  exporting: ExportSettings,
  now: () => number,
): readonly Endpoint[] {
  const catalog = catalogOf(checks)
  const today = (): string => new Date(now()).toISOString().slice(0, 10)
  const scopeOfToday: ReadScope<Scope> = async (request) => {
    const { scope, version } = await versionedScope(request)
    return { scope, version: version && [...version, today()] }
  }
  return [
    summary(
      findingChanges,
      '/findings/changes',
      {
        ...about,
        scope: scopeOfToday,
        operationId: 'findings_changes_retrieve',
        summary: 'Compare the latest failed findings with those of an earlier day or scan',
      },
      async ({ tx, scope, query: { filters } }) => changes(tx, scope, filters, today()),
    ),
    ...places.flatMap(({ path, facetsAt, resources: [rows, facets], ids, summaries, latest }) => [
      list(
        rows,
        path,
        {
          ...about,
          scope: versionedScope,
          operationId: ids[0],
          summary: summaries[0],
          exports: findingExports(catalog, exporting, { latest }),
        },
        ({ tx, scope, query }) => findingPage(tx, scope, catalog, { ...query, latest }),
      ),
      summary(
        facets,
        facetsAt,
        { ...about, scope: versionedScope, operationId: ids[1], summary: summaries[1] },
        ({ tx, scope, query }) => facetsOf(tx, scope, catalog, { ...query, latest }),
      ),
    ]),
    summary(
      findingPlaces,
      '/findings/findings_services_regions',
      {
        ...about,
        scope: versionedScope,
        operationId: 'findings_findings_services_regions_retrieve',
        summary: 'List services and regions of findings; /findings/metadata has more',
        deprecated: true,
      },
      ({ tx, scope, query }) => facetsOf(tx, scope, catalog, { ...query, latest: false }),
    ),
    show(
      findings,
      '/findings/:id',
      { ...about, operationId: 'findings_retrieve', summary: 'Get a finding' },
      async ({ tx, caller, id }) => (await findingsByIds(catalog)(tx, [id], caller))[0],
    ),
  ]
}

export const findingLoaders = (checks: readonly CheckDescription[]): readonly Loader[] => [
  loader(findings, findingsByIds(catalogOf(checks))),
]
