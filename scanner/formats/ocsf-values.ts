/** Reads untrusted OCSF records: each reader returns undefined for any other type. */

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value at a path; on lists, of their first item. Path names are constants that Object.prototype lacks: checking
 * for own properties took a quarter of the reading time.
 */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found: unknown = value
  for (const name of path) {
    if (Array.isArray(found)) found = found[0]
    if (!isMembers(found)) return undefined
    found = found[name]
  }
  return found
}

/** Text that is not blank, trimmed; numbers as their digits. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path)
  if (typeof found === 'number' && Number.isFinite(found)) return String(found)
  if (typeof found !== 'string') return undefined
  return found.trim() || undefined
}

/** Text with its blanks, as this product writes it. */
export function exactAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path)
  if (typeof found === 'number' && Number.isFinite(found)) return found
  return typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : undefined
}

/** The resources of a record as its producer wrote them. At least one, which may be undefined. */
export function writtenResources(record: Members): readonly unknown[] {
  const list = at(record, 'resources') ?? at(record, 'resource')
  return Array.isArray(list) && list.length > 0 ? list : [list]
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

const earliest = Date.UTC(1990, 0, 1)
const latest = Date.UTC(2100, 0, 1)

const inRange = (ms: number): number | undefined => (ms >= earliest && ms < latest ? ms : undefined)

/** Milliseconds of a number that OCSF means in milliseconds and some scanners write in seconds, between 1990 and 2100. */
export function epochOf(value: unknown): number | undefined {
  const read = numberAt({ value }, 'value') ?? Number.NaN
  return inRange(read < 1e11 ? read * 1_000 : read)
}

const dateAndTime =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * Milliseconds of a date and time as text, between 1990 and 2100. `assumed` is the offset of one without its own:
 * without it, such a text is undefined. The time zone of this machine plays no part.
 */
export function dateOf(value: unknown, assumed?: 'Z'): number | undefined {
  const [, date, time, written] =
    (typeof value === 'string' && dateAndTime.exec(value.trim())) || []
  const offset = (written ?? assumed)?.toUpperCase()
  if (!offset) return undefined
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  return inRange(Date.parse(`${date}T${time}${hours ? `${hours}:${minutes}` : offset}`))
}
