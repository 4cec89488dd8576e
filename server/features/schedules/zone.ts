import { type Field, failed, text } from '@plumbline/jsonapi'

/** One local time. Times on its clock are numbers too: milliseconds as if the clock showed UTC. */
export interface Zone {
  /** What the clock shows at a moment, in milliseconds since 1970. */
  wallOf(moment: number): number
  /**
   * When the clock shows it. A time that a change of the clocks skips is as much later as was skipped;
   * of a time that comes twice it is the first.
   */
  momentOf(wall: number): number
}

export const dayMs = 86_400_000

/** The zone of an IANA name, such as `Europe/Berlin`. Throws a RangeError for any other. */
export function zone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const wallOf = (moment: number): number => {
    const shown = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => Number(shown.get(type))
    const day = Date.UTC(part('year'), part('month') - 1, part('day'))
    const seconds = day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000
    return seconds + (((moment % 1_000) + 1_000) % 1_000)
  }
  const ahead = (moment: number): number => wallOf(moment) - moment
  return {
    wallOf,
    momentOf(wall) {
      const before = wall - ahead(wall - dayMs)
      const after = wall - ahead(wall + dayMs)
      const moments = [Math.min(before, after), Math.max(before, after)]
      return moments.find((moment) => wallOf(moment) === wall) ?? before
    },
  }
}

/** Intl also takes offsets such as `+01:00`, which no IANA name looks like. */
const looksLikeZone = /^[A-Za-z][A-Za-z0-9_+/-]*$/

function isZone(name: string): boolean {
  if (!looksLikeZone.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

const name = text({ min: 1, max: 64 })

/** The name of a zone that this machine knows. */
export const timezone: Field<string> = {
  schema: { ...name.schema, examples: ['UTC', 'Europe/Berlin'] },
  read(value, fault) {
    const read = name.read(value, fault)
    if (read === failed || isZone(read)) return read
    return fault('Must be the IANA name of a time zone, such as Europe/Berlin.')
  },
}
