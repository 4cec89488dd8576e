import type { CheckDescription } from '@plumbline/scanner'
import {
  type Endpoint,
  type ExportSettings,
  list,
  type Loader,
  loader,
  show,
  summary,
} from '../../platform/http/index.ts'
import { findingsVersion } from '../providers/index.ts'
import { catalogOf } from './catalog.ts'
import { facetsOf } from './facets.ts'
import {
  findingFacets,
  findingPlaces,
  findings,
  latestFindingFacets,
  latestFindings,
} from './resource.ts'
import { findingExports } from './exports.ts'
import { findingPage } from './lists.ts'
import { findingsByIds } from './shown.ts'

const tag = 'Finding'
const may = 'any_member'
const version = findingsVersion

export function findingRoutes(
  checks: readonly CheckDescription[],
  exporting: ExportSettings,
): readonly Endpoint[] {
  const catalog = catalogOf(checks)
  return [
    list(
      findings,
      '/findings',
      {
        may,
        tag,
        version,
        operationId: 'findings_list',
        summary: 'Findings as of a scan, a time or now',
        exports: findingExports(catalog, exporting, { latest: false }),
      },
      ({ tx, caller, query }) => findingPage(tx, caller, catalog, { ...query, latest: false }),
    ),
    list(
      latestFindings,
      '/findings/latest',
      {
        may,
        tag,
        version,
        operationId: 'findings_latest_retrieve',
        summary: 'Findings as they stand now',
        exports: findingExports(catalog, exporting, { latest: true }),
      },
      ({ tx, caller, query }) => findingPage(tx, caller, catalog, { ...query, latest: true }),
    ),
    summary(
      findingFacets,
      '/findings/metadata',
      {
        may,
        tag,
        version,
        operationId: 'findings_metadata_retrieve',
        summary: 'What findings are about, as of a scan, a time or now',
      },
      ({ tx, caller, query }) => facetsOf(tx, caller, catalog, { ...query, latest: false }),
    ),
    summary(
      latestFindingFacets,
      '/findings/metadata/latest',
      {
        may,
        tag,
        version,
        operationId: 'findings_metadata_latest_retrieve',
        summary: 'What findings are about as they stand now',
      },
      ({ tx, caller, query }) => facetsOf(tx, caller, catalog, { ...query, latest: true }),
    ),
    summary(
      findingPlaces,
      '/findings/findings_services_regions',
      {
        may,
        tag,
        version,
        operationId: 'findings_findings_services_regions_retrieve',
        summary: 'Services and regions of findings; /findings/metadata has more',
        deprecated: true,
      },
      ({ tx, caller, query }) => facetsOf(tx, caller, catalog, { ...query, latest: false }),
    ),
    show(
      findings,
      '/findings/:id',
      { may, tag, operationId: 'findings_retrieve', summary: 'One finding' },
      async ({ tx, caller, id }) => (await findingsByIds(catalog)(tx, [id], caller))[0],
    ),
  ]
}

export const findingLoaders = (checks: readonly CheckDescription[]): readonly Loader[] => [
  loader(findings, findingsByIds(catalogOf(checks))),
]
