/** Setting, running and ending the schedule of one provider. */
import { type Drafted, invalid, notFound, type Problem } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { dropPlanned, planScan, startPlanned } from '../scans/index.ts'
import type { scheduleChange } from './resource.ts'
import { anchorOf, type Frequency, nextRunAfter, type Timetable } from './planned-runs.ts'
import * as store from './store.ts'

export type Change = Drafted<typeof scheduleChange>
/** Delay of a scan that is due at once: the user has time to open its page. */
const atOnceSeconds = 5

const names: Readonly<Record<Frequency, string>> = {
  DAILY: 'Daily scheduled scan',
  INTERVAL: 'Scheduled scan',
  WEEKLY: 'Weekly scheduled scan',
  MONTHLY: 'Monthly scheduled scan',
}
const nameOf = ({ scan_frequency }: Timetable): string => names[scan_frequency]

/** What a frequency needs in addition. */
const needs: Readonly<
  Record<Frequency, readonly ('scan_interval_hours' | 'scan_day_of_week' | 'scan_day_of_month')[]>
> = {
  DAILY: [],
  INTERVAL: ['scan_interval_hours'],
  WEEKLY: ['scan_day_of_week'],
  MONTHLY: ['scan_day_of_month'],
}

const blank = {
  scan_hour: null,
  scan_timezone: 'UTC',
  scan_interval_hours: null,
  scan_day_of_week: null,
  scan_day_of_month: null,
}

/** A change on top of what is stored. Throws a Problem at what is still missing. */
function merged(before: Timetable | undefined, change: Change, now: number): Timetable {
  const { scan_enabled: _, ...changed } = change
  const scan_frequency = changed.scan_frequency ?? before?.scan_frequency
  if (!scan_frequency) throw required('scan_frequency')
  const options = { ...blank, ...before, ...changed, scan_frequency }
  const missing = needs[scan_frequency].find((name) => options[name] === null)
  if (missing) throw required(missing)
  const anchor = before && isSameInterval(before, options) ? before.anchor : anchorOf(options, now)
  return { ...options, anchor }
}

const required = (name: string): Problem =>
  invalid(`/data/attributes/${name}`, `${name} is required for this kind of schedule.`, 'required')

/** Intervals restart when they change; the time of day of a schedule without an hour stays. */
const isSameInterval = (before: Timetable, now: Omit<Timetable, 'anchor'>): boolean =>
  now.scan_frequency !== 'INTERVAL' ||
  (['scan_frequency', 'scan_interval_hours', 'scan_hour', 'scan_timezone'] as const).every(
    (name) => before[name] === now[name],
  )

/**
 * Makes the scan of the first free planned run after a moment, in advance, and returns its time. Skips planned runs
 * that already have a scan, as after the clock was set back.
 */
async function planNext(
  tx: Tx,
  provider_id: string,
  timetable: Timetable,
  after: number,
): Promise<number> {
  for (
    let plannedAt = nextRunAfter(timetable, after);
    ;
    plannedAt = nextRunAfter(timetable, plannedAt)
  ) {
    if (await planScan(tx, { provider_id, name: nameOf(timetable), plannedAt })) return plannedAt
  }
}

/**
 * Sets or changes the schedule of a provider; a planned run that has come by the old one has its scan first.
 * Throws a Problem when the schedule is not complete.
 */
export async function configure(tx: Tx, providerId: string, change: Change): Promise<void> {
  const now = await store.lockProvider(tx, providerId)
  if (now === undefined) throw notFound('There is no provider with this ID.')
  const before = await store.storedSchedule(tx, providerId)
  const timetable = merged(before?.timetable, change, now)
  const ran = before && (await startDue(tx, providerId, before, now))
  const scan_enabled = change.scan_enabled ?? before?.scan_enabled ?? true
  await dropPlanned(tx, providerId)
  await store.storeSchedule(tx, providerId, {
    timetable,
    scan_enabled,
    next_scan_at: scan_enabled ? await planNext(tx, providerId, timetable, now) : null,
    last_scan_at: ran ? now : (before?.last_scan_at ?? null),
  })
}

/** Scans a provider at once and every 24 hours. Does nothing if it has a schedule. */
export async function beginDaily(
  tx: Tx,
  provider_id: string,
  user_id: string,
): Promise<Task | undefined> {
  const now = await store.lockProvider(tx, provider_id)
  if (now === undefined || (await store.storedSchedule(tx, provider_id))) return undefined
  const plannedAt = now + atOnceSeconds * 1_000
  const timetable: Timetable = {
    ...blank,
    scan_frequency: 'DAILY',
    anchor: plannedAt,
  }
  await planScan(tx, { provider_id, name: nameOf(timetable), plannedAt })
  const next = await planNext(tx, provider_id, timetable, plannedAt)
  const times = { next_scan_at: next, last_scan_at: plannedAt }
  await store.storeSchedule(tx, provider_id, { timetable, scan_enabled: true, ...times })
  const planned = { provider_id, plannedAt, next, user_id, afterSeconds: atOnceSeconds }
  return startPlanned(tx, planned)
}

/**
 * Starts the scan of a provider's planned run when it is due, and plans the next. Planned runs that were missed while
 * no worker ran are skipped: the scan that starts now sees what theirs would have. May run any number of times and
 * concurrently.
 */
export async function runDue(tx: Tx, provider_id: string): Promise<boolean> {
  const now = await store.lockProvider(tx, provider_id)
  const schedule = now && (await store.storedSchedule(tx, provider_id))
  return schedule ? startDue(tx, provider_id, schedule, now) : false
}

/** The same for a schedule that is locked, at this moment. */
async function startDue(
  tx: Tx,
  provider_id: string,
  schedule: store.Stored,
  now: number,
): Promise<boolean> {
  const { next_scan_at: plannedAt, timetable } = schedule
  if (plannedAt === null || plannedAt > now) return false
  const next = await planNext(tx, provider_id, timetable, now)
  const task = await startPlanned(tx, { provider_id, plannedAt, next })
  const last_scan_at = task ? now : schedule.last_scan_at
  await store.storeSchedule(tx, provider_id, { ...schedule, next_scan_at: next, last_scan_at })
  return task !== undefined
}

/** Ends the schedule of a provider; what runs by it runs on. False: it has none. */
export async function endSchedule(tx: Tx, providerId: string): Promise<boolean> {
  if ((await store.lockProvider(tx, providerId)) === undefined) return false
  await dropPlanned(tx, providerId)
  return (await store.dropSchedule(tx, providerId)) === 1
}
