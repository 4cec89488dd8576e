// Combines GitHub's two ways to protect a branch: branch protection, and rules of rulesets.
import { isUnread, type Maybe, unread, unreadFrom, withhold } from '../../../kit/index.ts'
import {
  type CallName,
  calls,
  type GitHub,
  type ListedRepository,
  type Members,
} from '../client.ts'
import type { Approvals, Guard } from './resources.ts'

export const protectionCall =
  'GET /repos/{owner}/{repo}/branches/{branch}/protection' satisfies CallName
const rulesCall = 'GET /repos/{owner}/{repo}/rules/branches/{branch}' satisfies CallName
const rulesetCall = 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}' satisfies CallName

/** The parts of branch protection that checks use. Null if the response omits it. */
export interface Classic {
  readonly approvals: number
  readonly staleDismissed: boolean | null
  readonly codeOwners: boolean | null
  /** The number of exceptions that may merge without review. */
  readonly exceptions: number
  readonly statusChecks: number
  readonly admins: boolean | null
  readonly linear: boolean | null
  readonly forcePushes: boolean | null
  readonly deletions: boolean | null
  readonly conversations: boolean | null
  readonly signatures: boolean | null
  /** True if it restricts anything. */
  readonly limits: boolean | null
}

export interface Rule {
  readonly type: string
  readonly parameters: Members
  readonly ruleset: Ruleset
  /** Every user with write access can bypass it, so it does not protect the branch. */
  readonly isOpen?: boolean
}

export interface Ruleset {
  readonly name: string
  /**
   * Kinds of actors that may bypass the ruleset; null if not visible, which requires permission to edit the ruleset.
   */
  readonly bypass: readonly string[] | null
}

/**
 * `none`: GitHub reports that there is no protection; `unavailable`: the plan has no protection for private
 * repositories; `absent`: the branch does not exist, so nothing can be overwritten.
 */
export interface Protection {
  readonly classic: Maybe<Classic | 'none' | 'unavailable' | 'absent'>
  readonly rules: Maybe<readonly Rule[]>
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberOf = (members: Members, name: string): Members => {
  const value = members[name]
  return isMembers(value) ? value : {}
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Numbers of approvals are small; anything else is 0. */
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0

const limiting = [
  'lock_branch',
  'required_conversation_resolution',
  'required_linear_history',
  'required_signatures',
]

/** Reads a branch protection response, which omits settings that are off. */
export function classicOf(answer: Members): Classic {
  const reviews = answer['required_pull_request_reviews']
  const given = isMembers(reviews) ? reviews : null
  const allowances = given ? memberOf(given, 'bypass_pull_request_allowances') : {}
  const checks = memberOf(answer, 'required_status_checks')
  const enabled = (name: string) => flag(memberOf(answer, name)['enabled'])
  const [forcePushes, deletions] = [enabled('allow_force_pushes'), enabled('allow_deletions')]
  const statusChecks = Math.max(lengthOf(checks['checks']), lengthOf(checks['contexts']))
  const isLimiting =
    [given, answer['restrictions']].some(isMembers) ||
    limiting.some(enabled) ||
    statusChecks > 0 ||
    forcePushes === false ||
    deletions === false
  return {
    approvals: countOf(given?.['required_approving_review_count']),
    staleDismissed: given ? flag(given['dismiss_stale_reviews']) : false,
    codeOwners: given ? flag(given['require_code_owner_reviews']) : false,
    exceptions: ['users', 'teams', 'apps'].reduce((sum, who) => sum + lengthOf(allowances[who]), 0),
    statusChecks,
    admins: enabled('enforce_admins'),
    linear: enabled('required_linear_history'),
    forcePushes,
    deletions,
    conversations: enabled('required_conversation_resolution'),
    signatures: enabled('required_signatures'),
    limits: isLimiting || (forcePushes === null || deletions === null ? null : false),
  }
}

const placeOf = ({ full_name, default_branch }: ListedRepository, before: string): string =>
  `/repos/${full_name}/${before}/${encodeURIComponent(default_branch)}`

/** Reads branch protection of the default branch. A 404 proves that there is none only with that message. */
export async function readClassic(
  client: GitHub,
  repository: ListedRepository,
): Promise<Protection['classic']> {
  try {
    return classicOf(
      await client.object(protectionCall, `${placeOf(repository, 'branches')}/protection`),
    )
  } catch (thrown) {
    const gap = unreadFrom(thrown)
    if (gap.code === 'branch_not_found') return 'absent'
    if (gap.code === 'branch_not_protected') return 'none'
    return gap.code === 'not_in_plan' ? 'unavailable' : gap
  }
}

/** Formats user-chosen texts for a sentence. */
const shown = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 100)
    .toWellFormed()

interface Asked extends Ruleset {
  /** Whether users with write access can bypass it: `pull_request`: only by merging a pull request. */
  readonly open: 'always' | 'pull_request' | 'never'
}

/** The roles read, triage and write: every user with write access has the last. 2 and 5 are maintain and admin. */
const writers = new Set<unknown>([1, 3, 4])

/** A bypass without a mode from GitHub always applies. */
function openTo(actors: readonly unknown[]): Asked['open'] {
  const modes = actors.flatMap((actor) =>
    isMembers(actor) && actor['actor_type'] === 'RepositoryRole' && writers.has(actor['actor_id'])
      ? [actor['bypass_mode']]
      : [],
  )
  if (modes.length === 0) return 'never'
  return modes.every((mode) => mode === 'pull_request') ? 'pull_request' : 'always'
}

/** Rules that still apply to a user who can bypass a ruleset by merging but not by pushing. */
const onPushes = new Set(['deletion', 'non_fast_forward'])

/** Rulesets of an organization apply to many repositories, so each is read once. */
export class Rulesets {
  readonly #client: GitHub
  readonly #known = new Map<number, Promise<Asked | null>>()

  constructor(client: GitHub) {
    this.#client = client
  }

  /** Reads the active rules of the default branch, without rulesets in evaluate mode. */
  async read(repository: ListedRepository): Promise<Protection['rules']> {
    try {
      const rules: Rule[] = []
      const path = `${placeOf(repository, 'rules/branches')}?per_page=100`
      for await (const item of this.#client.objects(rulesCall, path)) {
        const { type, ruleset_id: id, parameters } = item
        if (typeof type !== 'string' || typeof id !== 'number')
          throw this.#client.broken(rulesCall, 'types and rulesets of rules')
        const ruleset = await this.#ruleset(repository, id)
        if (!ruleset) continue
        const { open } = ruleset
        const isOpen = open === 'always' || (open === 'pull_request' && !onPushes.has(type))
        rules.push({ type, parameters: isMembers(parameters) ? parameters : {}, ruleset, isOpen })
        // A user who bypasses rules by merging still cannot push.
        if (type === 'pull_request' && open === 'pull_request')
          rules.push({ type: 'update', parameters: {}, ruleset })
      }
      return rules
    } catch (thrown) {
      const gap = unreadFrom(thrown)
      return gap.code === 'not_in_plan' ? [] : gap
    }
  }

  #ruleset(repository: ListedRepository, id: number): Promise<Asked | null> {
    const known = this.#known.get(id)
    if (known) return known
    const asked = this.#ask(repository, id).catch((thrown: unknown) => {
      this.#known.delete(id) // the next repository of the organization may succeed
      throw thrown
    })
    this.#known.set(id, asked)
    return asked
  }

  /** Returns null if the ruleset is not active, whatever the list shows. An unreadable ruleset counts as active. */
  async #ask({ full_name }: ListedRepository, id: number): Promise<Asked | null> {
    try {
      const found = await this.#client.object(rulesetCall, `/repos/${full_name}/rulesets/${id}`)
      const { name, enforcement, bypass_actors: actors } = found
      if (enforcement === 'evaluate' || enforcement === 'disabled') return null
      return {
        open: Array.isArray(actors) ? openTo(actors) : 'never',
        name: typeof name === 'string' ? shown(name) : String(id),
        bypass: Array.isArray(actors)
          ? actors.map((actor) => shown(String(isMembers(actor) ? actor['actor_type'] : 'actor')))
          : null,
      }
    } catch (thrown) {
      // An unreadable ruleset counts as active, without known bypasses.
      if (unreadFrom(thrown).outcome !== 'denied') throw thrown
      return { name: String(id), bypass: null, open: 'never' }
    }
  }
}

function rulesetText({ name, bypass }: Ruleset): string {
  const whom =
    bypass === null
      ? ' (bypass list not shown)'
      : bypass.length > 0
        ? ` (actors on the bypass list: ${bypass.length})`
        : ''
  return `the ruleset ${name}${whom}`
}

const exceptionsText = ({ admins, exceptions }: Classic, isReview: boolean): string => {
  const some = [
    ...(admins === false ? ['does not apply to administrators'] : []),
    ...(isReview && exceptions > 0 ? [`exceptions from review: ${exceptions}`] : []),
  ]
  return some.length > 0 ? ` (${some.join(', ')})` : ''
}

export interface Question {
  readonly classic: (protection: Classic) => boolean | null
  readonly rule: (rule: Rule) => boolean
  /** True for questions about reviews, from which branch protection may except people. */
  readonly isReview?: boolean
}

/** Branch protection if it exists and was read. */
const classicIn = ({ classic }: Protection): Classic | null =>
  isUnread(classic) || typeof classic === 'string' ? null : classic

/** Rules that apply to users with write access. */
const rulesIn = ({ rules }: Protection): readonly Rule[] =>
  isUnread(rules) ? [] : rules.filter(({ isOpen }) => isOpen !== true)

const unclear = () =>
  withhold(unread('broken_answer', { outcome: 'error', action: calls[protectionCall] }))

/**
 * Returns the rules of both kinds that enforce a property; null without the branch. An empty result requires that both
 * were read. Throws Withheld.
 */
export function guardOf(protection: Protection, question: Question): Guard | null {
  const { classic, rules } = protection
  if (classic === 'absent') return null
  const by: string[] = []
  const known = classicIn(protection)
  const answer = known ? question.classic(known) : false
  if (known && answer === true)
    by.push(`branch protection${exceptionsText(known, question.isReview ?? false)}`)
  const those = rulesIn(protection).filter(question.rule)
  by.push(...new Set(those.map(({ ruleset }) => rulesetText(ruleset))))
  if (by.length > 0) return { by }
  if (isUnread(classic)) return withhold(classic)
  if (isUnread(rules)) return withhold(rules)
  return answer === null ? unclear() : { by }
}

export const requestedApprovals = 2

const approvalsIn = ({ type, parameters }: Rule): number =>
  type === 'pull_request' ? countOf(parameters['required_approving_review_count']) : 0

/** The number of required approvals: the higher of both requirements. */
export function approvalsOf(protection: Protection): Approvals | null {
  const { classic, rules } = protection
  if (classic === 'absent') return null
  const known = classicIn(protection)?.approvals ?? 0
  const ruled = Math.max(0, ...rulesIn(protection).map(approvalsIn))
  const count = Math.max(known, ruled)
  if (count < requestedApprovals && isUnread(classic)) return withhold(classic)
  if (count < requestedApprovals && isUnread(rules)) return withhold(rules)
  const guard = guardOf(protection, {
    classic: ({ approvals }) => approvals > 0 && approvals === count,
    rule: (rule) => count > 0 && approvalsIn(rule) === count,
    isReview: true,
  })
  return { by: guard?.by ?? [], count }
}

/** Returns the rules by which new commits dismiss approvals, which requires a required review. Throws Withheld. */
export function staleReviewsOf(protection: Protection): Guard | null {
  const { classic, rules } = protection
  const guard = guardOf(protection, questions.stale_reviews_dismissed)
  const known = classicIn(protection)
  const isAsked =
    (known && (known.approvals > 0 || known.codeOwners === true)) ||
    rulesIn(protection).some(
      (rule) => approvalsIn(rule) > 0 || questions.code_owner_review.rule(rule),
    )
  if (!guard || guard.by.length === 0 || isAsked) return guard
  if (isUnread(classic)) return withhold(classic)
  return isUnread(rules) ? withhold(rules) : { by: [] }
}

/** Rules that block pushes, merges or changes of history; rules for names and messages do not. */
const protective = new Set([
  'code_scanning',
  'deletion',
  'merge_queue',
  'non_fast_forward',
  'pull_request',
  'required_deployments',
  'required_linear_history',
  'required_signatures',
  'required_status_checks',
  'update',
  'workflows',
])

export const isProtective = ({ type }: Pick<Rule, 'type'>): boolean => protective.has(type)

/** GitHub shows bypass lists only to users who may change them, which is more than a scanner should be granted. */
const bypassPermission = 'administration:write'

/** Bypass actors that are people, not programs. */
const isPerson = (type: string): boolean => type !== 'Integration' && type !== 'DeployKey'

/**
 * Returns the rules that also apply to administrators: all that protect the branch, or none. A ruleset that excepts
 * people by role or team excepts administrators, or may. Throws Withheld.
 */
export function adminsBoundBy(protection: Protection): Guard | null {
  const { classic, rules } = protection
  if (classic === 'absent') return null
  const rulesets = isUnread(rules) ? [] : rules.filter(isProtective).map(({ ruleset }) => ruleset)
  const isLoose =
    classicIn(protection)?.admins === false || rulesets.some(({ bypass }) => bypass?.some(isPerson))
  if (isLoose) return { by: [] }
  if (isUnread(classic)) return withhold(classic)
  if (isUnread(rules)) return withhold(rules)
  if (rulesets.some(({ bypass }) => bypass === null))
    return withhold(unread('bypass_not_shown', { action: bypassPermission }))
  if (classicIn(protection)?.admins === null) return unclear()
  return guardOf(protection, questions.protection)
}

const inPullRequests =
  (name: string) =>
  ({ type, parameters }: Rule): boolean =>
    type === 'pull_request' && parameters[name] === true
const ofType =
  (name: string) =>
  ({ type }: Rule): boolean =>
    type === name
const not = (value: boolean | null): boolean | null => (value === null ? null : !value)

/** The questions about a default branch, by the record's field. */
export const questions = {
  protection: { classic: ({ limits }) => limits, rule: isProtective },
  code_owner_review: {
    classic: ({ codeOwners }) => codeOwners,
    rule: inPullRequests('require_code_owner_review'),
    isReview: true,
  },
  conversation_resolution: {
    classic: ({ conversations }) => conversations,
    rule: inPullRequests('required_review_thread_resolution'),
  },
  deletion_blocked: { classic: ({ deletions }) => not(deletions), rule: ofType('deletion') },
  force_push_blocked: {
    classic: ({ forcePushes }) => not(forcePushes),
    rule: ofType('non_fast_forward'),
  },
  linear_history: { classic: ({ linear }) => linear, rule: ofType('required_linear_history') },
  signed_commits: { classic: ({ signatures }) => signatures, rule: ofType('required_signatures') },
  stale_reviews_dismissed: {
    classic: ({ staleDismissed }) => staleDismissed,
    rule: inPullRequests('dismiss_stale_reviews_on_push'),
    isReview: true,
  },
  status_checks: {
    classic: ({ statusChecks }) => statusChecks > 0,
    rule: ({ type, parameters }) =>
      (type === 'required_status_checks' && lengthOf(parameters['required_status_checks']) > 0) ||
      (type === 'workflows' && lengthOf(parameters['workflows']) > 0),
  },
} as const satisfies Readonly<Record<string, Question>>
