// The exposure of an instance by its open rules. A rule alone does not expose an instance without an address.
import type { Index, Severity } from '../../../kit/index.ts'
import { groupOpenings, type Opening, origin, type Reach } from './openings.ts'
import { isPublic } from '../ranges.ts'
import type { NetworkInterface, Rule } from './resources.ts'
import { listed } from './unlisted.ts'

/** The indexes that the evaluation of an exposure reads. */
export interface Surroundings {
  readonly securityGroups: Index<{ readonly ingress: readonly Rule[] }>
  readonly subnets: Index<{ readonly internet: { readonly ipv4: boolean; readonly ipv6: boolean } }>
  readonly prefixLists: Index<{ readonly ranges: readonly string[] }>
}

export interface Exposure {
  readonly severity: Severity
  /** The open ports, the sources, and the group. */
  readonly opening: string
  /** The consequence for this instance. */
  readonly reach: string
}

const rank = { critical: 2, high: 1, medium: 0 } as const

const addressFor = (it: NetworkInterface, { family }: Opening): string | undefined =>
  family === 'ipv4' ? it.public_ipv4[0] : it.ipv6.find(isPublic)

function through(
  it: NetworkInterface,
  opening: Opening & { readonly by: string },
  { subnets }: Surroundings,
): Exposure & { severity: keyof typeof rank } {
  const said = `${opening.what} to ${origin(opening)} through ${opening.by}`
  const address = addressFor(it, opening)
  if (address === undefined) {
    return {
      severity: 'medium',
      opening: said,
      reach: 'it has no public address of that family, so only connected networks can reach it',
    }
  }
  const { internet } = listed(subnets, it.subnet_id, 'ec2:DescribeSubnets')
  return internet[opening.family]
    ? { severity: 'critical', opening: said, reach: `the internet can reach it at ${address}` }
    : {
        severity: 'high',
        opening: said,
        reach: `it has the public address ${address}, but its subnet has no route to an internet gateway`,
      }
}

/**
 * The most severe exposure of an instance to the internet, or null. `critical`: public address and a route to an
 * internet gateway; `high`: public address without the route; `medium`: no public address of the rule's family. Subnets
 * are read only for open interfaces with an address. Source:
 * https://docs.aws.amazon.com/vpc/latest/userguide/vpc-igw-internet-access.html
 */
export function exposureOf(
  interfaces: readonly NetworkInterface[],
  reach: Reach,
  around: Surroundings,
): Exposure | null {
  const ways = interfaces.flatMap((it) => {
    const groups = it.group_ids.map((id) => ({
      id,
      ...listed(around.securityGroups, id, 'ec2:DescribeSecurityGroups'),
    }))
    return groupOpenings(groups, reach, around.prefixLists).map((opening) =>
      through(it, opening, around),
    )
  })
  return ways.sort((a, b) => rank[b.severity] - rank[a.severity])[0] ?? null
}
