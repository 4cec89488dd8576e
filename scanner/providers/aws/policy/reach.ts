// The callers of a part of a policy: sets of callers, described by properties that a policy can test.
import { areInternet } from '../ranges.ts'

/** Callers of an account, of an organization, from a network, or of one party whose account is unknown. */
export interface Reach {
  /** Twelve digits, or `canonicaluser:…` if the account is named by its canonical id. */
  readonly accounts: readonly string[]
  readonly organizations: readonly string[]
  /** Ranges of public addresses from which every account is allowed; less than the internet. */
  readonly networks: readonly string[]
  /** Principals and conditions that identify one party, such as a VPC, but not its account. */
  readonly somebody: readonly string[]
}

/** The organization of the policy's account, if its id is unknown: it may be any. */
export const ownOrganization = 'of this account'
/** An account by its canonical id, which may be any account's. */
const isUnnamed = (it: string): boolean => it === ownOrganization || it.startsWith('canonicaluser:')

/** Every principal; a Reach without members contains no principal. */
export const everyone = null
export type Reached = Reach | null

export const nobody: Reach = { accounts: [], organizations: [], networks: [], somebody: [] }

export const reach = (part: Partial<Reach>): Reach => ({ ...nobody, ...part })

const kinds = ['accounts', 'organizations', 'networks', 'somebody'] as const

export const isNobody = (it: Reach): boolean => kinds.every((kind) => it[kind].length === 0)

/** The union of sets of callers: networks that together are the internet become everyone. */
export function union(all: readonly Reached[]): Reached {
  const joined = all.reduce((one, other) => {
    if (one === everyone || other === everyone) return everyone
    const both = kinds.map((kind) => [kind, [...new Set([...one[kind], ...other[kind]])]])
    return Object.fromEntries(both) as unknown as Reach // has every kind, as created above
  }, nobody as Reached)
  return joined !== everyone && areInternet(joined.networks) ? everyone : joined
}

const isOnly = (it: Reach, kind: (typeof kinds)[number]): boolean =>
  kinds.every((other) => other === kind || it[other].length === 0)

/** The callers in both sets, or more: for sets of different kinds, returns the narrower kind. */
export function intersection(one: Reached, other: Reached): Reached {
  if (one === everyone) return other
  if (other === everyone) return one
  for (const kind of ['accounts', 'organizations'] as const) {
    if (isOnly(one, kind) && isOnly(other, kind)) {
      const doubtful = other[kind].some(isUnnamed)
      const common = one[kind].filter((it) => doubtful || isUnnamed(it) || other[kind].includes(it))
      return reach({ [kind]: common })
    }
  }
  const narrowest = (['accounts', 'somebody', 'organizations'] as const).find(
    (kind) => isOnly(one, kind) || isOnly(other, kind),
  )
  return narrowest && isOnly(other, narrowest) && !isOnly(one, narrowest) ? other : one
}
