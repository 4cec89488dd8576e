import {
  boolean,
  by,
  draft,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toOne,
  uuid,
} from '@plumbline/jsonapi'
import { providerType } from '../providers/index.ts'
import { frequencies } from './planned-runs.ts'
import { timezone } from './zone.ts'

const frequency = oneOf(...frequencies)
const options = {
  scan_hour: nullable(integer({ min: 0, max: 23 })),
  scan_interval_hours: nullable(integer({ min: 24, max: 8_784 })),
  scan_day_of_week: nullable(integer({ min: 0, max: 6 })),
  scan_day_of_month: nullable(integer({ min: 1, max: 28 })),
}

/** When a provider is scanned by itself. Each provider has one, configured or not; its id is the provider's. */
export const schedules = resource('schedules', {
  attributes: {
    configured: readOnly(boolean),
    scan_enabled: boolean,
    scan_frequency: nullable(frequency),
    scan_timezone: nullable(timezone),
    ...options,
    next_scan_at: readOnly(nullable(timestamp)),
    last_scan_at: readOnly(nullable(timestamp)),
    inserted_at: readOnly(nullable(timestamp)),
    updated_at: readOnly(nullable(timestamp)),
  },
  relationships: { provider: toOne('providers') },
  filters: {
    configured: by(boolean, 'eq'),
    scan_enabled: ['eq'],
    scan_frequency: ['eq', 'in'],
    provider: ['eq', 'in'],
    provider_type: by(providerType, 'eq', 'in'),
    provider_groups: by(uuid, 'eq', 'in'),
    next_scan_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['next_scan_at', 'last_scan_at', 'scan_frequency', 'inserted_at', 'updated_at'],
  include: ['provider'],
  self: '/schedules',
})
export type Schedule = Row<typeof schedules>

const changes = {
  scan_enabled: optional(boolean),
  scan_frequency: optional(frequency),
  scan_timezone: optional(timezone),
  scan_hour: optional(options.scan_hour),
  scan_interval_hours: optional(options.scan_interval_hours),
  scan_day_of_week: optional(options.scan_day_of_week),
  scan_day_of_month: optional(options.scan_day_of_month),
}
export const scheduleChange = draft('schedules', { id: 'optional', attributes: changes })

/** One timetable for many providers, and the result for each. */
export const bulkSchedules = resource('schedules-bulk', {
  id: text,
  attributes: {
    updated: readOnly(list(uuid)),
    failed: readOnly(list(object({ id: uuid, error: text }))),
  },
})
export const bulkDraft = draft('schedules-bulk', {
  attributes: { schedule: object(changes), provider_ids: list(uuid, { min: 1, max: 200 }) },
})

export const dailyDraft = draft('daily-schedules', { attributes: { provider_id: uuid } })
