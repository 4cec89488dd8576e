// Rules that allow access from the internet, and the ports that they open.
import type { Index } from '../../../kit/index.ts'
import { areInternet, type Family, families, familyOf, isInternet, isPublic } from '../ranges.ts'
import type { Rule } from './resources.ts'
import { listed } from './unlisted.ts'

/** The ports of a service, by protocol. */
export interface Ports {
  readonly tcp: readonly number[]
  readonly udp?: readonly number[]
}

interface Source {
  readonly range: string
  /** The prefix list with the range; null if it is in the rule itself. */
  readonly list: string | null
}

/** Access from the internet for one address family. */
export interface Opening {
  readonly family: Family
  /** The allowed ranges, which together cover the internet. */
  readonly sources: readonly Source[]
  /** The open ports, for users: `tcp 22`, `every port`. */
  readonly what: string
}

/** The ports in question that a rule opens, for users; null if none. */
export type Reach = (rule: Rule) => string | null

type PrefixLists = Index<{ readonly ranges: readonly string[] }>

/** The join with the prefix lists that rules may name, for all checks of rules. */
export const prefixListJoin = {
  prefixLists: { by: 'prefix_list_id', fields: ['ranges'] },
} as const

const carries = (rule: Rule, protocol: string, port: number): boolean =>
  rule.protocol === '-1' ||
  (rule.protocol === protocol &&
    (rule.ports === null || (rule.ports.from <= port && port <= rule.ports.to)))

/** `22, 80`; the first few of a long list. */
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

const protocolOf = ({ protocol }: Rule) => (protocol === '-1' ? 'all protocols' : protocol)

/** Everything a rule opens. */
export const anyReach: Reach = (rule) => {
  if (rule.ports === null) return protocolOf(rule)
  const { from, to } = rule.ports
  if (to === -1) return `${protocolOf(rule)} ${from}` // an ICMP type with all its codes
  return `${protocolOf(rule)} ${from === to ? from : `${from}-${to}`}`
}

type Sourced = Rule & { readonly sources: readonly Source[] }

/** Rules with all allowed sources; `rangesOf` returns the ranges of a prefix list. */
const sourced = (
  rules: readonly Rule[],
  rangesOf: (list: string) => readonly string[],
): readonly Sourced[] =>
  rules.map((rule) => ({
    ...rule,
    sources: [
      ...rule.ranges.map((range) => ({ range, list: null })),
      ...rule.prefix_list_ids.flatMap((list) => rangesOf(list).map((range) => ({ range, list }))),
    ],
  }))

/** The sources that are the internet, by address family: the ones that cover it individually, else all public ones. */
function internetOf(sources: readonly Source[]): readonly Omit<Opening, 'what'>[] {
  return families.flatMap((family) => {
    const own = sources.filter(({ range }) => familyOf(range) === family && isPublic(range))
    if (!areInternet(own.map(({ range }) => range))) return []
    const alone = own.filter(({ range }) => isInternet(range))
    return [{ family, sources: alone.length > 0 ? alone : own }]
  })
}

const hasPorts = (protocol: string): boolean => protocol === 'tcp' || protocol === 'udp'

/** The first ports of the ranges in which the same rules apply to all ports. */
const cuts = (rules: readonly Rule[]): readonly number[] =>
  [...new Set([0, ...rules.flatMap(({ ports }) => (ports ? [ports.from, ports.to + 1] : []))])]
    .filter((port) => port <= 65_535)
    .sort((a, b) => a - b)

/** Combines rules with the same protocol and ports, split where their ports overlap. */
function united(rules: readonly Sourced[]): readonly Sourced[] {
  const merged = (protocol: string, ports: Rule['ports'], parts: readonly Sourced[]): Sourced => ({
    protocol,
    ports,
    ranges: [],
    prefix_list_ids: [],
    group_ids: [],
    sources: parts.flatMap(({ sources }) => sources),
  })
  return [...new Set(rules.map(({ protocol }) => protocol))].flatMap((protocol) => {
    const own = rules.filter((it) => it.protocol === protocol || it.protocol === '-1')
    if (!hasPorts(protocol)) {
      // ICMP types are not a range of numbers: rules overlap in the same type, or in all types.
      const types = Map.groupBy(own, (it) => anyReach({ ...it, protocol }))
      const all = own.filter(({ ports }) => ports === null)
      return [...types.values()].flatMap(([first, ...more]) =>
        first ? [merged(protocol, first.ports, [...new Set([first, ...more, ...all])])] : [],
      )
    }
    const starts = cuts(own)
    return starts.map((from, index) => {
      const to = (starts[index + 1] ?? 65_536) - 1
      const parts = own.filter((it) => carries(it, protocol, from))
      const ports = parts.every((it) => it.ports === null) ? null : { from, to }
      return merged(protocol, ports, parts)
    })
  })
}

/** Openings by rules that are individually open to the internet, and by the others together. */
function found(rules: readonly Sourced[], reach: Reach): readonly Opening[] {
  const openingsOf = (rule: Sourced): readonly Opening[] => {
    const what = reach(rule)
    return what === null ? [] : internetOf(rule.sources).map((it) => ({ ...it, what }))
  }
  const alone = rules.filter((rule) => internetOf(rule.sources).length > 0)
  const others = rules.filter((rule) => !alone.includes(rule))
  return [...alone, ...united(others)].flatMap(openingsOf)
}

/** Openings of every port of TCP, of UDP, or of both, by one rule or by several. */
function everyPort(rules: readonly Sourced[]): readonly Opening[] {
  const whole = (protocol: string): readonly Opening[] => {
    const own = rules.filter((it) => it.protocol === protocol || it.protocol === '-1')
    const parts = [...new Set([1, ...cuts(own)])]
      .filter((port) => port > 0) // nothing listens on port 0
      .map((port) =>
        internetOf(own.flatMap((it) => (carries(it, protocol, port) ? it.sources : []))),
      )
    if (parts.some((it) => it.length === 0)) return []
    const what = `all ports of ${protocol === '-1' ? 'all protocols' : protocol}`
    return families.flatMap((family) => {
      const sources = parts.flat().flatMap((it) => (it.family === family ? it.sources : []))
      return sources.length > 0 ? [{ family, sources, what }] : []
    })
  }
  const [both, tcp, udp] = [whole('-1'), whole('tcp'), whole('udp')]
  return both.length > 0 ? both : [...tcp, ...udp]
}

/**
 * Returns the result of `ask`. Rules with ranges are evaluated first. Prefix lists are read only if the ranges do not
 * decide and the lists could, so that an unread list does not hide a direct opening.
 */
function answered(
  rules: readonly Rule[],
  lists: PrefixLists,
  ask: (rules: readonly Sourced[]) => readonly Opening[],
): readonly Opening[] {
  const direct = ask(sourced(rules, () => []))
  if (direct.length > 0) return direct
  if (ask(sourced(rules, () => ['0.0.0.0/0'])).length === 0) return []
  const rangesOf = (list: string) => listed(lists, list, 'ec2:DescribeManagedPrefixLists').ranges
  return ask(sourced(rules, rangesOf))
}

/** Openings to the internet, by one rule or by several that each allow a part of it. */
export const openings = (
  rules: readonly Rule[],
  reach: Reach,
  lists: PrefixLists,
): readonly Opening[] =>
  answered(
    rules.filter((rule) => reach(rule) !== null),
    lists,
    (some) => found(some, reach),
  )

interface Group {
  readonly id: string
  readonly ingress: readonly Rule[]
}

/**
 * Openings through the groups of one interface, whose rules apply like those of one group: by a group that is open by
 * itself, else by several together. `by` names them: `sg-1`, `sg-1 and sg-2`.
 */
export function groupOpenings(
  groups: readonly Group[],
  reach: Reach,
  lists: PrefixLists,
): readonly (Opening & { readonly by: string })[] {
  const through = (some: readonly Group[]) => {
    const by = some.map(({ id }) => id).join(' and ')
    const rules = some.flatMap(({ ingress }) => ingress)
    return openings(rules, reach, lists).map((opening) => ({ ...opening, by }))
  }
  const relevant = groups.filter(({ ingress }) => ingress.some((rule) => reach(rule) !== null))
  const alone = relevant.flatMap((group) => through([group]))
  return alone.length > 0 ? alone : through(relevant)
}

/** Openings of every port of a protocol to the internet. */
export const everyPortOpenings = (rules: readonly Rule[], lists: PrefixLists): readonly Opening[] =>
  answered(
    rules.filter(({ protocol }) => protocol === '-1' || hasPorts(protocol)),
    lists,
    everyPort,
  )

const sourceName = ({ range, list }: Source): string => (list ? `${range} of ${list}` : range)

/** `0.0.0.0/0`, or `0.0.0.0/0 of pl-0a1b`; the first few of a long list. */
export function origin(...given: readonly Opening[]): string {
  const names = [...new Set(given.flatMap(({ sources }) => sources.map(sourceName)))]
  return names.length > 5
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(' and ')
}
