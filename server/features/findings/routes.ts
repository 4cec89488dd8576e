import type { CheckDescription } from '@plumbline/scanner'
import { type Endpoint, list, type Loader, loader, show } from '../../platform/http/index.ts'
import { catalogOf } from './catalog.ts'
import { findings, latestFindings } from './resource.ts'
import { findingPage, findingsByIds } from './store.ts'

const tag = 'Finding'
const may = 'any_member'

export function findingRoutes(checks: readonly CheckDescription[]): readonly Endpoint[] {
  const catalog = catalogOf(checks)
  return [
    list(
      findings,
      '/findings',
      { may, tag, operationId: 'findings_list', summary: 'Findings as of a scan, a time or now' },
      ({ tx, caller, query }) => findingPage(tx, caller, catalog, { ...query, latest: false }),
    ),
    list(
      latestFindings,
      '/findings/latest',
      { may, tag, operationId: 'findings_latest_retrieve', summary: 'Findings as they stand now' },
      ({ tx, caller, query }) => findingPage(tx, caller, catalog, { ...query, latest: true }),
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
