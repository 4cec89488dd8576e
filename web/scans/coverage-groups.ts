/** Summaries of a scan's ledger: the assessed parts, and the gaps with their reasons. */
import type { Attributes } from '../api/types.ts'

export type Line = Attributes['scan-coverage']
export type Outcome = Line['outcome']

/** Outcomes of parts that should have been assessed but could not be. */
export const gaps = ['denied', 'error', 'throttled', 'capped'] as const
export const outcomes: readonly Outcome[] = [...gaps, 'excluded', 'assessed', 'not_applicable']

const isGap = (outcome: Outcome): boolean => gaps.some((one) => one === outcome)

export interface Group {
  readonly service: string
  /** Missing permissions, without duplicates. */
  readonly actions: readonly string[]
  readonly checks: number
  readonly regions: readonly string[]
  /** Records that were assessed, or reads that failed. */
  readonly count: number
  readonly sample: string | null
}

export interface Section {
  readonly outcome: Outcome
  readonly groups: readonly Group[]
}

/** Groups lines by outcome, then by service, largest first. */
export function byOutcome(lines: readonly Line[]): readonly Section[] {
  const found = Map.groupBy(lines, ({ outcome }) => outcome)
  return outcomes.flatMap((outcome) => {
    const own = found.get(outcome)
    return own ? { outcome, groups: byService(own) } : []
  })
}

const byService = (lines: readonly Line[]): readonly Group[] =>
  [...Map.groupBy(lines, ({ service }) => service)]
    .map(([service, own]) => ({
      service,
      actions: [...new Set(own.flatMap(({ action }) => action ?? []))].toSorted(),
      checks: new Set(own.map(({ check_id }) => check_id)).size,
      regions: [...new Set(own.map(({ region }) => region))].toSorted(),
      count: own.reduce((sum, { count }) => sum + count, 0),
      sample: own.find(({ sample }) => sample !== null)?.sample ?? null,
    }))
    .toSorted((a, b) => b.count - a.count || a.service.localeCompare(b.service))

/** Pairs of check and region, without those that were excluded. */
export interface Assessed {
  readonly assessed: number
  readonly total: number
}

/** The number of pairs of check and region that were completely assessed: a pair with a gap was not. */
export function assessedOf(lines: readonly Line[]): Assessed {
  const pairs = new Map<string, boolean>()
  for (const { check_id, region, outcome } of lines) {
    if (outcome === 'excluded') continue
    const pair = `${check_id} ${region}`
    pairs.set(pair, (pairs.get(pair) ?? true) && !isGap(outcome))
  }
  return { assessed: [...pairs.values()].filter(Boolean).length, total: pairs.size }
}

export interface ServiceLine extends Assessed {
  readonly service: string
  readonly records: number
  readonly gaps: readonly Outcome[]
}

/** Services of the ledger, those with gaps first. */
export const services = (lines: readonly Line[]): readonly ServiceLine[] =>
  [...Map.groupBy(lines, ({ service }) => service)]
    .map(([service, own]) => ({
      service,
      ...assessedOf(own),
      records: own.reduce(
        (sum, { outcome, count }) => sum + (outcome === 'assessed' ? count : 0),
        0,
      ),
      gaps: gaps.filter((gap) => own.some(({ outcome }) => outcome === gap)),
    }))
    .toSorted((a, b) => b.gaps.length - a.gaps.length || a.service.localeCompare(b.service))
