import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  contains,
  type Page,
  pageOf,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { inGroups } from '../providers/index.ts'
import type { Schedule, schedules } from './resource.ts'
import type { Timetable } from './planned-runs.ts'

const columns = (tenantId: string): Columns<typeof schedules> => ({
  filters: {
    configured: ({ value }) => sql`(s.provider_id is not null) = ${value}`,
    scan_enabled: ({ value }) => sql`coalesce(s.scan_enabled, false) = ${value}`,
    scan_frequency: sql`s.scan_frequency`,
    provider: sql`p.id`,
    provider_type: sql`p.provider`,
    provider_groups: (filter) => inGroups(tenantId, sql`p.id`, filter),
    next_scan_at: sql`s.next_scan_at`,
    search: ({ value }) => contains(value, sql`p.uid`, sql`p.alias`),
  },
  sort: {
    next_scan_at: sql`s.next_scan_at`,
    last_scan_at: sql`s.last_scan_at`,
    scan_frequency: sql`s.scan_frequency`,
    inserted_at: sql`s.inserted_at`,
    updated_at: sql`s.updated_at`,
  },
  last: sql`p.id`,
})

const fields = sql`
  p.id, p.id as provider, s.provider_id is not null as configured,
  coalesce(s.scan_enabled, false) as scan_enabled, s.scan_frequency, s.scan_hour, s.scan_timezone,
  s.scan_interval_hours, s.scan_day_of_week, s.scan_day_of_month, s.next_scan_at, s.last_scan_at,
  s.inserted_at, s.updated_at`

const from = sql`
  providers p
  left join schedules s on s.tenant_id = p.tenant_id and s.provider_id = p.id`

const there = (tx: Tx, caller: Caller): Sql => sql`
  p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}`

export function schedulePage(
  tx: Tx,
  caller: Caller,
  query: Query<typeof schedules>,
): Promise<Page<Schedule>> {
  const where = there(tx, caller)
  return pageOf(tx, query, columns(tx.tenantId), { select: fields, from, where })
}

export const scheduleOf = (
  tx: Tx,
  providerId: string,
  caller: Caller,
): Promise<Schedule | undefined> =>
  tx.maybe<Schedule>(sql`
    select ${fields}
      from ${from}
     where ${there(tx, caller)} and p.id = ${providerId}`)

/** A schedule as it is stored. */
export interface Stored {
  readonly timetable: Timetable
  readonly scan_enabled: boolean
  /** Milliseconds since 1970, as `last_scan_at`. */
  readonly next_scan_at: number | null
  readonly last_scan_at: number | null
}

/**
 * Locks a provider before its schedule is changed or run. Returns the database's time in milliseconds since 1970, or
 * undefined if the provider was deleted.
 */
export async function lockProvider(tx: Tx, providerId: string): Promise<number | undefined> {
  const found = await tx.maybe<{ now: string }>(sql`
    select clock_timestamp() as now
      from providers
     where tenant_id = ${tx.tenantId} and id = ${providerId} and deleted_at is null
       for no key update`)
  return found && Date.parse(found.now)
}

type Read = Omit<Timetable, 'anchor'> & {
  readonly scan_enabled: boolean
  readonly anchor_at: string
  readonly next_scan_at: string | null
  readonly last_scan_at: string | null
}

export async function storedSchedule(tx: Tx, providerId: string): Promise<Stored | undefined> {
  const found = await tx.maybe<Read>(sql`
    select scan_enabled, scan_frequency, scan_hour, scan_timezone, scan_interval_hours, scan_day_of_week,
           scan_day_of_month, anchor_at, next_scan_at, last_scan_at
      from schedules
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId}`)
  if (!found) return undefined
  const { scan_enabled, anchor_at, next_scan_at, last_scan_at, ...options } = found
  return {
    timetable: { ...options, anchor: Date.parse(anchor_at) },
    scan_enabled,
    next_scan_at: next_scan_at === null ? null : Date.parse(next_scan_at),
    last_scan_at: last_scan_at === null ? null : Date.parse(last_scan_at),
  }
}

const at = (moment: number | null): Sql =>
  sql`${moment === null ? null : new Date(moment).toISOString()}::timestamptz`

export const storeSchedule = (
  tx: Tx,
  providerId: string,
  { timetable: t, scan_enabled, next_scan_at, last_scan_at }: Stored,
): Promise<number> =>
  tx.run(sql`
    insert into schedules
           (tenant_id, provider_id, scan_enabled, scan_frequency, scan_hour, scan_timezone,
            scan_interval_hours, scan_day_of_week, scan_day_of_month, anchor_at, next_scan_at, last_scan_at)
    values (${tx.tenantId}, ${providerId}, ${scan_enabled}, ${t.scan_frequency}, ${t.scan_hour},
            ${t.scan_timezone}, ${t.scan_interval_hours}, ${t.scan_day_of_week}, ${t.scan_day_of_month},
            ${at(t.anchor)}, ${at(next_scan_at)}, ${at(last_scan_at)})
        on conflict (tenant_id, provider_id) do update
       set scan_enabled = excluded.scan_enabled, scan_frequency = excluded.scan_frequency,
           scan_hour = excluded.scan_hour, scan_timezone = excluded.scan_timezone,
           scan_interval_hours = excluded.scan_interval_hours, scan_day_of_week = excluded.scan_day_of_week,
           scan_day_of_month = excluded.scan_day_of_month, anchor_at = excluded.anchor_at,
           next_scan_at = excluded.next_scan_at, last_scan_at = excluded.last_scan_at, updated_at = now()`)

export const dropSchedule = (tx: Tx, providerId: string): Promise<number> =>
  tx.run(sql`
    delete from schedules where tenant_id = ${tx.tenantId} and provider_id = ${providerId}`)
