// Instances that may run Nitro Enclaves: all traffic of the enclave passes through the host.
import type { Index, Judged } from '../../../kit/index.ts'
import { ScanProblem } from '../../../kit/index.ts'
import { label } from './label.ts'
import { anyReach, groupOpenings, origin, type Reach } from './openings.ts'
import type { Instance, NetworkInterface, Rule } from './resources.ts'
import { listed } from './unlisted.ts'

/** The name of the host in sentences. */
export const hostLabel = ({
  instance_id: id,
  name,
}: Pick<Judged<Instance, never>, 'instance_id' | 'name'>): string =>
  `Nitro Enclaves parent instance ${label(id, name)}`

/** A misspelled port would be missed, which is worse than no verdict. */
export const portsOf = (key: string, texts: readonly string[]): readonly number[] =>
  texts.map((text) => {
    const port = Number(text)
    if (/^\d+$/.test(text) && port <= 65_535) return port
    throw new ScanProblem(
      'invalid_configuration',
      `${key} contains ${text}, which is not a valid port number.`,
    )
  })

/** All ports that a rule opens, unless all are TCP or UDP ports that may be open. */
export const reachBeyond =
  (allowed: readonly number[]): Reach =>
  (rule) => {
    const { protocol, ports } = rule
    if (ports === null || (protocol !== 'tcp' && protocol !== 'udp')) return anyReach(rule)
    for (let port = ports.from; port <= ports.to; port++) {
      if (!allowed.includes(port)) return anyReach(rule)
    }
    return null
  }

/** Openings of the host's groups to the internet, each as `tcp 22 to 0.0.0.0/0 through sg-1`. */
export const hostOpenings = (
  interfaces: readonly NetworkInterface[],
  reach: Reach,
  joined: {
    readonly securityGroups: Index<{ readonly ingress: readonly Rule[] }>
    readonly prefixLists: Index<{ readonly ranges: readonly string[] }>
  },
): readonly string[] => {
  const found = interfaces.flatMap(({ group_ids }) => {
    const groups = group_ids.map((id) => ({
      id,
      ...listed(joined.securityGroups, id, 'ec2:DescribeSecurityGroups'),
    }))
    return groupOpenings(groups, reach, joined.prefixLists).map(
      (opening) => `${opening.what} to ${origin(opening)} through ${opening.by}`,
    )
  })
  return [...new Set(found)]
}
