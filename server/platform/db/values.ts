/**
 * PostgreSQL's text form of a timestamptz (session time zone UTC) as RFC 3339, cut to milliseconds:
 * `2026-11-21 04:34:32.123456+00` → `2026-11-21T04:34:32.123Z`. Timestamps stay text from column to
 * JSON: a Date in between costs a third of the processor time of a list.
 */
export function timestampText(text: string): string {
  if (text.endsWith('infinity')) return text
  const zone = text.indexOf('+')
  const end = zone === -1 ? text.length : zone
  const point = text.indexOf('.')
  const seconds = point === -1 ? text.slice(11, end) : text.slice(11, point)
  const fraction =
    point === -1 ? '000' : text.slice(point + 1, Math.min(point + 4, end)).padEnd(3, '0')
  return `${text.slice(0, 10)}T${seconds}.${fraction}Z`
}

/** Type numbers of PostgreSQL's catalogue, with how we read their text; arrays read theirs by element. */
export const readers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number, // int8: counts and sequence numbers, all below 2^53
  1082: (text) => text, // date
  1114: timestampText,
  1184: timestampText,
  1700: Number, // numeric: sums of counts
  3802: (text) => JSON.parse(text) as unknown,
  114: (text) => JSON.parse(text) as unknown,
}

/** The array type of each of them. */
export const elements: Readonly<Record<number, number>> = {
  1016: 20,
  1182: 1082,
  1115: 1114,
  1185: 1184,
  1231: 1700,
  3807: 3802,
  199: 114,
}
