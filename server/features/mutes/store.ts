/** Mute rules in SQL, and what writing one does to findings. */
import type { Query } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import {
  all,
  type Columns,
  contains,
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
import type { NamedFinding } from '../finding-queries/index.ts'
import { statusCodes } from '../observations/index.ts'
import { reEvaluate } from '../findings/index.ts'
import { lockProvider } from '../providers/index.ts'
import { mutesOf } from './judging.ts'
import type { MuteRule, muteRules } from './resource.ts'

/** A rule whose time is over is off, whether or not it was disabled yet. */
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
  array(select f.uid from mute_rule_findings f where ${seen(tx, caller)} order by f.uid) as finding_uids`

/** A rule is there for whoever sees one of its findings. */
const there = (tx: Tx, caller: Caller): Sql =>
  all([
    sql`r.tenant_id = ${tx.tenantId}`,
    ...(caller.unlimitedVisibility
      ? []
      : [sql`exists (select from mute_rule_findings f where ${seen(tx, caller)})`]),
  ])

export const rulePage = (
  tx: Tx,
  caller: Caller,
  query: Query<typeof muteRules>,
): Promise<Page<MuteRule>> =>
  pageOf(tx, query, columns, {
    select: fields(tx, caller),
    from: sql`mute_rules r`,
    where: there(tx, caller),
  })

export const ruleById = (tx: Tx, id: string, caller: Caller): Promise<MuteRule | undefined> =>
  tx.maybe<MuteRule>(sql`
    select ${fields(tx, caller)}
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

/** The findings among these that another rule in force names. */
export const overlapping = (
  tx: Tx,
  named: readonly NamedFinding[],
  except: string | null,
): Promise<(NamedFinding & { rule: string })[]> =>
  tx.rows(sql`
    select f.provider_id, f.finding_key, f.uid, r.name as rule
      from ${rowTable(named, 'n', 'finding_key uuid, provider_id uuid')}
      join mute_rule_findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = n.provider_id and f.finding_key = n.finding_key
      join mute_rules r
        on r.tenant_id = f.tenant_id and r.id = f.rule_id and ${inForce}
       and r.id is distinct from ${except}::uuid
     order by f.uid`)

/** In the order in which providers are locked. */
const byProvider = (named: readonly NamedFinding[]): [id: string, named: NamedFinding[]][] =>
  [...Map.groupBy(named, ({ provider_id }) => provider_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Nobody else judges these findings until the transaction ends. */
export async function lockFindings(tx: Tx, named: readonly NamedFinding[]): Promise<void> {
  for (const [providerId] of byProvider(named)) await lockProvider(tx, providerId)
}

/** The findings of a rule, whoever sees them. */
export const findingsOf = (tx: Tx, id: string): Promise<NamedFinding[]> =>
  tx.rows<NamedFinding>(sql`
    select f.provider_id, f.finding_key, f.uid
      from mute_rule_findings f
     where f.tenant_id = ${tx.tenantId} and f.rule_id = ${id}`)

async function reEvaluateAll(
  tx: Tx,
  named: readonly NamedFinding[],
  actor: string | null,
): Promise<void> {
  for (const [providerId, ours] of byProvider(named)) {
    const keys = ours.map(({ finding_key }) => finding_key)
    await reEvaluate(tx, providerId, keys, { mutesOf, actor })
  }
}

interface NewRule extends Pick<MuteRule, 'name' | 'reason' | 'expires_at' | 'owner'> {
  readonly findings: readonly NamedFinding[]
}

export async function insertRule(tx: Tx, rule: NewRule, actor: string): Promise<string> {
  const id = newId()
  const { name, reason, expires_at, owner, findings } = rule
  await tx.run(sql`
    insert into mute_rules (tenant_id, id, name, reason, expires_at, created_by, owner)
    values (${tx.tenantId}, ${id}, ${name}, ${reason}, ${expires_at}::timestamptz, ${actor}, ${owner})`)
  await extendRule(tx, id, findings, actor)
  return id
}

/** Further findings of a rule. */
export async function extendRule(
  tx: Tx,
  id: string,
  findings: readonly NamedFinding[],
  actor: string,
): Promise<void> {
  await tx.run(sql`
    insert into mute_rule_findings (tenant_id, rule_id, provider_id, finding_key, uid)
    select ${tx.tenantId}::uuid, ${id}::uuid, n.provider_id, n.finding_key, n.uid
      from ${rowTable(findings, 'n', 'finding_key uuid, provider_id uuid, uid text')}`)
  await reEvaluateAll(tx, findings, actor)
}

/** Whether a rule hides findings now; nobody changes it before the transaction ends. */
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

export async function changeRule(
  tx: Tx,
  id: string,
  change: RuleChange,
  { findings, actor }: { findings: readonly NamedFinding[]; actor: string },
): Promise<void> {
  const { name = null, reason = null, enabled = null, expires_at, owner } = change
  await tx.run(sql`
    update mute_rules
       set name = coalesce(${name}, name), reason = coalesce(${reason}, reason),
           enabled = coalesce(${enabled}::boolean, enabled),
           expires_at = case when ${expires_at !== undefined} then ${expires_at ?? null}::timestamptz else expires_at end,
           owner = case when ${owner !== undefined} then ${owner ?? null}::uuid else owner end,
           updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  await reEvaluateAll(tx, findings, actor)
}

/** Its findings are shown again, unless something else hides them. */
export async function deleteRule(tx: Tx, id: string, actor: string): Promise<boolean> {
  const findings = await findingsOf(tx, id)
  await lockFindings(tx, findings)
  const deleted = await tx.run(sql`
    delete from mute_rules
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  await reEvaluateAll(tx, findings, actor)
  return deleted === 1
}

/** Its time is over: it is disabled, if nobody has prolonged it meanwhile. */
export async function endRule(tx: Tx, id: string): Promise<void> {
  const findings = await findingsOf(tx, id)
  await lockFindings(tx, findings)
  const ended = await tx.run(sql`
    update mute_rules
       set enabled = false, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and enabled and expires_at <= now()`)
  if (ended !== 1) return
  await reEvaluateAll(tx, findings, null)
  await audit(tx, {
    action: 'mute-rule-ended',
    resourceType: 'mute-rules',
    resourceId: id,
    before: { enabled: true },
    after: { enabled: false },
  })
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
