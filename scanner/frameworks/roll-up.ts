/**
 * Derives the status of a requirement from scans. All tables, reports and endpoints use this rule: a requirement passes
 * if every check that it includes passed on every scanned account or had no resources to evaluate. A requirement with
 * checks that were not evaluated, or that passed only with laxer values than it states, never passes.
 */
import type { Framework, Requirement } from './framework.ts'
import { type ScanValues, type Weaker, weakerOf, weakerSentence } from './weaker.ts'

export type RequirementStatus = 'PASS' | 'FAIL' | 'MANUAL'

/** Findings of one check by their effective status, without muted ones, which are no evidence. */
export interface Findings {
  readonly pass: number
  readonly fail: number
  readonly manual: number
}

/** The evidence of one check for one account. */
export interface Evidence extends Findings {
  readonly muted: number
  /** True if a row of the ledger was denied, throttled, failed or capped. */
  readonly unread: boolean
  /** True if a row of the ledger was excluded by the configuration. */
  readonly excluded: boolean
  /** True if no row of the ledger had resources to evaluate. */
  readonly notApplicable: boolean
  /** The configuration of the scans with these findings; empty if unknown, as for a file of another scanner. */
  readonly values: readonly ScanValues[]
}

/**
 * The state of a check, in order of precedence: `failed`; `unread`: the scan could not read the data; `excluded`;
 * `missing`: the check does not exist or no scan of this account has run it; `passed`; `not_applicable`.
 */
export const checkStates = [
  'failed',
  'unread',
  'excluded',
  'missing',
  'passed',
  'not_applicable',
] as const
export type CheckState = (typeof checkStates)[number]

/** Returns undefined if every finding is muted: the check is omitted, as if the requirement did not include it. */
export function stateOf(evidence: Evidence | undefined): CheckState | undefined {
  if (!evidence) return 'missing'
  const { pass, fail, manual, muted, unread, excluded, notApplicable } = evidence
  if (fail > 0) return 'failed'
  if (unread || manual > 0) return 'unread'
  if (excluded) return 'excluded'
  if (pass > 0) return 'passed'
  if (muted > 0) return undefined
  return notApplicable ? 'not_applicable' : 'missing'
}

/** The result of a check for all accounts of a provider type; `state` is undefined if all its findings are muted. */
export interface CheckResult extends Findings {
  readonly state: CheckState | undefined
  /** The configuration of the scans whose findings count. */
  readonly values: readonly ScanValues[]
}

/** Combines the results of a check for several accounts; the worst account decides. */
export function overAccounts(each: readonly (Evidence | undefined)[]): CheckResult {
  const sum = { pass: 0, fail: 0, manual: 0 }
  const states = new Set<CheckState | undefined>()
  const values: ScanValues[] = []
  for (const evidence of each) {
    sum.pass += evidence?.pass ?? 0
    sum.fail += evidence?.fail ?? 0
    sum.manual += evidence?.manual ?? 0
    states.add(stateOf(evidence))
    if (evidence && evidence.pass + evidence.fail + evidence.manual > 0) {
      values.push(...evidence.values)
    }
  }
  return { ...sum, state: checkStates.find((state) => states.has(state)), values }
}

/**
 * Returns the result of a check for the accounts of a provider type; undefined if no account of that type was scanned.
 */
export type ResultOf = (provider: string, checkId: string) => CheckResult | undefined

/** The reason for the status of a requirement. */
export const statusReasons = [
  'failed',
  'weaker_configuration', // no check failed, but a check used a laxer value than the requirement
  'all_passed',
  'partly_judged',
  'not_judged',
  'not_applicable',
  'no_checks', // for the provider types that were scanned
  'by_people', // the requirement has no checks for any provider type
] as const
export type StatusReason = (typeof statusReasons)[number]

/** The number of checks of a requirement in each state. */
export type CheckCounts = Readonly<Record<CheckState | 'named', number>>

export interface Assessed extends Findings {
  readonly requirement: Requirement
  readonly status: RequirementStatus
  readonly reason: StatusReason
  /** Further details for users: the required values, and the values that were used. */
  readonly detail: string | null
  readonly checks: CheckCounts
  /** Checks of the requirement that no scan has run. */
  readonly missing: readonly string[]
}

/** The number of checks with a verdict or without resources to evaluate. */
export const judgedOf = ({ failed, passed, not_applicable }: CheckCounts): number =>
  failed + passed + not_applicable

function reasonOf(
  { named, failed, passed, not_applicable }: CheckCounts,
  requirement: Requirement,
  isMuted: boolean,
  isWeaker: boolean,
): StatusReason {
  if (failed > 0) return 'failed'
  if (isWeaker) return 'weaker_configuration'
  if (named === 0 && !isMuted)
    return requirement.checks.every(({ length }) => length === 0) ? 'by_people' : 'no_checks'
  if (named === 0) return 'not_judged'
  if (not_applicable === named) return 'not_applicable'
  if (passed + not_applicable === named) return 'all_passed'
  return passed > 0 ? 'partly_judged' : 'not_judged'
}

const statusOf = (reason: StatusReason): RequirementStatus =>
  reason === 'failed' || reason === 'weaker_configuration'
    ? 'FAIL'
    : reason === 'all_passed'
      ? 'PASS'
      : 'MANUAL'

/** Evaluates every requirement of a framework, in the framework's order. */
export function assess(framework: Framework, resultOf: ResultOf): Assessed[] {
  const results = framework.providers.map((provider, at) =>
    (framework.checks[at] ?? []).map((id) => ({ id, result: resultOf(provider, id) })),
  )
  return framework.requirements.map((requirement) => {
    const sum = { pass: 0, fail: 0, manual: 0 }
    const counts = { named: 0, ...zeros }
    const missing = new Set<string>()
    const weaker: Weaker[] = []
    let isMuted = false // one of its checks
    for (const [at, places] of requirement.checks.entries()) {
      for (const place of places) {
        const { id, result } = results[at]?.[place] ?? {}
        if (!id || !result) continue
        isMuted ||= result.state === undefined
        if (!result.state) continue
        const laxer = weakerOf(requirement.thresholds ?? [], id, result.values)
        weaker.push(...laxer)
        // A finding that passed with a laxer value does not meet the requirement.
        sum[laxer.length > 0 ? 'fail' : 'pass'] += result.pass
        sum.fail += result.fail
        sum.manual += result.manual
        counts.named += 1
        counts[result.state] += 1
        if (result.state === 'missing') missing.add(id)
      }
    }
    const reason = reasonOf(counts, requirement, isMuted, weaker.length > 0)
    return {
      requirement,
      ...sum,
      status: statusOf(reason),
      reason,
      detail: weakerSentence(weaker),
      checks: counts,
      missing: [...missing],
    }
  })
}

const zeros: Readonly<Record<CheckState, number>> = {
  failed: 0,
  unread: 0,
  excluded: 0,
  missing: 0,
  passed: 0,
  not_applicable: 0,
}

export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly manual: number
  readonly total: number
  /** The manual requirements of which some checks passed and others were not evaluated. */
  readonly partial: number
  /** The number of checks in all requirements, with repetitions, and the number of those that were evaluated. */
  readonly named: number
  readonly judged: number
}

export function totalsOf(
  assessed: readonly Pick<Assessed, 'status' | 'reason' | 'checks'>[],
): Totals {
  const counts = { PASS: 0, FAIL: 0, MANUAL: 0 }
  let partial = 0
  let named = 0
  let judged = 0
  for (const { status, reason, checks } of assessed) {
    counts[status] += 1
    if (reason === 'partly_judged') partial += 1
    named += checks.named
    judged += judgedOf(checks)
  }
  return {
    passed: counts.PASS,
    failed: counts.FAIL,
    manual: counts.MANUAL,
    total: assessed.length,
    partial,
    named,
    judged,
  }
}
