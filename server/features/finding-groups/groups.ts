/**
 * Findings by their check. What is live is counted by the rollups, and of the groups on the page the first of
 * their findings are looked up; of a scan or a time the rows themselves are counted.
 */
import { foldCase, type Page, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { type AnyFilter, type Scope, scopeOf } from '../providers/index.ts'
import {
  type CheckCatalog,
  checkIds,
  importedByTitle,
  withImportedChecks,
} from '../checks/index.ts'
import {
  type Finding,
  type FindingQuery,
  findingsByIds,
  planOf,
  type SortBy,
} from '../findings/index.ts'
import {
  deltaOf,
  severityCodes,
  severityOf,
  type Severity,
  type Status,
  statusOf as statusName,
} from '../versions/index.ts'
import { buckets, type Counter, counters } from '../rollups/index.ts'
import { countedGroups, momentsOf } from './rollup-groups.ts'
import { aliased, type FindingGroup, type GroupResource } from './resource.ts'
import {
  type CountedGroup,
  type GroupRow,
  groupRows,
  type SubjectRow,
  subjectPage,
} from './rows.ts'

interface GroupQuery extends FindingQuery {
  readonly sort: readonly SortBy[]
  readonly page: { readonly number: number; readonly size: number }
}

/** Who reads, and which providers. */
interface Reading {
  readonly caller: Caller
  readonly scope: Scope
  readonly catalog: CheckCatalog
}

/** Those that are about a group and not about its findings. */
const aggregate: ReadonlySet<string> = new Set([
  'status',
  'severity',
  'muted',
  'include_muted',
  'finding_status',
  'finding_muted',
])
const isAggregate = ({ name }: AnyFilter): boolean => aggregate.has(name)

/** A title is a fact of the catalogue or of imported files: it becomes the checks that have it. */
async function byCheck(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  filter: AnyFilter,
): Promise<AnyFilter> {
  if (filter.name !== 'check_title') return filter
  const part = foldCase(String(filter.value))
  const ids = checkIds(catalog, ({ title }) => foldCase(title).includes(part))
  const imported = (await importedByTitle(tx, caller, part)).filter((id) => !catalog.has(id))
  return { name: 'check_id', op: 'in', value: [...ids, ...imported] }
}

/** The filters on findings; what is now has no window, so the latest groups let those on it pass. */
const rowFilters = (
  tx: Tx,
  { caller, catalog }: Reading,
  { filters, latest }: FindingQuery,
): Promise<AnyFilter[]> =>
  Promise.all(
    filters
      .filter(({ name }) => !latest || name !== 'inserted_at')
      .map((filter) => byCheck(tx, caller, catalog, filter)),
  )

const statusOf = ({ fail, pass, pass_muted, fail_muted }: CountedGroup): Status => {
  if (fail > 0) return 'FAIL'
  return pass + pass_muted + fail_muted > 0 ? 'PASS' : 'MANUAL'
}

const isMuted = ({ pass, fail, manual }: CountedGroup): boolean => pass + fail + manual === 0

/** Whether one of its findings has a status and a mute that the filters on its findings let through. */
function hasFinding(group: CountedGroup, filters: readonly AnyFilter[]): boolean {
  const asked = filters.filter(({ name }) => name.startsWith('finding_'))
  return (
    asked.length === 0 ||
    ['PASS', 'FAIL', 'MANUAL'].some((status) =>
      [false, true].some((muted) => {
        const counter = `${status.toLowerCase()}${muted ? '_muted' : ''}` as Counter
        const lets = ({ name, value }: AnyFilter): boolean =>
          name === 'finding_muted' ? value === muted : [value].flat().includes(status)
        return group[counter] > 0 && asked.every(lets)
      }),
    )
  )
}

/** Whether the filters on groups let one through; those all of whose findings are muted only on request. */
function holds(group: CountedGroup, filters: readonly AnyFilter[]): boolean {
  const own = filters.filter(isAggregate)
  const shown = own.some(
    ({ name, value }) =>
      name === 'muted' || name === 'finding_muted' || (name === 'include_muted' && value),
  )
  if (isMuted(group) && !shown) return false
  if (!hasFinding(group, own)) return false
  return own.every(({ name, value }) => {
    const values: readonly unknown[] = [value].flat()
    if (name === 'status') return values.includes(statusOf(group))
    if (name === 'severity')
      return values.some((one) => severityCodes[one as Severity] === group.severity)
    return name !== 'muted' || value === isMuted(group)
  })
}

const ranks: Readonly<Record<string, number>> = { FAIL: 3, PASS: 2, MANUAL: 1, ...severityCodes }

/** What a group is sorted by: the worst is the highest. */
function rankOf(group: FindingGroup, key: string): string | number {
  const value = group[key as keyof FindingGroup]
  if (key === 'status' || key === 'severity') return ranks[String(value)] ?? 0
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' ? value : String(value ?? '')
}

function sorted(groups: readonly FindingGroup[], sort: readonly SortBy[]): FindingGroup[] {
  const keys = [...sort, { key: 'id', descending: false }]
  const ranked = groups.map((group) => ({
    group,
    ranks: keys.map(({ key }) => rankOf(group, key)),
  }))
  ranked.sort((one, other) => {
    for (const [at, { descending }] of keys.entries()) {
      const [a, b] = [one.ranks[at] ?? 0, other.ranks[at] ?? 0]
      if (a !== b) return a < b === descending ? 1 : -1
    }
    return 0
  })
  return ranked.map(({ group }) => group)
}

const countsOf = (row: CountedGroup) =>
  Object.fromEntries(counters.map((name) => [`${name}_count`, row[name]])) as {
    [K in Counter as `${K}_count`]: number
  }

const toGroup =
  (catalog: CheckCatalog) =>
  (row: CountedGroup & Partial<GroupRow>): FindingGroup => {
    const check = catalog.get(row.check_id)
    return {
      id: row.check_id,
      check_id: row.check_id,
      check_title: check?.title ?? null,
      check_description: check?.description ?? null,
      severity: severityOf(row.severity),
      status: statusOf(row),
      muted: isMuted(row),
      impacted_providers: row.impacted_providers,
      resources_fail: row.resources_fail,
      resources_total: row.resources_total,
      ...countsOf(row),
      muted_count: row.pass_muted + row.fail_muted + row.manual_muted,
      new_count: row.new_pass + row.new_fail + row.new_manual,
      changed_count: row.changed_pass + row.changed_fail + row.changed_manual,
      first_seen_at: row.first_seen_at ?? null,
      last_seen_at: row.last_seen_at,
      failing_since: row.failing_since ?? null,
    }
  }

/** Findings of all checks by status and mute, whatever filters on groups and on their findings' states hide of them. */
const totalsOf = (rows: readonly CountedGroup[]) =>
  Object.fromEntries(
    buckets.map((bucket) => [`${bucket}_count`, rows.reduce((sum, row) => sum + row[bucket], 0)]),
  )

/** Sort keys that no rollup has. */
const moments: ReadonlySet<string> = new Set(['first_seen_at', 'failing_since'])

/** A page of groups, and how many there are. */
export async function groupPage(
  tx: Tx,
  reading: Reading,
  query: GroupQuery,
): Promise<Page<FindingGroup>> {
  const { caller, scope, catalog } = reading
  const asked = await rowFilters(tx, reading, query)
  const filters = asked.filter((filter) => !isAggregate(filter))
  const plan = await planOf(tx, scope, catalog, { filters, latest: query.latest })
  if (!plan) return { rows: [], count: 0, meta: { findings: totalsOf([]) } }
  const withMoments = async (groups: readonly CountedGroup[]): Promise<FindingGroup[]> => {
    const byCheck = await momentsOf(tx, plan, groups)
    return groups.map((group) => toGroup(described)({ ...group, ...byCheck.get(group.check_id) }))
  }
  const counted = await countedGroups(tx, plan)
  const rows = counted ?? (await groupRows(tx, plan))
  const found = rows.filter((row) => holds(row, asked))
  const described = await withImportedChecks(tx, catalog, {
    providers: visible(caller, sql`c.provider_id`),
    checkIds: found.map(({ check_id }) => check_id),
  })
  const meta = { findings: totalsOf(rows) }
  const early = counted !== undefined && query.sort.some(({ key }) => moments.has(key))
  const groups = early ? await withMoments(found) : found.map(toGroup(described))
  const start = (query.page.number - 1) * query.page.size
  const page = sorted(groups, query.sort).slice(start, start + query.page.size)
  if (!counted || early) return { rows: page, count: found.length, meta }
  const byCheck = new Map(found.map((row) => [row.check_id, row]))
  const shown = page.flatMap(({ id }) => byCheck.get(id) ?? [])
  return { rows: await withMoments(shown), count: found.length, meta }
}

const unaliased = (filter: AnyFilter): AnyFilter =>
  Object.hasOwn(aliased, filter.name)
    ? { ...filter, name: aliased[filter.name as keyof typeof aliased] }
    : filter

/** A page of the resources that a check's findings are about; undefined for an unknown check. */
export async function groupResourcePage(
  tx: Tx,
  reading: Reading,
  query: GroupQuery & { readonly checkId: string },
): Promise<Page<GroupResource> | undefined> {
  const { caller, scope, catalog } = reading
  const { latest } = query
  const ofCheck = { name: 'check_id', op: 'eq', value: query.checkId }
  const known = catalog.has(query.checkId)
  if (!known && !(await someFinding(tx, caller, catalog, ofCheck))) return undefined
  const unmuted = query.filters.some(({ name, value }) => name === 'include_muted' && !value)
  const filters = [
    ...(await rowFilters(tx, reading, query))
      .filter(({ name }) => name !== 'include_muted')
      .map(unaliased),
    ofCheck,
    ...(unmuted ? [{ name: 'muted', op: 'eq', value: false }] : []),
  ]
  const plan = await planOf(tx, scope, catalog, { filters, latest })
  if (!plan) return { rows: [], count: 0 }
  const { rows, count } = await subjectPage(tx, plan, query)
  const found = await findingsByIds(catalog)(
    tx,
    rows.map(({ finding_id }) => finding_id),
    caller,
  )
  const findings = new Map(found.map((finding) => [finding.id, finding]))
  const group = catalog.get(query.checkId)?.resource_group ?? null
  return {
    rows: rows.flatMap((row) => toResource(row, findings.get(row.finding_id), group)),
    count,
  }
}

async function someFinding(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  filter: AnyFilter,
): Promise<boolean> {
  const scope = await scopeOf(tx, caller, [])
  const plan = await planOf(tx, scope, catalog, { filters: [filter], latest: true })
  return plan !== undefined && (await groupRows(tx, plan)).length > 0
}

function toResource(
  { status, severity, delta, resource_type, resource_uid, resource_name, ...row }: SubjectRow,
  finding: Finding | undefined,
  resource_group: string | null,
): GroupResource[] {
  if (!finding) return []
  const { uid, muted_reason } = finding
  const { triage_id, triage_status, triage_notes_count, triage_has_note } = finding
  return [
    {
      ...row,
      resource: {
        uid: resource_uid ?? uid,
        name: resource_name ?? uid,
        service: row.service,
        region: row.region,
        type: resource_type,
        resource_group,
      },
      finding_uid: uid,
      status: statusName(status),
      severity: severityOf(severity),
      delta: deltaOf(delta),
      muted_reason,
      triage_id,
      triage_status,
      triage_notes_count,
      triage_has_note,
    },
  ]
}
