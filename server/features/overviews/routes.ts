import { type AnyResource, type Row, uuid } from '@plumbline/jsonapi'
import type { CheckDescription } from '@plumbline/scanner'
import type { TitleOf } from '@plumbline/scanner/frameworks'
import { type Endpoint, list, type ReadScope, summary } from '../../platform/http/index.ts'
import { type Scope, scopeOf, versionedScope } from '../providers/index.ts'
import { overviewsOf } from '../compliance/index.ts'
import { type KindSum, kinds, severityRank } from './counting.ts'
import { listed } from './listing.ts'
import * as figures from './figures.ts'
import * as resources from './resource.ts'
import { daysOf, series } from './series.ts'
import { bareFilters, bareOf, snapshots, threatscoreSnapshots } from './threatscore.ts'

/** The description of an endpoint; the ids are those of the contract. */
const about = (operationId: string, text: string) =>
  ({
    may: 'any_member',
    tag: 'Overview',
    scope: versionedScope,
    operationId: `overviews_${operationId}`,
    summary: text,
  }) as const

/** Surfaces that an attacker meets first, by the categories of checks. */
const surfaces = ['internet-exposed', 'secrets', 'privilege-escalation', 'ec2-imdsv1']

/** Severities are ordered by what they have failed, the worst first. */
const kindValue = (row: Pick<KindSum, 'severity'>, key: string): unknown =>
  key === 'severity' ? severityRank(row) : (row as unknown as Record<string, unknown>)[key]

/** A list of rows that are added up from the latest scans. */
const overview = <X extends AnyResource, R extends Row<X> & { readonly id: string }>(
  resource: X,
  path: string,
  said: ReturnType<typeof about>,
  rowsOf: (subject: figures.Subject) => Promise<readonly R[]>,
  valueOf?: (row: R, key: string) => unknown,
): Endpoint =>
  list(resource, `/overviews/${path}`, said, async ({ tx, scope, query }) => {
    const { sort, page } = query
    const rows = await rowsOf(await figures.subjectOf(tx, scope, query.filters))
    return listed(rows, resource.unpaged ? { sort } : { sort, page }, valueOf)
  })

export function overviewRoutes(
  checks: readonly CheckDescription[],
  now: () => number,
): readonly Endpoint[] {
  const today = (): string => new Date(now()).toISOString().slice(0, 10)
  /** Days are counted back from today by default. */
  const scopeOfToday: ReadScope<Scope> = async (request) => {
    const { scope, version } = await versionedScope(request)
    return { scope, version: version && [...version, today()] }
  }
  const titles = new Map(checks.map(({ id, title }) => [id, title]))
  const titleOf: TitleOf = (id) => titles.get(id)
  const categoriesOf = kinds(checks, ({ categories }) => categories)
  const groupsOf = kinds(checks, ({ resource_group }) => (resource_group ? [resource_group] : []))
  const surfacesOf = kinds(checks, ({ categories }) =>
    categories.filter((one) => surfaces.includes(one)),
  )
  return [
    list(
      resources.providersOverview,
      '/overviews/providers',
      about('providers_retrieve', 'Count findings and resources by provider type'),
      async ({ tx, scope, query }) =>
        listed(await figures.byProviderType(tx, scope, query.filters), query),
    ),
    list(
      resources.providersCount,
      '/overviews/providers/count',
      about('providers_count_retrieve', 'Count providers by type'),
      async ({ tx, scope }) => {
        const rows = await figures.providerCounts(tx, scope)
        return { rows, count: rows.length }
      },
    ),
    summary(
      resources.findingsOverview,
      '/overviews/findings',
      about('findings_retrieve', 'Count findings by status, and changes since the previous scans'),
      async ({ tx, scope, query: { filters } }) => figures.findings(tx, scope, filters),
    ),
    summary(
      resources.severityOverview,
      '/overviews/findings_severity',
      about('findings_severity_retrieve', 'Count findings by severity'),
      async ({ tx, scope, query: { filters } }) =>
        figures.severities(await figures.subjectOf(tx, scope, filters)),
    ),
    list(
      resources.severityDays,
      '/overviews/findings_severity/timeseries',
      {
        ...about(
          'findings_severity_timeseries_retrieve',
          'Count failed findings by severity and day',
        ),
        scope: scopeOfToday,
      },
      async ({ tx, scope, query: { filters, sort } }) => {
        const days = daysOf(filters, today())
        const searched = await figures.searched(tx, scope, filters)
        return listed(await series(tx, searched, days), { sort })
      },
    ),
    overview(
      resources.servicesOverview,
      'services',
      about('services_retrieve', 'Count findings by service'),
      figures.byService,
    ),
    overview(
      resources.providerServices,
      'provider-services',
      about('provider_services_retrieve', 'Count findings by provider and service'),
      figures.byProviderService,
    ),
    overview(
      resources.regionsOverview,
      'regions',
      about('regions_retrieve', 'Count findings by region'),
      figures.byRegion,
    ),
    overview(
      resources.attackSurfaces,
      'attack-surfaces',
      about('attack_surfaces_list', 'Count findings by attack surface'),
      (subject) => figures.bySurface(subject, surfaces, surfacesOf),
    ),
    overview(
      resources.categoriesOverview,
      'categories',
      about('categories_list', 'Count findings by check category'),
      (subject) => figures.byCategory(subject, categoriesOf),
      kindValue,
    ),
    overview(
      resources.resourceGroups,
      'resource-groups',
      about('resource_groups_list', 'Count findings and resources by resource group'),
      (subject) => figures.byGroup(subject, groupsOf),
      kindValue,
    ),
    list(
      threatscoreSnapshots,
      '/overviews/threatscore',
      {
        ...about('threatscore_retrieve', 'Get the ThreatScore of each provider'),
        extra: { snapshot_id: uuid, ...bareFilters },
        refusals: [404],
      },
      async ({ tx, caller, scope, query: { filters, extra } }) => {
        const bare = bareOf(extra)
        const all = [...filters, ...bare]
        const within = bare.length > 0 ? await scopeOf(tx, caller, all) : scope
        return snapshots(tx, within, { filters: all, snapshotId: extra.snapshot_id }, titleOf)
      },
    ),
    overview(
      resources.complianceWatchlist,
      'compliance-watchlist',
      about(
        'compliance_watchlist_list',
        'List compliance results of the latest scans by framework',
      ),
      async ({ tx, scans, filters }) =>
        (await overviewsOf(tx, scans, filters)).map(
          ({ id, framework: _, version: __, ...counts }) => ({ id, compliance_id: id, ...counts }),
        ),
    ),
  ]
}
