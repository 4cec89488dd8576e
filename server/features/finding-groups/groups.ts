/**
 * Findings by their check. What is live is counted by the rollups, and of the groups on the page the first of
 * their findings are looked up; of a scan or a time the rows themselves are counted.
 */
import type { Page, Tx } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { AnyFilter } from '../providers/index.ts'
import {
  type CheckCatalog,
  checkIds,
  type SortBy,
  consistent,
  type Plan,
  planOf,
  type Finding,
  findingsByIds,
} from '../finding-queries/index.ts'
import {
  deltaOf,
  severityCodes,
  severityOf,
  type Severity,
  type Status,
  statusOf as statusName,
} from '../observations/index.ts'
import { type CountedGroup, countedGroups, momentsOf } from './rollup-groups.ts'
import type { FindingGroup, GroupResource } from './resource.ts'
import { type GroupRow, groupRows, type SubjectRow, subjectPage } from './rows.ts'

interface Asked {
  readonly filters: readonly AnyFilter[]
  readonly sort: readonly SortBy[]
  readonly page: { readonly number: number; readonly size: number }
  readonly latest: boolean
}

/** Those that are about a group and not about its findings. */
const aggregate: ReadonlySet<string> = new Set(['status', 'severity', 'muted', 'include_muted'])
const isAggregate = ({ name }: AnyFilter): boolean => aggregate.has(name)

/** A title is a fact of the catalogue: it becomes the checks that have it. */
function byCheck(catalog: CheckCatalog, filter: AnyFilter): AnyFilter {
  if (filter.name !== 'check_title') return filter
  const part = String(filter.value).toLowerCase()
  const ids = checkIds(catalog, ({ title }) => title.toLowerCase().includes(part))
  return { name: 'check_id', op: 'in', value: ids }
}

/** The filters on findings; what is now has no window, so the latest groups let those on it pass. */
const rowFilters = (
  catalog: CheckCatalog,
  { filters, latest }: Pick<Asked, 'filters' | 'latest'>,
): AnyFilter[] =>
  filters
    .filter(({ name }) => !latest || name !== 'inserted_at')
    .map((filter) => byCheck(catalog, filter))

const statusOf = ({ fail, pass, pass_muted, fail_muted }: CountedGroup): Status => {
  if (fail > 0) return 'FAIL'
  return pass + pass_muted + fail_muted > 0 ? 'PASS' : 'MANUAL'
}

const isMuted = ({ pass, fail, manual }: CountedGroup): boolean => pass + fail + manual === 0

/** Whether the filters on groups let one through; those all of whose findings are muted only on request. */
function holds(group: CountedGroup, filters: readonly AnyFilter[]): boolean {
  const own = filters.filter(isAggregate)
  const shown = own.some(
    ({ name, value }) => name === 'muted' || (name === 'include_muted' && value),
  )
  if (isMuted(group) && !shown) return false
  return own.every(({ name, value }) => {
    const values: readonly unknown[] = [value].flat()
    if (name === 'status') return values.includes(statusOf(group))
    if (name === 'severity')
      return values.some((one) => severityCodes[one as Severity] === group.severity)
    return name === 'include_muted' || value === isMuted(group)
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

const toGroup =
  (catalog: CheckCatalog) =>
  (row: CountedGroup & Partial<GroupRow>): FindingGroup => {
    const check = catalog.get(row.check_id)
    return {
      id: row.check_id,
      check_id: row.check_id,
      check_title: check?.title ?? null,
      check_description: check?.title ?? null,
      severity: severityOf(row.severity),
      status: statusOf(row),
      muted: isMuted(row),
      impacted_providers: row.impacted_providers,
      resources_fail: row.resources_fail,
      resources_total: row.resources_total,
      pass_count: row.pass,
      fail_count: row.fail,
      manual_count: row.manual,
      pass_muted_count: row.pass_muted,
      fail_muted_count: row.fail_muted,
      manual_muted_count: row.manual_muted,
      muted_count: row.pass_muted + row.fail_muted + row.manual_muted,
      new_count: row.new_pass + row.new_fail + row.new_manual,
      changed_count: row.changed_pass + row.changed_fail + row.changed_manual,
      new_fail_count: row.new_fail,
      new_fail_muted_count: row.new_fail_muted,
      new_pass_count: row.new_pass,
      new_pass_muted_count: row.new_pass_muted,
      new_manual_count: row.new_manual,
      new_manual_muted_count: row.new_manual_muted,
      changed_fail_count: row.changed_fail,
      changed_fail_muted_count: row.changed_fail_muted,
      changed_pass_count: row.changed_pass,
      changed_pass_muted_count: row.changed_pass_muted,
      changed_manual_count: row.changed_manual,
      changed_manual_muted_count: row.changed_manual_muted,
      first_seen_at: row.first_seen_at ?? null,
      last_seen_at: row.last_seen_at,
      failing_since: row.failing_since ?? null,
    }
  }

/** Sort keys that no rollup tells. */
const moments: ReadonlySet<string> = new Set(['first_seen_at', 'failing_since'])

async function withMoments(
  tx: Tx,
  plan: Plan,
  groups: readonly CountedGroup[],
): Promise<GroupRow[]> {
  const byCheck = new Map((await momentsOf(tx, plan, groups)).map((one) => [one.check_id, one]))
  const none = { first_seen_at: null, failing_since: null }
  return groups.map((group) => ({ ...none, ...byCheck.get(group.check_id), ...group }))
}

/** A page of groups, and how many there are. */
export async function groupPage(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  query: Asked,
): Promise<Page<FindingGroup>> {
  const asked = rowFilters(catalog, query)
  const filters = asked.filter((filter) => !isAggregate(filter))
  const plan = await planOf(tx, caller, catalog, { filters, latest: query.latest })
  if (!plan) return { rows: [], count: 0 }
  const counted = await countedGroups(tx, plan)
  const known = counted ?? (await groupRows(tx, await consistent(tx, plan)))
  const found = known.filter((row) => holds(row, asked))
  const early = counted !== undefined && query.sort.some(({ key }) => moments.has(key))
  const rows = early ? await withMoments(tx, plan, found) : found
  const start = (query.page.number - 1) * query.page.size
  const page = sorted(rows.map(toGroup(catalog)), query.sort).slice(start, start + query.page.size)
  if (!counted || early) return { rows: page, count: found.length }
  const byCheck = new Map(found.map((row) => [row.check_id, row]))
  const shown = page.flatMap(({ id }) => byCheck.get(id) ?? [])
  const whole = await withMoments(tx, plan, shown)
  return { rows: whole.map(toGroup(catalog)), count: found.length }
}

/** A page of the resources that a check's findings are about; undefined when nobody knows the check. */
export async function groupResourcePage(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  query: Asked & { readonly checkId: string },
): Promise<Page<GroupResource> | undefined> {
  const { latest } = query
  const ofCheck = { name: 'check_id', op: 'eq', value: query.checkId }
  const known = catalog.has(query.checkId)
  if (!known && !(await someFinding(tx, caller, catalog, ofCheck))) return undefined
  const unmuted = query.filters.some(({ name, value }) => name === 'include_muted' && !value)
  const filters = [
    ...rowFilters(catalog, query).filter(({ name }) => name !== 'include_muted'),
    ofCheck,
    ...(unmuted ? [{ name: 'muted', op: 'eq', value: false }] : []),
  ]
  const plan = await planOf(tx, caller, catalog, { filters, latest })
  if (!plan) return { rows: [], count: 0 }
  const { rows, count } = await subjectPage(tx, await consistent(tx, plan), query)
  const found = await findingsByIds(catalog)(
    tx,
    rows.map(({ id }) => id),
    caller,
  )
  const findings = new Map(found.map((finding) => [finding.id, finding]))
  const group = catalog.get(query.checkId)?.resource_group ?? null
  return { rows: rows.flatMap((row) => toResource(row, findings.get(row.id), group)), count }
}

async function someFinding(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  filter: AnyFilter,
): Promise<boolean> {
  const plan = await planOf(tx, caller, catalog, { filters: [filter], latest: true })
  return plan !== undefined && (await groupRows(tx, plan)).length > 0
}

function toResource(
  row: SubjectRow,
  finding: Finding | undefined,
  resource_group: string | null,
): GroupResource[] {
  if (!finding) return []
  const { service, region } = row
  return [
    {
      id: row.subject,
      resource: {
        uid: row.resource_uid ?? finding.uid,
        name: row.resource_name ?? finding.uid,
        service,
        region,
        type: row.resource_type,
        resource_group,
      },
      provider: { type: row.provider, uid: row.provider_uid, alias: row.alias },
      finding_id: row.id,
      finding_uid: finding.uid,
      status: statusName(row.status),
      severity: severityOf(row.severity),
      delta: deltaOf(row.delta),
      muted: row.muted,
      muted_reason: finding.muted_reason,
      first_seen_at: row.first_seen_at,
      last_seen_at: row.recorded_at,
      triage_id: finding.triage_id,
      triage_status: finding.triage_status,
      triage_notes_count: finding.triage_notes_count,
      triage_has_note: finding.triage_has_note,
    },
  ]
}
