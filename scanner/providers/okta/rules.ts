// Rules of policies: the ones that a sign-in can match, and their networks. The first match in order of priority
// applies.
import type { Members, Okta } from './client.ts'
import { isMembers } from './door.ts'
import { membersOf } from './members.ts'

/** The source of sign-ins that a rule matches. */
export interface Network {
  readonly connection: string
  /** Ids of zones, or names of zone groups such as `ALL_ZONES`. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Fields of every kind of rule. */
export interface Rule {
  readonly name: string
  readonly network: Network
  /** False if it denies access. */
  readonly isAllowing: boolean
}

interface Listed<R> {
  readonly rule: R
  readonly priority: number
  readonly isForAll: boolean
}

const call = 'list policy rules'
export const ofRules = membersOf(call)

/**
 * The function for `read` of the kit: returns rules of a policy that a sign-in can match, in order. Throws CallProblem
 * or Withheld.
 */
export async function rulesOf<R>(
  okta: Okta,
  policyId: string,
  ruleOf: (rule: Members) => R,
): Promise<readonly R[]> {
  const listed: Listed<R>[] = []
  for await (const rule of okta.list(call, policyId)) {
    if (ofRules.text(rule['status']) !== 'ACTIVE') continue
    listed.push({
      rule: ruleOf(rule),
      priority: ofRules.count(rule['priority']),
      isForAll: isForAll(rule['conditions']),
    })
  }
  const ordered = listed.toSorted((a, b) => a.priority - b.priority)
  // A rule without conditions matches every sign-in, so the rules after it have no effect.
  const last = ordered.findIndex((one) => one.isForAll)
  return ordered.slice(0, last === -1 ? undefined : last + 1).map(({ rule }) => rule)
}

export function networkOf(conditions: unknown): Network {
  const { network } = ofRules.optional(conditions)
  const { connection, include, exclude } = ofRules.optional(network)
  return {
    connection: ofRules.textOrNull(connection) ?? 'ANYWHERE',
    include: ofRules.texts(include),
    exclude: ofRules.texts(exclude),
  }
}

/** Values of a condition that match every sign-in. */
const all = new Set(['ANY', 'ANYWHERE'])

/** True if every sign-in matches. An unknown condition may exclude some. */
function isForAll(condition: unknown): boolean {
  if (condition === null || condition === undefined) return true
  if (typeof condition === 'string') return all.has(condition)
  if (Array.isArray(condition)) return condition.every((one) => isMembers(one) && isForAll(one))
  return isMembers(condition) && Object.values(condition).every(isForAll)
}

/** The networks from which the rules allow access: named zones, every zone, all but some, or anywhere. */
export function originOf(rules: readonly Rule[]) {
  const allowing = rules.filter(({ isAllowing }) => isAllowing)
  const open = allowing.filter(({ network }) => !isFromZones(network))
  // A rule that excludes zones only affects the rules after it.
  const kept = (rule: Rule) =>
    rule.network.exclude.length > 0 ||
    rules.slice(0, rules.indexOf(rule)).some((one) => !one.isAllowing && isFromZones(one.network))
  return {
    allowing,
    exceptSome: open.filter(kept),
    anywhere: open.filter((one) => !kept(one)),
    anyZone: allowing.filter(({ network }) => isFromAnyZone(network)),
  }
}

/** True if it covers all zones, including future ones: `ALL_ZONES`. */
export const isFromAnyZone = ({ connection, include }: Network): boolean =>
  connection === 'ZONE' && include.some((zone) => zone.startsWith('ALL_'))

const isFromZones = ({ connection, include }: Network): boolean =>
  connection === 'ZONE' && include.length > 0
