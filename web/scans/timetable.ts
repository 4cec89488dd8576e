/** Formats a schedule in words, and converts form input to the API's schedule. */
import type { Attributes } from '../api/types.ts'

type Schedule = Attributes['schedules']
export type Frequency = NonNullable<Schedule['scan_frequency']>

export const frequencies: Readonly<Record<Frequency, string>> = {
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
  INTERVAL: 'Every N hours',
}
export const days = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

type Timetable = Pick<
  Schedule,
  | 'scan_frequency'
  | 'scan_hour'
  | 'scan_timezone'
  | 'scan_interval_hours'
  | 'scan_day_of_week'
  | 'scan_day_of_month'
>

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** "Every day at 03:00 (Europe/Berlin)". */
export function timetableWords(schedule: Timetable): string {
  const { scan_frequency, scan_hour, scan_timezone } = schedule
  if (scan_frequency === null) return 'Not scheduled'
  if (scan_frequency === 'INTERVAL') return `Every ${schedule.scan_interval_hours} hours`
  const day =
    scan_frequency === 'WEEKLY'
      ? `Every ${days[schedule.scan_day_of_week ?? 0]}`
      : scan_frequency === 'MONTHLY'
        ? `On day ${schedule.scan_day_of_month} of each month`
        : 'Every day'
  const zone = scan_timezone && scan_timezone !== 'UTC' ? scan_timezone : 'UTC'
  return scan_hour === null ? day : `${day} at ${hourText(scan_hour)} (${zone})`
}

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text.trim() === '' ? null : Number(text)

/** Fields that the frequency does not use are set to null. */
export function scheduleOf(typed: Readonly<Record<string, string>>): Partial<Schedule> {
  const scan_frequency = typed['scan_frequency'] as Frequency
  const only = (frequency: Frequency, name: string): number | null =>
    scan_frequency === frequency ? numberOf(typed[name]) : null
  return {
    scan_enabled: typed['scan_enabled'] === 'on',
    scan_frequency,
    scan_hour: numberOf(typed['scan_hour']),
    scan_timezone: typed['scan_timezone']?.trim() || 'UTC',
    scan_interval_hours: only('INTERVAL', 'scan_interval_hours'),
    scan_day_of_week: only('WEEKLY', 'scan_day_of_week'),
    scan_day_of_month: only('MONTHLY', 'scan_day_of_month'),
  }
}
