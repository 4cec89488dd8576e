// Converts EC2's permissions to rules, and counts them as AWS does.
import type { Rule } from './resources.ts'

export interface Permission {
  ipProtocol?: string
  fromPort?: number
  toPort?: number
  ipRanges?: { cidrIp?: string }[]
  ipv6Ranges?: { cidrIpv6?: string }[]
  prefixListIds?: { prefixListId?: string }[]
  groups?: { groupId?: string }[]
}

const numbered: Readonly<Record<string, string>> = { '1': 'icmp', '6': 'tcp', '17': 'udp' }

/** EC2 accepts protocols by name and by number: `6` is `tcp`. */
export const protocolName = (given: string): string => numbered[given] ?? given

/** Most rules have one kind of source, so empty lists share one object. */
const none: readonly string[] = []
const listed = (found: readonly string[]): readonly string[] => (found.length === 0 ? none : found)

const rule = ({ ipProtocol = '-1', fromPort, toPort, ...sources }: Permission): Rule => {
  const every = ipProtocol === '-1' || fromPort === undefined || fromPort === -1
  return {
    protocol: protocolName(ipProtocol),
    ports: every ? null : { from: fromPort, to: toPort ?? fromPort },
    ranges: listed([
      ...(sources.ipRanges ?? []).flatMap(({ cidrIp }) => cidrIp ?? []),
      ...(sources.ipv6Ranges ?? []).flatMap(({ cidrIpv6 }) => cidrIpv6 ?? []),
    ]),
    prefix_list_ids: listed(
      (sources.prefixListIds ?? []).flatMap(({ prefixListId }) => prefixListId ?? []),
    ),
    group_ids: listed((sources.groups ?? []).flatMap(({ groupId }) => groupId ?? [])),
  }
}

/** True if a permission has a protocol and at least one source or destination, and each of those has its value. */
function isWhole({ ipProtocol, ...sources }: Permission): boolean {
  const values = [
    ...(sources.ipRanges ?? []).map(({ cidrIp }) => cidrIp),
    ...(sources.ipv6Ranges ?? []).map(({ cidrIpv6 }) => cidrIpv6),
    ...(sources.prefixListIds ?? []).map(({ prefixListId }) => prefixListId),
    ...(sources.groups ?? []).map(({ groupId }) => groupId),
  ]
  return Boolean(ipProtocol) && values.length > 0 && values.every(Boolean)
}

/** Undefined if the response omits the protocol or a source of a permission. */
export const rules = (given: Permission[] | undefined): readonly Rule[] | undefined =>
  given?.every(isWhole) ? given.map(rule) : undefined

/** The number of rules as AWS counts them: one for each source or destination. */
export const count = (given: readonly Rule[]): number =>
  given.reduce(
    (sum, { ranges, prefix_list_ids, group_ids }) =>
      sum + ranges.length + prefix_list_ids.length + group_ids.length,
    0,
  )
