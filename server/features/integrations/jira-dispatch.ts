/** What a dispatch to Jira is about: the requested findings, with one delivery per issue. */
import { hash } from 'node:crypto'
import { invalidParameter } from '@plumbline/jsonapi'
import { sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { findingPage, findingsById } from '../findings/index.ts'
import { scopeOf } from '../providers/index.ts'
import { type FindingKey, keyText } from '../versions/index.ts'

import type { NewDelivery } from './delivery-store.ts'
import { checksOfVersions, failing, providersFailing } from './jira-store.ts'
import { jiraIssue, type JiraPayload } from './jira-target.ts'
import type { Json } from './target.ts'

/** The specification's own: resources that a grouped issue names. */
export const namedResources = 50
/** Issues of one dispatch. */
export const mostIssues = 500

export interface DispatchAsked {
  readonly project_key: string
  readonly issue_type: string
  readonly dispatch_mode: 'individual' | 'grouped'
}

export interface DispatchFilters {
  readonly finding_ids: readonly string[] | undefined
  readonly check_ids: readonly string[] | undefined
}

/** Findings of one check: those that an issue names or covers, and their number. */
interface Group {
  readonly check_id: string
  readonly keys: readonly FindingKey[]
  readonly total: number
  /** Every provider that has one of them. */
  readonly providers: readonly string[]
}

const providersOf = (keys: readonly FindingKey[]): readonly string[] => [
  ...new Set(keys.map(({ provider_id }) => provider_id)),
]

/** Characters of a scope that is part of a key as it is: an index takes keys of 2,704 bytes. */
const longestScope = 1_000

/** Which providers a group is of: its issue is another for who sees others. */
async function visibilityKey(tx: Tx, caller: Caller): Promise<string> {
  if (caller.unlimitedVisibility) return 'all'
  const rows = await tx.rows<{ id: string }>(sql`
    select p.id
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}
     order by p.id`)
  const scope = rows.map(({ id }) => id).join(',')
  return scope.length <= longestScope ? scope : hash('sha256', scope)
}

/** Findings that were named, by their checks. Throws 400 for one that the caller does not see. */
async function named(
  tx: Tx,
  caller: Caller,
  { finding_ids = [], check_ids }: DispatchFilters,
): Promise<Group[]> {
  const found = await findingsById(tx, caller, finding_ids)
  const missing = finding_ids.find((id) => !found.has(id))
  if (missing !== undefined)
    throw invalidParameter('filter[finding_id]', `There is no finding ${missing}.`, 'not_found')
  const checks = await checksOfVersions(tx, finding_ids)
  const groups = new Map<string, Map<string, FindingKey>>()
  for (const [id, { provider_id, finding_key }] of found) {
    const check = checks.get(id) ?? ''
    if (check_ids && !check_ids.includes(check)) continue
    const group = groups.get(check) ?? new Map<string, FindingKey>()
    groups.set(check, group)
    const key = { provider_id, finding_key }
    group.set(keyText(key), key)
  }
  return [...groups].map(([check_id, found]) => groupOf(check_id, [...found.values()]))
}

/** One of which each finding is known. */
const groupOf = (check_id: string, keys: readonly FindingKey[]): Group => ({
  check_id,
  keys,
  total: keys.length,
  providers: providersOf(keys),
})

/** An issue for a check is about what fails of it, whatever was chosen. */
async function stillFailing(tx: Tx, groups: readonly Group[]): Promise<Group[]> {
  const still = await failing(
    tx,
    groups.flatMap(({ keys }) => keys),
  )
  return groups.map(({ check_id, keys }) =>
    groupOf(
      check_id,
      keys.filter((key) => still.has(keyText(key))),
    ),
  )
}

/** What fails of a check and is not muted, the worst first. */
async function ofCheck(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  { check_id, most }: { readonly check_id: string; readonly most: number },
): Promise<Group> {
  const { rows, count } = await findingPage(tx, await scopeOf(tx, caller, []), catalog, {
    filters: [
      { name: 'check_id', op: 'eq', value: check_id },
      { name: 'status', op: 'eq', value: 'FAIL' },
      { name: 'muted', op: 'eq', value: false },
    ],
    sort: [{ key: 'severity', descending: false }],
    page: { number: 1, size: most },
    fields: new Map([['findings', new Set(['check_id'])]]),
    latest: true,
  })
  const ids = rows.map(({ id }) => id)
  const found = await findingsById(tx, caller, ids)
  const keys = ids.flatMap((id) => {
    const one = found.get(id)
    return one ? [{ provider_id: one.provider_id, finding_key: one.finding_key }] : []
  })
  // Those that are not named may be of accounts of which nothing is.
  const providers =
    count > keys.length ? await providersFailing(tx, caller, check_id) : providersOf(keys)
  return { check_id, keys, total: count, providers }
}

/** One delivery of a dispatch. */
export interface JiraDelivery extends NewDelivery {
  readonly payload: Json & Pick<JiraPayload, 'providers'>
}

/** The deliveries of a dispatch. Throws 400 when it is about nothing, or about too much. */
export async function deliveriesOf(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  asked: DispatchAsked &
    DispatchFilters & {
      readonly integrationId: string
      readonly site: string
      readonly taskId: string
    },
): Promise<readonly JiraDelivery[]> {
  const { issue_type, dispatch_mode, finding_ids, check_ids = [], site } = asked
  const project_key = asked.project_key.toUpperCase() // as in Jira: ops and OPS are the same project
  const isGrouped = dispatch_mode === 'grouped'
  const parameter = finding_ids ? 'filter[finding_id]' : 'filter[check_id]'
  let groups: readonly Group[]
  if (finding_ids) groups = await named(tx, caller, asked)
  else {
    const most = isGrouped ? namedResources : mostIssues + 1
    const all: Group[] = []
    for (const check_id of new Set(check_ids))
      all.push(await ofCheck(tx, caller, catalog, { check_id, most }))
    groups = all
  }
  if (isGrouped && finding_ids) groups = await stillFailing(tx, groups)
  groups = groups.filter(({ keys }) => keys.length > 0)
  if (groups.length === 0)
    throw invalidParameter(
      parameter,
      isGrouped && finding_ids
        ? 'None of these findings is an unmuted FAIL.'
        : 'No finding that is visible to you matches these filters.',
      'not_found',
    )
  const scope = await visibilityKey(tx, caller)
  const payloads = groups.flatMap(({ check_id, keys, total, providers }): JiraPayload[] => {
    const subject = { check_id, project_key, issue_type, dispatch_mode }
    if (isGrouped)
      return [
        {
          subject: { ...subject, findings: total },
          site,
          dispatch_key: JSON.stringify(['check', project_key, check_id, scope]),
          keys,
          providers,
          is_choice: finding_ids !== undefined,
        },
      ]
    return keys.map((key) => ({
      subject: { ...subject, findings: 1 },
      site,
      dispatch_key: JSON.stringify(['finding', project_key, keyText(key)]),
      keys: [key],
      providers: [key.provider_id],
      is_choice: true,
    }))
  })
  if (payloads.length > mostIssues)
    throw invalidParameter(
      parameter,
      `This would create more than ${mostIssues} issues. Group them into one issue per check, or select fewer findings.`,
      'too_many',
    )
  return payloads.map((payload) => ({
    integration_id: asked.integrationId,
    task_id: asked.taskId,
    provider_id: payload.providers.length === 1 ? (payload.providers[0] ?? null) : null,
    kind: jiraIssue,
    dedupe_key: JSON.stringify([asked.taskId, payload.dispatch_key]),
    payload: { ...payload },
  }))
}
