/**
 * What a scan means for a requirement. There is one rule, and every table, report and endpoint takes it from here: a
 * requirement passes when every check that it names passed on every account that was scanned, or had nothing to look
 * at. What was not judged never passes, and neither does what was judged by laxer values than the requirement states.
 */
import type { Framework, Requirement } from './framework.ts'
import { type ScanValues, type Weaker, weakerOf, weakerSentence } from './weaker.ts'

export type RequirementStatus = 'PASS' | 'FAIL' | 'MANUAL'

/** Findings of one check by their effective status, without the muted ones: they prove nothing. */
export interface Findings {
  readonly pass: number
  readonly fail: number
  readonly manual: number
}

/** The evidence of one check for one account. */
export interface Evidence extends Findings {
  readonly muted: number
  /** The ledger has a place that was denied, throttled, broke off or was cut by a cap. */
  readonly unread: boolean
  /** The ledger has a place that configuration left out. */
  readonly excluded: boolean
  /** Every place in the ledger had nothing to look at. */
  readonly notApplicable: boolean
  /** The configuration of the scans that found this; empty if unknown, as for a file of another scanner. */
  readonly values: readonly ScanValues[]
}

/**
 * The state of a check, the first that applies: `failed`; `unread`, the scan could not read it; `excluded`; `missing`,
 * a check that does not exist or that no scan of this account has run; `passed`; `not_applicable`.
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

/** Undefined where every finding is muted: the check is left out, as if the requirement did not name it. */
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

/** A check over all accounts of a kind; `state` is undefined where all its findings are muted. */
export interface CheckResult extends Findings {
  readonly state: CheckState | undefined
  /** The configuration of the scans whose findings count. */
  readonly values: readonly ScanValues[]
}

/** A check over several accounts: no better than on the worst of them. */
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

/** How a check came out on the accounts of a kind; undefined for a kind of which no account was scanned. */
export type ResultOf = (provider: string, checkId: string) => CheckResult | undefined

/** Why a requirement has its status. */
export const statusReasons = [
  'failed',
  'weaker_configuration', // no check failed, and one used a laxer value than the requirement
  'all_passed',
  'partly_judged',
  'not_judged',
  'not_applicable',
  'no_checks', // for accounts of the kinds that were scanned
  'by_people', // no check is named for any kind
] as const
export type StatusReason = (typeof statusReasons)[number]

/** How many of the checks that a requirement names came out how. */
export type CheckCounts = Readonly<Record<CheckState | 'named', number>>

export interface Assessed extends Findings {
  readonly requirement: Requirement
  readonly status: RequirementStatus
  readonly reason: StatusReason
  /** What people have to know beyond the reason: the values that are required, and those that were used. */
  readonly detail: string | null
  readonly checks: CheckCounts
  /** Checks that it names and that no scan has run. */
  readonly missing: readonly string[]
}

/** Checks with a verdict, or with nothing that one could be about. */
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

/** Every requirement of a framework with its findings, in the framework's order. */
export function assess(framework: Framework, resultOf: ResultOf): Assessed[] {
  const results = framework.providers.map((provider, at) =>
    (framework.checks[at] ?? []).map((id) => ({ id, result: resultOf(provider, id) })),
  )
  return framework.requirements.map((requirement) => {
    const sum = { pass: 0, fail: 0, manual: 0 }
    const counts = { named: 0, ...zeros }
    const missing = new Set<string>()
    const weaker: Weaker[] = []
    let isMuted = false // a check that it names
    for (const [at, places] of requirement.checks.entries()) {
      for (const place of places) {
        const { id, result } = results[at]?.[place] ?? {}
        if (!id || !result) continue
        isMuted ||= result.state === undefined
        if (!result.state) continue
        const laxer = weakerOf(requirement.thresholds ?? [], id, result.values)
        weaker.push(...laxer)
        // What passed by a laxer value does not meet the requirement.
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
  /** Of the manual: those of whose checks some passed, and others were not judged. */
  readonly partial: number
  /** Checks that the requirements name, each as often as it is named, and those of them that were judged. */
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
