// Determines whether one event of a trail makes an alarm notify a recipient.
import { type Filter, type LogEvent, readFilter } from './filter-pattern.ts'
import {
  type AlarmRule,
  mayNotify,
  type Reach,
  type Watch,
  type WatchAlarm,
  type WatchedTrail,
} from './resources.ts'
import { routine } from './routine-events.ts'

/** A reason why an event is not notified (`no`), or why that could not be determined, as a clause. */
interface Doubt {
  readonly is: 'no' | 'unknown'
  readonly why: string
}

const no = (why: string): Doubt => ({ is: 'no', why })
const unknown = (why: string): Doubt => ({ is: 'unknown', why })

interface Comparison {
  readonly holds: (value: number, threshold: number) => boolean
  /** The condition in a sentence, before the threshold. */
  readonly text: string
}

const comparisons: Readonly<Record<string, Comparison>> = {
  GreaterThanThreshold: { holds: (value, limit) => value > limit, text: 'above' },
  GreaterThanOrEqualToThreshold: { holds: (value, limit) => value >= limit, text: 'at or above' },
  LessThanThreshold: { holds: (value, limit) => value < limit, text: 'below' },
  LessThanOrEqualToThreshold: { holds: (value, limit) => value <= limit, text: 'at or below' },
}

/**
 * The value of a statistic in a period with one event, if no other value is known: a default value of 0 adds data
 * points to the period. Undefined if the statistic is not supported.
 */
function valueOfOne(
  statistic: string,
  watch: Watch,
  feeding: readonly Watch[],
): number | undefined {
  const hasDefault = feeding.some((it) => it.default_value !== null)
  const least = Math.min(...feeding.map(({ value }) => value))
  if (statistic === 'Sum' || statistic === 'Maximum') return watch.value
  if (statistic === 'SampleCount') return hasDefault ? Number.NaN : 1
  if (statistic === 'Average' || statistic === 'Minimum') return hasDefault ? Number.NaN : least
  return undefined
}

/** The threshold in a sentence: in events, if each event adds 1. */
function limitOf({ statistic, threshold }: AlarmRule, { value }: Watch): string {
  if (statistic === 'SampleCount' || (statistic === 'Sum' && value === 1))
    return `${threshold} ${threshold === 1 ? 'event' : 'events'}`
  return `${threshold} for the statistic ${statistic}, to which one event adds ${value}`
}

/** The doubt that the rule of an alarm is met by one event, and by one event only. */
function ruleDoubt(rule: AlarmRule, watch: Watch, feeding: readonly Watch[]): Doubt | null {
  const { comparison, threshold, statistic, periods, breaches, missing_data, unit } = rule
  const compare = comparisons[comparison]
  if (!compare) return unknown(`uses the comparison ${comparison}, which is not evaluated`)
  const value = valueOfOne(statistic, watch, feeding)
  if (value === undefined) return unknown(`uses the statistic ${statistic}, which is not evaluated`)
  if (Number.isNaN(value))
    return no(`uses the statistic ${statistic}, which the default value of the filter changes`)
  if (!compare.holds(value, threshold))
    return no(`fires only ${compare.text} ${limitOf(rule, watch)}`)
  if (compare.holds(0, threshold))
    return comparison.startsWith('Less')
      ? no(`fires only ${compare.text} ${limitOf(rule, watch)}`)
      : no(`fires without an event too, because its threshold is ${threshold}`)
  if (breaches > 1) return no(`fires only if events occur in ${breaches} of ${periods} periods`)
  if (missing_data === 'breaching') return no('fires without an event too, on missing data')
  // Without a default value, no data ever ends the state ALARM, and only a change to it notifies.
  if (missing_data === 'ignore' && !feeding.some((it) => it.default_value !== null))
    return no('stays in the state ALARM after the first event, because it ignores missing data')
  if (unit !== null && unit !== watch.unit)
    return no(`evaluates the unit ${unit}, but the filter writes ${watch.unit}`)
  return null
}

/** The doubt that the actions of an alarm notify a recipient. */
const reachDoubts: Readonly<Record<Reach, Doubt | null>> = {
  'a recipient': null,
  'another account': unknown('notifies a topic of another account'),
  'a topic with conditions': unknown(
    'notifies a topic whose policy allows CloudWatch to publish only under conditions that are not evaluated',
  ),
  'a topic without permission': no(
    'notifies a topic whose policy does not allow CloudWatch to publish',
  ),
  'a topic with the default key': no(
    'notifies a topic that is encrypted with alias/aws/sns, a key that CloudWatch cannot use',
  ),
  'no recipient': no('notifies no recipient'),
}

const reachDoubt = ({ reach, composites }: WatchAlarm): Doubt | null =>
  composites.length > 0 && !mayNotify(reach)
    ? unknown(`notifies only through the composite alarm ${composites.join(', ')}`)
    : reachDoubts[reach]

/** A watch with its parsed pattern. */
interface ReadWatch extends Watch {
  readonly read: Filter
  /** The doubt that the filter matches only events that need a notification. */
  readonly noise: Doubt | null
}

export interface ReadTrail extends WatchedTrail {
  readonly watches: readonly ReadWatch[]
}

/** The reason why it is unknown whether a filter matches an event. */
function undecided(filter: string, { unclear, exclusions }: Filter): Doubt {
  if (unclear !== null) return unknown(`the pattern of ${filter} is not supported: ${unclear}`)
  const named = exclusions.slice(0, 3).join(', ')
  const more = exclusions.length > 3 ? ` and ${exclusions.length - 3} more` : ''
  return unknown(`the filter ${filter} may exclude events that matter: ${named}${more}`)
}

function noiseOf(filter: string, read: Filter): Doubt | null {
  const loud = routine.find((event) => read.matches(event))
  if (loud)
    return no(
      `the filter ${filter} also matches unrelated events, such as ${String(loud['eventName'])}`,
    )
  return routine.some((event) => read.matches(event) === undefined) ? undecided(filter, read) : null
}

export const withPatterns = (trail: WatchedTrail): ReadTrail => ({
  ...trail,
  watches: trail.watches.map((watch) => {
    const read = readFilter(watch.pattern)
    return { ...watch, read, noise: noiseOf(watch.filter, read) }
  }),
})

/** The doubts about a filter that hold for every alarm on its metric. */
function filterDoubts(watch: ReadWatch, feeding: readonly ReadWatch[]): readonly Doubt[] {
  const { filter, others } = watch
  const found = feeding.flatMap((it) => [
    ...(it.flaw === null ? [] : [no(`the filter ${it.filter} does not count, because ${it.flaw}`)]),
    ...(it.noise ? [it.noise] : []),
  ])
  return others.length > 0
    ? [...found, unknown(`the metric of ${filter} is also written by ${others.join(', ')}`)]
    : found
}

/** The doubts that an alarm notifies a recipient of one event that the filter matches. */
function alarmDoubts(
  alarm: WatchAlarm,
  watch: ReadWatch,
  feeding: readonly ReadWatch[],
): readonly Doubt[] {
  const rule = alarm.rule
    ? ruleDoubt(alarm.rule, watch, feeding)
    : unknown('evaluates an expression in place of the metric')
  return [rule, reachDoubt(alarm)].flatMap((it) =>
    it ? [{ ...it, why: `the alarm ${alarm.name} on ${watch.filter} ${it.why}` }] : [],
  )
}

/** An alarm that notifies a recipient of an event, or the reasons why none is known to. */
export type Hearing =
  | { readonly filter: string; readonly alarm: string }
  | { readonly is: 'no' | 'unknown'; readonly reasons: readonly string[] }

/** The most certain doubts decide. */
function hearing(filter: string, alarm: string, doubts: readonly Doubt[]): Hearing {
  if (doubts.length === 0) return { filter, alarm }
  const is = doubts.some((it) => it.is === 'no') ? 'no' : 'unknown'
  return { is, reasons: doubts.filter((it) => it.is === is).map(({ why }) => why) }
}

const best = (all: readonly Hearing[]): Hearing | undefined =>
  all.find((it) => 'alarm' in it) ?? all.find((it) => 'is' in it && it.is === 'unknown') ?? all[0]

const noAlarm = ({ filter, read }: ReadWatch, match: boolean | undefined): Doubt =>
  no(
    match || read.unclear === null
      ? `no alarm uses the metric of ${filter}`
      : `no alarm uses the metric of ${filter}, whose pattern is not supported: ${read.unclear}`,
  )

function hearingBy(watch: ReadWatch, { watches }: ReadTrail, event: LogEvent): Hearing | undefined {
  const { filter, metric, read, flaw, alarms } = watch
  const match = read.matches(event)
  if (match === false) return undefined
  const feeding = watches.filter((it) => it === watch || (metric !== null && it.metric === metric))
  const doubts = [
    ...(match ? [] : [undecided(filter, read)]),
    ...filterDoubts(watch, feeding),
    ...(alarms.length > 0 || flaw !== null ? [] : [noAlarm(watch, match)]),
  ]
  if (alarms.length === 0) return hearing(filter, '', doubts)
  return best(
    alarms.map((alarm) =>
      hearing(filter, alarm.name, [...alarmDoubts(alarm, watch, feeding), ...doubts]),
    ),
  )
}

/** Determines whether one such event makes an alarm on the trail's log group notify a recipient. */
export function hear(trail: ReadTrail, event: LogEvent): Hearing {
  const all = trail.watches.flatMap((watch) => hearingBy(watch, trail, event) ?? [])
  const found = best(all) ?? { is: 'no', reasons: [] }
  if ('alarm' in found) return found
  const reasons = all.flatMap((it) => ('is' in it && it.is === found.is ? it.reasons : []))
  return { is: found.is, reasons: [...new Set(reasons)] }
}
