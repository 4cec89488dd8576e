import { deepEqual, equal } from 'node:assert/strict'
import test from 'node:test'
import { scheduleOf, timetableWords } from './timetable.ts'

const none = {
  scan_frequency: null,
  scan_hour: null,
  scan_timezone: null,
  scan_interval_hours: null,
  scan_day_of_week: null,
  scan_day_of_month: null,
}

test('a timetable is said in words', () => {
  equal(timetableWords(none), 'Not scheduled')
  const daily = { ...none, scan_frequency: 'DAILY' as const, scan_timezone: 'UTC' }
  equal(timetableWords(daily), 'Every day')
  equal(
    timetableWords({ ...daily, scan_hour: 3, scan_timezone: 'Europe/Berlin' }),
    'Every day at 03:00 (Europe/Berlin)',
  )
  equal(
    timetableWords({ ...daily, scan_frequency: 'WEEKLY', scan_day_of_week: 1, scan_hour: 22 }),
    'Every Monday at 22:00 (UTC)',
  )
  equal(
    timetableWords({ ...daily, scan_frequency: 'MONTHLY', scan_day_of_month: 5 }),
    'On day 5 of each month',
  )
  equal(
    timetableWords({ ...daily, scan_frequency: 'INTERVAL', scan_interval_hours: 48 }),
    'Every 48 hours',
  )
})

test('what a frequency has no use for is not sent along', () => {
  const typed = {
    scan_enabled: 'on',
    scan_frequency: 'WEEKLY',
    scan_hour: '4',
    scan_timezone: ' ',
    scan_interval_hours: '48',
    scan_day_of_week: '0',
    scan_day_of_month: '3',
  }
  deepEqual(scheduleOf(typed), {
    scan_enabled: true,
    scan_frequency: 'WEEKLY',
    scan_hour: 4,
    scan_timezone: 'UTC',
    scan_interval_hours: null,
    scan_day_of_week: 0,
    scan_day_of_month: null,
  })
})
