import { uuid } from '@plumbline/jsonapi'
import type { CheckDescription } from '@plumbline/scanner'
import type { TitleOf } from '@plumbline/scanner/frameworks'
import { type DataVersion, type Endpoint, list, summary } from '../../platform/http/index.ts'
import { findingsVersion, scopeOf } from '../providers/index.ts'
import { overviewsOf } from '../compliance/index.ts'
import { latestScans } from '../rollups/index.ts'
import { type KindSum, kinds, severityRank } from './counting.ts'
import { ordered, paged } from './listing.ts'
import * as figures from './figures.ts'
import * as resources from './resource.ts'
import { daysOf, series } from './series.ts'
import { snapshots, threatscoreSnapshots } from './threatscore.ts'

const tag = 'Overview'
const may = 'any_member'

/** What an endpoint says of itself; the ids are those of the contract. */
const about = (operationId: string, text: string) =>
  ({
    may,
    tag,
    version: findingsVersion,
    operationId: `overviews_${operationId}`,
    summary: text,
  }) as const

/** Surfaces that an attacker meets first, by the categories of checks. */
const surfaces = ['internet-exposed', 'secrets', 'privilege-escalation', 'ec2-imdsv1']

/** Severities are ordered by what they have failed, the worst first. */
const kindValue = (row: KindSum, key: string): unknown =>
  key === 'severity' ? severityRank(row) : row[key as keyof KindSum]

export function overviewRoutes(
  checks: readonly CheckDescription[],
  now: () => number,
): readonly Endpoint[] {
  const today = (): string => new Date(now()).toISOString().slice(0, 10)
  /** Days are counted back from today where nobody says otherwise. */
  const versionOfToday: DataVersion = async (asked) => {
    const version = await findingsVersion(asked)
    return version && `${version} ${today()}`
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
      about('providers_retrieve', 'Findings and resources by kind of account'),
      async ({ tx, caller }) => {
        const rows = await figures.byProviderType(tx, caller)
        return { rows, count: rows.length }
      },
    ),
    list(
      resources.providersCount,
      '/overviews/providers/count',
      about('providers_count_retrieve', 'How many accounts there are of each kind'),
      async ({ tx, caller }) => {
        const rows = await figures.providerCounts(tx, caller)
        return { rows, count: rows.length }
      },
    ),
    summary(
      resources.findingsOverview,
      '/overviews/findings',
      about('findings_retrieve', 'Findings, and what changed since the scans before'),
      ({ tx, caller, query: { filters } }) => figures.findings(tx, caller, filters),
    ),
    summary(
      resources.severityOverview,
      '/overviews/findings_severity',
      about('findings_severity_retrieve', 'Findings by severity'),
      ({ tx, caller, query: { filters } }) => figures.severities(tx, caller, filters),
    ),
    list(
      resources.severityDays,
      '/overviews/findings_severity/timeseries',
      {
        ...about('findings_severity_timeseries_retrieve', 'What failed by severity, day by day'),
        version: versionOfToday,
      },
      async ({ tx, caller, query: { filters, sort } }) => {
        const days = daysOf(filters, today())
        const scope = await figures.searched(tx, await scopeOf(tx, caller, filters), filters)
        return ordered(await series(tx, scope, days), sort)
      },
    ),
    list(
      resources.servicesOverview,
      '/overviews/services',
      about('services_retrieve', 'Findings by service'),
      async ({ tx, caller, query: { filters, sort } }) =>
        ordered(await figures.byService(tx, caller, filters), sort),
    ),
    list(
      resources.regionsOverview,
      '/overviews/regions',
      about('regions_retrieve', 'Findings by region'),
      async ({ tx, caller, query: { filters, sort } }) =>
        ordered(await figures.byRegion(tx, caller, filters), sort),
    ),
    list(
      resources.attackSurfaces,
      '/overviews/attack-surfaces',
      about('attack_surfaces_list', 'Findings by what an attacker meets first'),
      async ({ tx, caller, query: { filters, sort, page } }) => {
        const rows = await figures.bySurface(tx, caller, filters, { surfaces, surfacesOf })
        return paged(ordered(rows, sort), page)
      },
    ),
    list(
      resources.categoriesOverview,
      '/overviews/categories',
      about('categories_list', 'Findings by category of their checks'),
      async ({ tx, caller, query: { filters, sort, page } }) => {
        const rows = await figures.byCategory(tx, caller, filters, categoriesOf)
        return paged(ordered(rows, sort, kindValue), page)
      },
    ),
    list(
      resources.resourceGroups,
      '/overviews/resource-groups',
      about('resource_groups_list', 'Findings and resources by group of resources'),
      async ({ tx, caller, query: { filters, sort, page } }) => {
        const rows = await figures.byGroup(tx, caller, filters, groupsOf)
        return paged(ordered(rows, sort, kindValue), page)
      },
    ),
    list(
      threatscoreSnapshots,
      '/overviews/threatscore',
      {
        ...about('threatscore_retrieve', 'One weighted score for each account'),
        extra: { snapshot_id: uuid },
        refusals: [404],
      },
      async ({ tx, caller, query: { filters, extra } }) => {
        const asked = { filters, scanId: extra.snapshot_id }
        return snapshots(tx, caller, asked, titleOf)
      },
    ),
    list(
      resources.complianceWatchlist,
      '/overviews/compliance-watchlist',
      about('compliance_watchlist_list', 'Frameworks as the latest scans stand to them'),
      async ({ tx, caller, query: { filters, sort, page } }) => {
        const scans = await latestScans(tx, await scopeOf(tx, caller, filters))
        const rows = (await overviewsOf(tx, scans, filters)).map(
          ({ id, framework: _, version: __, ...told }) => ({ id, compliance_id: id, ...told }),
        )
        return paged(ordered(rows, sort), page)
      },
    ),
  ]
}
