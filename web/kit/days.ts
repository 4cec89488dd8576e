/** Days in the format of date inputs: `2026-11-23`, in local time. */

export function dayOf(time: number): string {
  const date = new Date(time)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The day in a timestamp or a date; `''` for any other text. */
export function dayIn(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return ''
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : dayOf(time)
}

export const dayMs = 86_400_000
export const daysFromNow = (days: number, now = Date.now()): string => dayOf(now + days * dayMs)

/** The first and the last moment of a local day, in UTC for the API. */
export const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
export const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()
