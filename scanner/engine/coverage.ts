import type { GapOutcome } from '../kit/index.ts'

export type Outcome = GapOutcome | 'assessed' | 'not_applicable' | 'excluded'

/** The outcome of one check in one unit, or the part of it that has one reason. */
export interface CoverageRow {
  readonly check_id: string
  readonly service: string
  /** The unit's region, or an excluded region of a global service; `*` if the regions could not be listed. */
  readonly region: string
  readonly resource_type: string
  readonly outcome: Outcome
  /** The permission that was missing, or null. */
  readonly action: string | null
  /** Records assessed, or reads that failed. */
  readonly count: number
  /** An example: a resource's uid, or a region whose list failed. */
  readonly sample: string | null
}

type Counted = Omit<CoverageRow, 'count'> & { count: number }

type Place = Pick<CoverageRow, 'service' | 'region'>

/** The coverage rows of one unit while it runs: one per check, outcome and action. */
export class Ledger {
  readonly #rows = new Map<string, Map<string, Counted>>()
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
  }

  add(
    check: { id: string; resource_type: string },
    outcome: Outcome,
    {
      action = null,
      sample = null,
      region = this.#place.region,
    }: { action?: string | null; sample?: string | null; region?: string } = {},
  ): void {
    const key = `${region} ${outcome} ${action ?? ''}`
    const own = this.#rows.get(check.id) ?? new Map<string, Counted>()
    const known = own.get(key)
    if (known) {
      known.count++
      return
    }
    const { id: check_id, resource_type } = check
    const { service } = this.#place
    own.set(key, { service, region, check_id, resource_type, outcome, action, count: 1, sample })
    this.#rows.set(check.id, own)
  }

  /** Returns the rows. A check without any event had no resources to assess. */
  rows(checks: readonly { id: string; resource_type: string }[]): readonly CoverageRow[] {
    const idle: CoverageRow[] = []
    for (const { id, resource_type } of checks) {
      if (this.#rows.has(id)) continue
      const nothing = { outcome: 'not_applicable', action: null, count: 0, sample: null } as const
      idle.push({ ...this.#place, check_id: id, resource_type, ...nothing })
    }
    const rows: CoverageRow[] = [...this.#rows.values()].flatMap((own) => [...own.values()])
    return rows.concat(idle)
  }
}

/** The rows of a unit that failed as a whole: none of its checks could be assessed there. */
export const failedCoverage = (
  unit: Place & { readonly checks: readonly string[] },
  code: string,
): CoverageRow[] =>
  unit.checks.map((check_id) => ({
    check_id,
    service: unit.service,
    region: unit.region,
    resource_type: '',
    outcome: 'error',
    action: null,
    count: 1,
    sample: code,
  }))

export interface CoverageSummary {
  /** Pairs of check × region in which all existing resources were read. */
  readonly assessed: number
  /** All pairs except the excluded ones. */
  readonly total: number
  /** Pairs that the configuration excluded from the scan. */
  readonly excluded: number
  /** Pairs affected by each reason, most frequent first. A pair may have several reasons. */
  readonly gaps: readonly {
    readonly outcome: GapOutcome
    readonly action: string | null
    readonly count: number
  }[]
}

const isGap = (outcome: Outcome): outcome is GapOutcome =>
  outcome === 'denied' || outcome === 'throttled' || outcome === 'error' || outcome === 'capped'

/** Sums a scan's ledger: "assessed 412 of 430 check × region units; 18 denied: s3:GetBucketPolicy". */
export function summarize(rows: Iterable<CoverageRow>): CoverageSummary {
  const whole = new Map<string, boolean>()
  const excluded = new Set<string>()
  const gaps = new Map<string, { outcome: GapOutcome; action: string | null; pairs: Set<string> }>()
  for (const { check_id, region, outcome, action } of rows) {
    const pair = `${check_id} ${region}`
    if (outcome === 'excluded') {
      excluded.add(pair)
      continue
    }
    whole.set(pair, (whole.get(pair) ?? true) && !isGap(outcome))
    if (!isGap(outcome)) continue
    const key = `${outcome} ${action ?? ''}`
    const gap = gaps.get(key) ?? { outcome, action, pairs: new Set<string>() }
    gap.pairs.add(pair)
    gaps.set(key, gap)
  }
  return {
    assessed: [...whole.values()].filter(Boolean).length,
    total: whole.size,
    excluded: excluded.size,
    gaps: [...gaps.values()]
      .map(({ outcome, action, pairs }) => ({ outcome, action, count: pairs.size }))
      .sort((a, b) => b.count - a.count),
  }
}
