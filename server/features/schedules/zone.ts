import { type Field, failed, text } from '@plumbline/jsonapi'
import { DateTime, IANAZone } from 'luxon'

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
  // One spelling for each zone: luxon caches every name for ever, and `eUROPE/bERLIN` is one.
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
  const known = IANAZone.create(timeZone)
  return {
    wallOf: (moment) => moment + known.offset(moment) * 60_000,
    momentOf(wall) {
      const utc = DateTime.fromMillis(wall, { zone: 'utc' })
      const [first] = utc.setZone(known, { keepLocalTime: true }).getPossibleOffsets()
      return first?.toMillis() ?? Number.NaN
    },
  }
}

/** Intl also takes offsets such as `+01:00`, which no IANA name looks like. */
const looksLikeZone = /^[A-Za-z][A-Za-z0-9_+/-]*$/

const name = text({ min: 1, max: 64 })

/** The name of a zone that this machine knows. */
export const timezone: Field<string> = {
  schema: { ...name.schema, examples: ['UTC', 'Europe/Berlin'] },
  read(value, fault) {
    const read = name.read(value, fault)
    if (read === failed || (looksLikeZone.test(read) && IANAZone.isValidZone(read))) return read
    return fault('Must be an IANA time zone name, for example Europe/Berlin.')
  },
}
