// Rules of policies: the ones that a sign-in can match, and their networks. The first match in order of priority
// applies.
import { isUnread, type Maybe, unread, withhold } from '../../kit/index.ts'
import { calls, type Members, type Okta } from './client.ts'
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
  /** Unread for conditions without a network. */
  readonly network: Maybe<Network>
  /** False if it denies access. */
  readonly isAllowing: boolean
}

interface Listed<R> {
  readonly rule: R
  readonly priority: number
  readonly conditions: unknown
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
      conditions: rule['conditions'],
    })
  }
  const ordered = listed.toSorted((a, b) => a.priority - b.priority)
  // A rule without conditions matches every sign-in, so the rules after it have no effect.
  const last = ordered.findIndex(({ conditions }) => isForAll(conditions))
  const isUncertain = last !== -1 && isNetworkAbsent(ordered[last]?.conditions)
  if (isUncertain && last < ordered.length - 1) ofRules.malformed()
  return ordered.slice(0, last === -1 ? undefined : last + 1).map(({ rule }) => rule)
}

/** Conditions for every network contain ANYWHERE. A rule without conditions has the value null instead of them. */
const isNetworkAbsent = (conditions: unknown): boolean =>
  (ofRules.optional(conditions)['network'] ?? null) === null && (conditions ?? null) !== null

export function networkOf(conditions: unknown): Rule['network'] {
  if (isNetworkAbsent(conditions))
    return unread('broken_answer', { outcome: 'error', action: calls[call].scope })
  const { network } = ofRules.optional(conditions)
  if (network === undefined) return { connection: 'ANYWHERE', include: [], exclude: [] }
  const { connection, include, exclude } = ofRules.members(network)
  return {
    connection: ofRules.text(connection),
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

/**
 * The networks from which the rules allow access: named zones, every zone, all but some, or anywhere. Throws Withheld if
 * the network of a rule is unknown.
 */
export function originOf(given: readonly Rule[]) {
  const rules = given.map((rule) => ({
    ...rule,
    network: isUnread(rule.network) ? withhold(rule.network) : rule.network,
  }))
  const allowing = rules.filter(({ isAllowing }) => isAllowing)
  const open = allowing.filter(({ network }) => !isFromZones(network))
  // A rule that excludes zones only affects the rules after it.
  const kept = (rule: (typeof rules)[number]) =>
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
