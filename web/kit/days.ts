/** Days in the format of date inputs: `2026-11-23`, in the time zone that the user chose. */
import { zone } from './dates.ts'

export function dayOf(time: number): string {
  if (zone() === 'utc') return utcDay(time)
  const date = new Date(time)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The day in UTC, for the API's parameters of whole days. */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day in a timestamp or a date; `''` for any other text. */
export function dayIn(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return ''
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : dayOf(time)
}

export const dayMs = 86_400_000
export const daysFromNow = (days: number, now = Date.now()): string => dayOf(now + days * dayMs)

/** The first and the last moment of a day, in UTC for the API. */
export const startOf = (day: string): string => momentOf(day, '00:00:00')
export const endOf = (day: string): string => momentOf(day, '23:59:59.999')

const momentOf = (day: string, time: string): string =>
  new Date(`${day}T${time}${zone() === 'utc' ? 'Z' : ''}`).toISOString()
