/** Rows of the outbox: queued, claimed, ended, and queued again. */
import {
  type Database,
  deleteSome,
  idArray,
  rowTable,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { Hints } from '../../platform/due/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Json } from './target.ts'

export interface NewDelivery {
  readonly integration_id: string
  readonly kind: string
  /** What has it already does not get it again. */
  readonly dedupe_key: string
  readonly payload: Json
  readonly provider_id?: string | null
  readonly task_id?: string | null
}

/** Tells workers of deliveries that are due. */
export const queued = new Hints('deliveries')

/** In the transaction that causes them. */
export async function queueDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return
  const columns =
    'id uuid, integration_id uuid, provider_id uuid, task_id uuid, kind text, dedupe_key text, payload jsonb'
  const withIds = rows.map((row) => ({ ...row, id: newId() }))
  await tx.run(sql`
    insert into deliveries (tenant_id, id, integration_id, provider_id, task_id, kind, dedupe_key, payload)
    select ${tx.tenantId}::uuid, r.id, r.integration_id, r.provider_id, r.task_id, r.kind, r.dedupe_key, r.payload
      from ${rowTable(withIds, 'r', columns)}
        on conflict (tenant_id, integration_id, dedupe_key) do nothing`)
  await queued.send(tx)
}

/** Recurring work of an integration: one row, which is due again after it has ended. */
export async function queueAgain(
  tx: Tx,
  { integration_id, kind, payload }: Pick<NewDelivery, 'integration_id' | 'kind' | 'payload'>,
): Promise<void> {
  await tx.run(sql`
    insert into deliveries (tenant_id, id, integration_id, kind, dedupe_key, payload)
    values (${tx.tenantId}, ${newId()}, ${integration_id}, ${kind}, ${kind}, ${JSON.stringify(payload)}::jsonb)
        on conflict (tenant_id, integration_id, dedupe_key) do update
       set state = 'pending', attempts = 0, due_at = now(), expires_at = now() + interval '24 hours',
           ended_at = null, reason_code = null, reason = null, outcome = null
     where deliveries.state <> 'pending'`)
  await queued.send(tx)
}

/** An integration that is leased for one delivery. */
export interface Claimed {
  readonly tenant_id: string
  readonly integration_id: string
  readonly id: string
  readonly fence: number
}

/** One that is due, of whichever tenant but these. */
export const claim = (
  database: Database,
  leaseSeconds: number,
  without: readonly string[],
): Promise<Claimed | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<Claimed>(sql`select * from claim_delivery(${leaseSeconds}, ${idArray(without)})`),
  )

/** False: the lease ran out, and another has it. */
export const renew = async (tx: Tx, claimed: Claimed, leaseSeconds: number): Promise<boolean> =>
  (await tx.run(sql`
    update integrations
       set lease_until = now() + make_interval(secs => ${leaseSeconds})
     where tenant_id = ${tx.tenantId} and id = ${claimed.integration_id} and fence = ${claimed.fence}`)) ===
  1

export interface Begun {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly payload: Json
  readonly provider_id: string | null
}

const mostFailures = 20

/** What failed of a delivery `d`, with one more. */
const withFailure = (at: Sql, code: string, reason: string): Sql => sql`
  case when jsonb_array_length(d.failures) < ${mostFailures} then d.failures else d.failures - 0 end
    || jsonb_build_object(
         'at', to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'code', ${code}::text, 'reason', ${reason}::text)`

const interrupted = 'The worker stopped during the attempt, so the delivery may have been received.'

/** Counts the attempt before it is made. Undefined: it must not be made any more, or another worker has claimed it. */
export const begin = (tx: Tx, claimed: Claimed): Promise<Begun | undefined> =>
  tx.maybe<Begun>(sql`
    update deliveries d
       set attempts = d.attempts + 1, attempted_at = now(), is_under_way = true,
           failures = case when d.is_under_way
                           then ${withFailure(sql`d.attempted_at`, 'interrupted', interrupted)}
                           else d.failures end
      from integrations i
     where d.tenant_id = ${tx.tenantId} and d.id = ${claimed.id} and d.state = 'pending'
       and i.tenant_id = d.tenant_id and i.id = d.integration_id and i.fence = ${claimed.fence}
    returning d.id, d.kind, d.attempts, d.payload, d.provider_id`)

/** Frees the target for the next delivery, after `hiddenSeconds` if it hides the effect of this one. */
const release = (
  tx: Tx,
  claimed: Claimed,
  pauseSeconds: number | null,
  hiddenSeconds: number | null = null,
): Promise<number> =>
  tx.run(sql`
    update integrations
       set lease_until = now() + make_interval(secs => ${hiddenSeconds}),
           failures = case when ${pauseSeconds}::float8 is null then 0 else failures + 1 end,
           paused_until = now() + make_interval(secs => ${pauseSeconds})
     where tenant_id = ${tx.tenantId} and id = ${claimed.integration_id} and fence = ${claimed.fence}`)

/** The target was not called, so its availability is unchanged. */
export const letGo = (tx: Tx, { integration_id, fence }: Claimed): Promise<number> =>
  tx.run(sql`
    update integrations
       set lease_until = null
     where tenant_id = ${tx.tenantId} and id = ${integration_id} and fence = ${fence}`)

/**
 * Why a delivery is not to be made any more, because its provider was deleted or detached from the integration; or
 * null.
 */
export async function obstacle(
  tx: Tx,
  integrationId: string,
  {
    provider_id,
    mustBeAttached,
  }: { readonly provider_id: string | null; readonly mustBeAttached: boolean },
): Promise<string | null> {
  if (provider_id === null) return null
  const found = await tx.maybe<{ attached: boolean }>(sql`
    select exists (
             select from integration_providers a
              where a.tenant_id = p.tenant_id and a.integration_id = ${integrationId} and a.provider_id = p.id) as attached
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.id = ${provider_id} and p.deleted_at is null`)
  if (!found) return 'The provider was deleted.'
  if (mustBeAttached && !found.attached)
    return 'The integration is no longer attached to this provider.'
  return null
}

export async function delivered(tx: Tx, claimed: Claimed, outcome: Json): Promise<boolean> {
  if ((await release(tx, claimed, null)) === 0) return false
  await tx.run(sql`
    update deliveries
       set state = 'delivered', is_under_way = false, ended_at = now(), outcome = ${JSON.stringify(outcome)}::jsonb,
           reason_code = null, reason = null
     where tenant_id = ${tx.tenantId} and id = ${claimed.id} and state = 'pending'`)
  return true
}

export interface Failure {
  readonly code: string
  readonly reason: string
  /** Null: it is not tried again. */
  readonly againSeconds: number | null
  /** How long nothing else is sent there; null: the failure does not concern the target. */
  readonly pauseSeconds: number | null
  /**
   * How long it may not show what it did: the lease is kept, so that no delivery, replayed or new, looks for it
   * before. Null: nothing is hidden.
   */
  readonly hiddenSeconds: number | null
}

/** The state that it has now. */
export async function failed(
  tx: Tx,
  claimed: Claimed,
  { code, reason, againSeconds, pauseSeconds, hiddenSeconds }: Failure,
): Promise<'pending' | 'failed' | undefined> {
  if ((await release(tx, claimed, pauseSeconds, hiddenSeconds)) === 0) return undefined
  const row = await tx.maybe<{ state: 'pending' | 'failed' }>(sql`
    update deliveries d
       set reason_code = ${code}, reason = ${reason}, is_under_way = false,
           failures = ${withFailure(sql`now()`, code, reason)},
           state = case when n.at is null or n.at > d.expires_at then 'failed' else 'pending' end,
           ended_at = case when n.at is null or n.at > d.expires_at then now() end,
           due_at = coalesce(n.at, d.due_at)
      from (select now() + make_interval(secs => ${againSeconds}) as at) n
     where d.tenant_id = ${tx.tenantId} and d.id = ${claimed.id} and d.state = 'pending'
    returning d.state`)
  return row?.state
}

/** How often in a row the integration's target has not taken a delivery. */
export const failuresOf = async (tx: Tx, integrationId: string): Promise<number> =>
  (
    await tx.maybe<{ failures: number }>(sql`
      select failures from integrations where tenant_id = ${tx.tenantId} and id = ${integrationId}`)
  )?.failures ?? 0

/** Sends one again at once, under the same id, so that a receiver can recognize it. */
export async function replay(tx: Tx, integrationId: string, id: string): Promise<void> {
  await tx.run(sql`
    update deliveries
       set state = 'pending', due_at = now(), expires_at = now() + interval '24 hours', ended_at = null,
           reason_code = null, reason = null
     where tenant_id = ${tx.tenantId} and integration_id = ${integrationId} and id = ${id}`)
  await tx.run(sql`
    update integrations
       set paused_until = null
     where tenant_id = ${tx.tenantId} and id = ${integrationId}`)
  await queued.send(tx)
}

/** A delivery that waited more than a day for its disabled integration is outdated: a user may replay it. */
export const endOverdue = (tx: Tx, integrationId: string): Promise<number> =>
  tx.run(sql`
    update deliveries
       set state = 'failed', ended_at = now(), is_under_way = false, reason_code = 'expired',
           reason = 'The integration was disabled for more than a day.'
     where tenant_id = ${tx.tenantId} and integration_id = ${integrationId} and state = 'pending'
       and expires_at <= now()`)

const logDays = 90
const tenantsAtATime = 20

/** Deletes what is too old in the log, a batch of each tenant; how many rows they were. */
export async function deleteOld(database: Database): Promise<number> {
  const tenants = await database.outsideTenants((tx) =>
    tx.rows<{ tenant_id: string }>(sql`
      select tenant_id from find_old_deliveries(${logDays}, ${tenantsAtATime})`),
  )
  let deleted = 0
  for (const { tenant_id } of tenants)
    deleted += await database.inTenant(tenant_id, (tx) =>
      deleteSome(
        tx,
        'deliveries',
        sql`state <> 'pending' and ended_at < now() - make_interval(days => ${logDays})`,
      ),
    )
  return deleted
}
