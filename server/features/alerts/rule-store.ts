/** Rows of rules. */
import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  idArray,
  type Page,
  pageOf,
  raw,
  scalar,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Caller, granted, visible } from '../../platform/tenancy/index.ts'
import { seenIntegrations } from '../integrations/index.ts'
import { type Condition, namedProviders } from './condition.ts'
import { type AlertRule, alertRules, type Undelivered } from './resource.ts'

/** The hour of the day, UTC, from which on the daily messages are sent. */
const dailyHour = 6
const nextDaily = sql`
  ((date_trunc('day', (now() at time zone 'UTC') - make_interval(hours => ${dailyHour}))
    + make_interval(days => 1, hours => ${dailyHour})) at time zone 'UTC')`

const mayAlert = (tx: Tx): Sql => granted(tx, 'manage_alerts', sql`r.author`)
const isEnabled = (tx: Tx): Sql => sql`(r.enabled and r.author is not null and ${mayAlert(tx)})`
const fields = (tx: Tx, caller: Caller): Sql => sql`
  r.id, r.name, r.description, ${isEnabled(tx)} as enabled,
  case when r.author is null then 'author_left'
       when not ${mayAlert(tx)} then 'author_lost_right' end as disabled_reason, r.trigger, r.condition,
  r.recipient_emails, r.last_fired_at, r.undelivered_at, r.undelivered_reason, r.inserted_at, r.updated_at, r.author,
  array(select t.integration_id
          from alert_rule_integrations t
          join integrations i on i.tenant_id = t.tenant_id and i.id = t.integration_id
         where t.tenant_id = r.tenant_id and t.rule_id = r.id and ${seenIntegrations(tx, caller)}
         order by t.integration_id) as integrations`

const columns = (tx: Tx) =>
  columnsOf(alertRules, 'r', {
    enabled: isEnabled(tx),
    author: sql`r.author`,
    search: ({ value }) => contains(value, sql`r.name`, sql`r.description`),
  })

/** A UID can contain the number of its account, so one that the caller does not know from a resource is hidden. */
const namesUnknown = (tx: Tx, caller: Caller): Sql =>
  caller.unlimitedVisibility
    ? raw('false')
    : sql`exists (
        select from jsonb_path_query(r.condition, '$.**.filter.resource_uid[*]') as n(uid)
         where n.uid #>> '{}' not in (
           select o.uid from resources o where o.tenant_id = ${tx.tenantId} and ${visible(caller, sql`o.provider_id`)}))`

/** A rule that names providers or resources is visible to users who see all of them, and to its author. */
const shown = (tx: Tx, caller: Caller): Sql => sql`
  r.tenant_id = ${tx.tenantId}
  and (r.author = ${caller.userId}
       or not exists (select from unnest(r.provider_ids) as n(id) where not ${visible(caller, sql`n.id`)})
          and not ${namesUnknown(tx, caller)})`

/** As a parameter: addresses may contain the syntax of array literals. The cast makes `any` read it as a value. */
export const texts = (values: readonly string[]): Sql => sql`
  (select coalesce(array_agg(t order by n), '{}')
     from json_array_elements_text(${JSON.stringify(values)}::json) with ordinality as e(t, n))::text[]`

export const page = (
  tx: Tx,
  caller: Caller,
  query: Query<typeof alertRules>,
): Promise<Page<AlertRule>> =>
  pageOf(tx, query, columns(tx), {
    select: fields(tx, caller),
    from: sql`alert_rules r`,
    where: shown(tx, caller),
  })

export const byIds = (tx: Tx, ids: readonly string[], caller: Caller): Promise<AlertRule[]> =>
  tx.rows<AlertRule>(sql`
    select ${fields(tx, caller)}
      from alert_rules r
     where ${shown(tx, caller)} and r.id = any(${idArray(ids)})`)

export const byId = async (tx: Tx, caller: Caller, id: string): Promise<AlertRule | undefined> =>
  (await byIds(tx, [id], caller))[0]

export const count = (tx: Tx): Promise<number> =>
  scalar<number>(tx, sql`select count(*)::int from alert_rules where tenant_id = ${tx.tenantId}`)

type Written = Pick<
  AlertRule,
  'name' | 'description' | 'enabled' | 'trigger' | 'condition' | 'recipient_emails'
>

const providersOf = (condition: Condition): Sql =>
  idArray([...new Set(namedProviders(condition).map(({ id }) => id))])

export async function insert(tx: Tx, caller: Caller, rule: Written): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into alert_rules (tenant_id, id, author, name, description, enabled, trigger, condition, provider_ids,
                             recipient_emails, next_daily_at)
    values (${tx.tenantId}, ${id}, ${caller.userId}, ${rule.name}, ${rule.description}, ${rule.enabled}, ${rule.trigger},
            ${JSON.stringify(rule.condition)}::jsonb, ${providersOf(rule.condition)}::uuid[],
            ${texts(rule.recipient_emails)}, ${nextDaily})`)
  return id
}

type Change = { readonly [K in keyof Written]?: Written[K] | undefined }

/** The user who changes a rule becomes its author. An inactive one starts its days again. */
export const update = (tx: Tx, caller: Caller, id: string, change: Change): Promise<number> => {
  const { condition, recipient_emails: emails } = change
  const rested = sql`(not ${isEnabled(tx)} or r.trigger = 'after_scan')`
  return tx.run(sql`
    update alert_rules as r
       set author = ${caller.userId},
           name = coalesce(${change.name ?? null}, r.name),
           description = coalesce(${change.description ?? null}, r.description),
           enabled = coalesce(${change.enabled ?? null}::boolean, r.enabled),
           trigger = coalesce(${change.trigger ?? null}, r.trigger),
           condition = coalesce(${condition ? JSON.stringify(condition) : null}::jsonb, r.condition),
           provider_ids = coalesce(${condition ? providersOf(condition) : null}::uuid[], r.provider_ids),
           recipient_emails = ${emails ? texts(emails) : sql`r.recipient_emails`},
           next_daily_at = case when ${rested} then ${nextDaily} else r.next_daily_at end,
           daily_from = case when ${rested} then now() else r.daily_from end,
           undelivered_at = null, undelivered_reason = null, updated_at = now()
     where r.tenant_id = ${tx.tenantId} and r.id = ${id}`)
}

/** Sends its messages to exactly these. */
export async function attach(tx: Tx, id: string, integrations: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from alert_rule_integrations
     where tenant_id = ${tx.tenantId} and rule_id = ${id} and integration_id <> all(${idArray(integrations)})`)
  await tx.run(sql`
    insert into alert_rule_integrations (tenant_id, rule_id, integration_id)
    select ${tx.tenantId}, ${id}::uuid, integration_id
      from unnest(${idArray(integrations.toSorted())}) as integration_id
        on conflict do nothing`)
}

/** The integrations that also receive its messages. */
export const integrationsOf = async (tx: Tx, id: string): Promise<readonly string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select integration_id as id
        from alert_rule_integrations
       where tenant_id = ${tx.tenantId} and rule_id = ${id}`)
  ).map((row) => row.id)

export const remove = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from alert_rules where tenant_id = ${tx.tenantId} and id = ${id}`)) === 1

/** The rules that a scan triggers. */
export const afterScan = async (tx: Tx): Promise<readonly string[]> => {
  const rows = await tx.rows<{ id: string }>(sql`
    select r.id
      from alert_rules r
     where r.tenant_id = ${tx.tenantId} and ${isEnabled(tx)} and r.trigger <> 'daily'
     order by r.inserted_at, r.id`)
  return rows.map(({ id }) => id)
}

/** A rule at work. */
export interface WorkingRule {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly author: string
  readonly condition: Condition
  readonly recipient_emails: readonly string[]
  readonly daily_from: string
  /** Of the day whose message is due. */
  readonly day: string
  readonly is_due: boolean
}

/** Keeps the rule from others until the transaction ends; nothing, where it rests. */
export const locked = (tx: Tx, id: string): Promise<WorkingRule | undefined> =>
  tx.maybe<WorkingRule>(sql`
    select r.id, r.name, r.description, r.author, r.condition, r.recipient_emails, r.daily_from,
           to_char(r.next_daily_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           (r.trigger <> 'after_scan' and r.next_daily_at <= now()) as is_due
      from alert_rules r
     where r.tenant_id = ${tx.tenantId} and r.id = ${id} and ${isEnabled(tx)}
       for no key update`)

export const dailyDone = (tx: Tx, id: string, until: string): Promise<number> =>
  tx.run(sql`
    update alert_rules
       set next_daily_at = ${nextDaily}, daily_from = ${until}::timestamptz
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Mails of a rule were not delivered. The next change of the rule clears this. */
export const undelivered = (tx: Tx, id: string, reason: Undelivered): Promise<number> =>
  tx.run(sql`
    update alert_rules
       set undelivered_at = now(), undelivered_reason = ${reason}
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** One that rests is looked at again the next day. */
export const rest = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update alert_rules
       set next_daily_at = ${nextDaily}
     where tenant_id = ${tx.tenantId} and id = ${id} and next_daily_at <= now()`)

export const fired = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update alert_rules set last_fired_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`)
