// Which rules let the internet in, and to what.
import type { Index } from '../../../kit/index.ts'
import { isInternet } from './ranges.ts'
import type { Rule } from './resources.ts'
import { listed } from './unlisted.ts'

/** The ports of a service, by protocol. */
export interface Ports {
  readonly tcp: readonly number[]
  readonly udp?: readonly number[]
}

/** A rule that lets a range of the internet in. */
export interface Opening {
  readonly range: string
  /** The prefix list that holds the range; null: the rule itself. */
  readonly list: string | null
  /** What it opens, for people: `tcp 22`, `every port`. */
  readonly what: string
}

/** What a rule opens of the ports in question, for people; null: none of them. */
export type Reach = (rule: Rule) => string | null

type PrefixLists = Index<{ readonly ranges: readonly string[] }>

/** How every check over rules joins the prefix lists that rules may name. */
export const prefixListJoin = {
  prefixLists: { by: 'prefix_list_id', fields: ['ranges'] },
} as const

const carries = (rule: Rule, protocol: string, port: number): boolean =>
  rule.protocol === '-1' ||
  (rule.protocol === protocol &&
    (rule.ports === null || (rule.ports.from <= port && port <= rule.ports.to)))

/** `22, 80`; of very many the first few. */
const some = (ports: readonly number[]): string =>
  ports.length > 8
    ? `${ports.slice(0, 6).join(', ')} and ${ports.length - 6} more`
    : ports.join(', ')

/** A rule's reach into a service's ports: `tcp 9200, 5601`. */
export const reachOf =
  (ports: Ports): Reach =>
  (rule) => {
    const parts = Object.entries(ports).flatMap(
      ([protocol, numbers]: [string, readonly number[]]) => {
        const open = numbers.filter((port) => carries(rule, protocol, port))
        return open.length > 0 ? [`${protocol} ${some(open)}`] : []
      },
    )
    return parts.length > 0 ? parts.join(' and ') : null
  }

const protocolOf = ({ protocol }: Rule) => (protocol === '-1' ? 'every protocol' : protocol)

/** Everything a rule opens. */
export const anyReach: Reach = (rule) => {
  if (rule.ports === null) return protocolOf(rule)
  const { from, to } = rule.ports
  return `${protocolOf(rule)} ${from === to ? from : `${from}-${to}`}`
}

/** Every port of TCP, of UDP, or of every protocol at once. */
export const everyPortReach: Reach = (rule) => {
  if (rule.protocol !== '-1' && rule.protocol !== 'tcp' && rule.protocol !== 'udp') return null
  const whole = rule.ports === null || (rule.ports.from <= 1 && rule.ports.to === 65_535)
  return whole ? `all ports of ${protocolOf(rule)}` : null
}

/**
 * The ways in from the internet. Rules that name ranges are looked at first: prefix lists are asked
 * only when those leave the question open, so that a list that could not be read hides no plain opening.
 */
export function openings(
  rules: readonly Rule[],
  reach: Reach,
  lists: PrefixLists,
): readonly Opening[] {
  const reaching = rules.flatMap((rule) => {
    const what = reach(rule)
    return what === null ? [] : [{ rule, what }]
  })
  const direct = reaching.flatMap(({ rule, what }) =>
    rule.ranges.filter(isInternet).map((range) => ({ range, list: null, what })),
  )
  if (direct.length > 0) return direct
  return reaching.flatMap(({ rule, what }) =>
    rule.prefix_list_ids.flatMap((list) =>
      listed(lists, list, 'ec2:DescribeManagedPrefixLists')
        .ranges.filter(isInternet)
        .map((range) => ({ range, list, what })),
    ),
  )
}

/** `0.0.0.0/0`, or `0.0.0.0/0 of pl-0a1b`. */
export const origin = ({ range, list }: Opening): string => (list ? `${range} of ${list}` : range)
