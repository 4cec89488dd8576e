/** Mute rules in SQL. */
import { invalidParameter, type Query } from '@plumbline/jsonapi'
import {
  all,
  type Columns,
  contains,
  idArray,
  keyTable,
  type Page,
  pageOf,
  rowTable,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { type FindingKey, type NamedFinding, statusCodes } from '../versions/index.ts'
import { lockProvider } from '../providers/index.ts'
import type { MuteRule, muteRules } from './resource.ts'

/** An expired rule is inactive, even if it is not disabled yet. */
export const inForce = sql`(r.enabled and coalesce(r.expires_at > now(), true))`

const columns: Columns<typeof muteRules> = {
  filters: {
    id: sql`r.id`,
    name: sql`r.name`,
    reason: sql`r.reason`,
    enabled: inForce,
    created_by: sql`r.created_by`,
    owner: sql`r.owner`,
    inserted_at: sql`r.inserted_at`,
    updated_at: sql`r.updated_at`,
    search: ({ value }) => contains(value, sql`r.name`, sql`r.reason`),
  },
  sort: {
    inserted_at: sql`r.inserted_at`,
    name: sql`r.name`,
    enabled: inForce,
    updated_at: sql`r.updated_at`,
  },
  last: sql`r.id`,
}

/** Findings of providers that the caller sees; those of the others are not shown. */
const seen = (tx: Tx, caller: Caller): Sql => sql`
  f.tenant_id = ${tx.tenantId} and f.rule_id = r.id and ${visible(caller, sql`f.provider_id`)}`

const fields = (tx: Tx, caller: Caller): Sql => sql`
  r.id, r.inserted_at, r.updated_at, r.name, r.reason, ${inForce} as enabled,
  r.expires_at, r.created_by, r.owner,
  (select c.task_id from mute_rule_changes c where c.tenant_id = r.tenant_id and c.rule_id = r.id) as task,
  (select count(*)::int from mute_rule_findings f where ${seen(tx, caller)}) as finding_count`

/** A rule is visible to users who see one of its findings. */
const there = (tx: Tx, caller: Caller): Sql =>
  all([
    sql`r.tenant_id = ${tx.tenantId} and r.deleted_at is null`,
    ...(caller.unlimitedVisibility
      ? []
      : [sql`exists (select from mute_rule_findings f where ${seen(tx, caller)})`]),
  ])

/** Findings that the rules of one page name together, and bytes of their uids. */
const mostNamed = { findings: 100_000, bytes: 15_000_000 }

/** Throws 400 where the rules name too many findings for one answer, unless they are left out of it. */
export async function rulePage(
  tx: Tx,
  caller: Caller,
  query: Query<typeof muteRules>,
  most = mostNamed,
): Promise<Page<MuteRule>> {
  const page = await pageOf(tx, query, columns, {
    select: fields(tx, caller),
    from: sql`mute_rules r`,
    where: there(tx, caller),
  })
  const isShown = query.fields.get('mute-rules')?.has('finding_uids') ?? true
  const named = isShown ? await namedBy(tx, caller, page.rows, most) : []
  const byRule = Map.groupBy(named, ({ rule_id }) => rule_id)
  const uidsOf = (id: string): string[] => (byRule.get(id) ?? []).map(({ uid }) => uid).toSorted()
  return { ...page, rows: page.rows.map((row) => ({ ...row, finding_uids: uidsOf(row.id) })) }
}

async function namedBy(
  tx: Tx,
  caller: Caller,
  rules: readonly MuteRule[],
  most: typeof mostNamed,
): Promise<{ rule_id: string; uid: string }[]> {
  const named = sql`
    select f.rule_id, f.uid
      from mute_rule_findings f
     where f.tenant_id = ${tx.tenantId} and f.rule_id = any(${idArray(rules.map(({ id }) => id))})
       and ${visible(caller, sql`f.provider_id`)}
     limit ${most.findings + 1}`
  const { findings, bytes } = await tx.single<{ findings: number; bytes: number }>(sql`
    select count(*)::int as findings, coalesce(sum(octet_length(uid)), 0)::float8 as bytes from (${named}) n`)
  if (findings <= most.findings && bytes <= most.bytes) return tx.rows(named)
  throw invalidParameter(
    'page[size]',
    'The rules of this page have more findings than one response can contain. Request fewer rules, or use fields[mute-rules] to omit finding_uids.',
    'too_many',
  )
}

export const ruleById = (tx: Tx, id: string, caller: Caller): Promise<MuteRule | undefined> =>
  tx.maybe<MuteRule>(sql`
    select ${fields(tx, caller)},
           array(select f.uid from mute_rule_findings f where ${seen(tx, caller)} order by f.uid) as finding_uids
      from mute_rules r
     where r.id = ${id} and ${there(tx, caller)}`)

/** Whether it also names findings of providers that the caller does not see. */
export async function reachesFurther(tx: Tx, id: string, caller: Caller): Promise<boolean> {
  const { further } = await tx.single<{ further: boolean }>(sql`
    select exists (
      select from mute_rule_findings f
       where f.tenant_id = ${tx.tenantId} and f.rule_id = ${id}
         and not ${visible(caller, sql`f.provider_id`)}) as further`)
  return further
}

/** Findings as `n`, to be looked for in rules. */
export const among = (named: readonly NamedFinding[]): Sql =>
  rowTable(named, 'n', 'finding_key uuid, provider_id uuid')
export const ofRule = (tx: Tx, id: string): Sql => sql`
  (select provider_id, finding_key
     from mute_rule_findings
    where tenant_id = ${tx.tenantId} and rule_id = ${id}) as n`

/** The findings `n` that another rule in force names. */
export const overlapping = (
  tx: Tx,
  named: Sql,
  except: string | null,
): Promise<(NamedFinding & { rule: string })[]> =>
  tx.rows(sql`
    select f.provider_id, f.finding_key, f.uid, r.name as rule
      from ${named}
      join mute_rule_findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = n.provider_id and f.finding_key = n.finding_key
      join mute_rules r
        on r.tenant_id = f.tenant_id and r.id = f.rule_id and ${inForce}
       and r.id is distinct from ${except}::uuid
     order by f.uid`)

/** No other transaction judges findings of these providers until this one ends. */
async function lockProviders(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) await lockProvider(tx, id)
}
export const lockFindings = (tx: Tx, named: readonly NamedFinding[]): Promise<void> =>
  lockProviders(
    tx,
    named.map(({ provider_id }) => provider_id),
  )
export async function lockRule(tx: Tx, id: string): Promise<void> {
  const rows = await tx.rows<{ provider_id: string }>(sql`
    select distinct f.provider_id
      from mute_rule_findings f
     where f.tenant_id = ${tx.tenantId} and f.rule_id = ${id}`)
  await lockProviders(
    tx,
    rows.map(({ provider_id }) => provider_id),
  )
}

/** Findings of a rule in the order of their keys. */
export const findingsAfter = (
  tx: Tx,
  id: string,
  after: FindingKey | null,
  most: number,
): Promise<FindingKey[]> =>
  tx.rows<FindingKey>(sql`
    select f.provider_id, f.finding_key
      from mute_rule_findings f
     where f.tenant_id = ${tx.tenantId} and f.rule_id = ${id}
       and ${after ? sql`(f.provider_id, f.finding_key) > (${after.provider_id}::uuid, ${after.finding_key}::uuid)` : sql`true`}
     order by f.provider_id, f.finding_key
     limit ${most}`)

/** The number of a rule's findings, and their providers. */
export const extentOf = (
  tx: Tx,
  id: string,
): Promise<{ matched: number; provider_ids: string[] }> =>
  tx.single(sql`
    select count(*) as matched, coalesce(array_agg(distinct f.provider_id), '{}') as provider_ids
      from mute_rule_findings f
     where f.tenant_id = ${tx.tenantId} and f.rule_id = ${id}`)

/** The task that re-evaluates the findings of a rule since its last change. */
export async function taskOf(tx: Tx, id: string): Promise<string | undefined> {
  const found = await tx.maybe<{ task_id: string }>(sql`
    select c.task_id
      from mute_rule_changes c
     where c.tenant_id = ${tx.tenantId} and c.rule_id = ${id}`)
  return found?.task_id
}

/** The same if it has ended before its work, with the user who changed the rule. It is locked until the transaction ends. */
export const failedTaskOf = (tx: Tx, id: string): Promise<{ user_id: string | null } | undefined> =>
  tx.maybe(sql`
    select t.user_id
      from mute_rule_changes c
      left join tasks t on t.tenant_id = c.tenant_id and t.id = c.task_id
     where c.tenant_id = ${tx.tenantId} and c.rule_id = ${id}
       and coalesce(t.state not in ('available', 'scheduled', 'executing'), true)
       for update of c`)

export const setTask = (tx: Tx, id: string, taskId: string): Promise<number> =>
  tx.run(sql`
    insert into mute_rule_changes (tenant_id, rule_id, task_id)
    values (${tx.tenantId}, ${id}, ${taskId})
    on conflict (tenant_id, rule_id) do update set task_id = excluded.task_id`)

/** All findings of a rule are re-evaluated, by this task or without one: then the row of a deleted rule is removed. */
export async function settleRule(tx: Tx, id: string, taskId: string | null): Promise<void> {
  await tx.run(sql`
    delete from mute_rule_changes
     where tenant_id = ${tx.tenantId} and rule_id = ${id} and task_id = ${taskId}`)
  await tx.run(sql`
    delete from mute_rules r
     where r.tenant_id = ${tx.tenantId} and r.id = ${id} and r.deleted_at is not null
       and not exists (
         select from mute_rule_changes c where c.tenant_id = r.tenant_id and c.rule_id = r.id)`)
}

/** Deletes the findings of a rule up to this one, if the rule itself is deleted. */
export const forgetDeleted = (tx: Tx, id: string, last: FindingKey): Promise<number> =>
  tx.run(sql`
    delete from mute_rule_findings f
     using mute_rules r
     where f.tenant_id = ${tx.tenantId} and f.rule_id = ${id}
       and (f.provider_id, f.finding_key) <= (${last.provider_id}::uuid, ${last.finding_key}::uuid)
       and r.tenant_id = f.tenant_id and r.id = f.rule_id and r.deleted_at is not null`)

export interface NewRule extends Pick<MuteRule, 'name' | 'reason' | 'expires_at' | 'owner'> {
  readonly findings: readonly NamedFinding[]
}

export async function insertRule(tx: Tx, rule: NewRule, actor: string): Promise<string> {
  const id = newId()
  const { name, reason, expires_at, owner, findings } = rule
  await tx.run(sql`
    insert into mute_rules (tenant_id, id, name, reason, expires_at, created_by, owner)
    values (${tx.tenantId}, ${id}, ${name}, ${reason}, ${expires_at}::timestamptz, ${actor}, ${owner})`)
  await extendRule(tx, id, findings)
  return id
}

/** Further findings of a rule. */
export const extendRule = (
  tx: Tx,
  id: string,
  findings: readonly NamedFinding[],
): Promise<number> =>
  tx.run(sql`
    insert into mute_rule_findings (tenant_id, rule_id, provider_id, finding_key, uid)
    select ${tx.tenantId}::uuid, ${id}::uuid, n.provider_id, n.finding_key, n.uid
      from ${rowTable(findings, 'n', 'finding_key uuid, provider_id uuid, uid text')}`)

/** Whether a rule hides findings now; locks it against changes until the transaction ends. */
export const holdRule = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1
      from mute_rules r
     where r.tenant_id = ${tx.tenantId} and r.id = ${id} and ${inForce}
       for share`)) !== undefined

/** The first of these names that no rule has. */
export async function freeName(tx: Tx, names: readonly string[]): Promise<string | undefined> {
  const taken = await tx.rows<{ name: string }>(sql`
    select r.name
      from mute_rules r
      join ${keyTable(names)} on k.key = r.name
     where r.tenant_id = ${tx.tenantId}`)
  const held = new Set(taken.map(({ name }) => name))
  return names.find((name) => !held.has(name))
}

export type RuleChange = Partial<
  Pick<MuteRule, 'name' | 'reason' | 'enabled' | 'expires_at' | 'owner'>
>

/** An expired rule stays disabled if only its end is extended. Returns false if the rule does not exist. */
export async function changeRule(tx: Tx, id: string, change: RuleChange): Promise<boolean> {
  const { name = null, reason = null, enabled = null, expires_at, owner } = change
  const changed = await tx.run(sql`
    update mute_rules r
       set name = coalesce(${name}, name), reason = coalesce(${reason}, reason),
           enabled = coalesce(${enabled}::boolean, case when ${expires_at !== undefined} then ${inForce} else enabled end),
           expires_at = case when ${expires_at !== undefined} then ${expires_at ?? null}::timestamptz else expires_at end,
           owner = case when ${owner !== undefined} then ${owner ?? null}::uuid else owner end,
           updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is null`)
  return changed === 1
}

/** Deletes a rule for users; its row stays for the remaining work, and its name is free. False if it does not exist. */
export async function hideRule(tx: Tx, id: string): Promise<boolean> {
  const hidden = await tx.run(sql`
    update mute_rules
       set enabled = false, deleted_at = now(), name = id::text
     where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is null`)
  return hidden === 1
}

/** Disables an expired rule. */
export async function disableEnded(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx.run(sql`
    update mute_rules
       set enabled = false, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and enabled and expires_at <= now()`)
  return ended === 1
}

/** Whether a user belongs to the tenant. */
export async function isMember(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.maybe(sql`
    select 1
      from memberships m
     where m.tenant_id = ${tx.tenantId} and m.user_id = ${userId}`)
  return found !== undefined
}

/** What a rule over these findings would hide that is shown now, and the first of them by their uids. */
export const shownAmong = (
  tx: Tx,
  named: readonly NamedFinding[],
  mostNamed: number,
): Promise<{ matched: number; shown: number; failing: number; ids: string[] }> =>
  tx.single(sql`
    select count(*) as matched, count(*) filter (where not f.muted) as shown,
           count(*) filter (where not f.muted and f.status = ${statusCodes.FAIL}) as failing,
           coalesce((array_agg(f.id order by f.uid) filter (where not f.muted))[1:${mostNamed}::int], '{}') as ids
      from ${rowTable(named, 'n', 'finding_key uuid, provider_id uuid')}
      join findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = n.provider_id and f.finding_key = n.finding_key
       and f.removed_at is null`)
