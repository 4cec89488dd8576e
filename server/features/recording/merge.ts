/**
 * What observations make of the live findings: a pure function from the rows that were seen and the rows
 * that are live to the rows to write. What is the same is not written.
 */
import {
  countedOf,
  type DeltaCode,
  deltaCodes,
  type ScanKind,
  type Staged,
  type StatusCode,
  type TriageCode,
  type FindingRow,
  type LiveFinding,
  unchanged,
} from '../versions/index.ts'
import { Tally } from '../rollups/index.ts'
import { inKeyOrder, type UnitSlice } from './batches.ts'
import { type Change, changesBetween, eventCodes, isRejudged, type Judged } from './changes.ts'
import { applyMutes, type MuteRule } from './mutes.ts'
import { mutedBy, nextTriage } from './triage.ts'

export interface Live extends LiveFinding {
  /** This scan has recorded the place of the row in its unit, and has not seen the row there. */
  readonly gapped: boolean
}

/** A finding that was closed, with what its return carries on. */
export interface Closed {
  readonly finding_key: string
  readonly raw_status: StatusCode
  readonly status_until: string | null
  readonly triage: TriageCode | null
  readonly suppression: string | null
  readonly first_seen_at: string
}

/** What a scan of a unit could see of its findings. */
export interface UnitEvidence {
  /** Checks that the plan ran in the unit; null without a plan, as for a file. */
  readonly checks: ReadonlySet<string> | null
  /** Keys of findings that would be here had their record been read. */
  readonly unread: ReadonlySet<string>
  /** Checks whose list could not be read to its end. */
  readonly unreadChecks: ReadonlySet<string>
  /** Checks with a region that the configuration excludes from them: `check region`. */
  readonly excluded: ReadonlySet<string>
}
const noPlan: UnitEvidence = {
  checks: null,
  unread: new Set(),
  unreadChecks: new Set(),
  excluded: new Set(),
}

export interface MergeInput {
  readonly scan: { readonly id: string; readonly kind: ScanKind; readonly seq: number }
  /** RFC 3339 in UTC, milliseconds. */
  readonly now: string
  /** The id of a version that this scan makes. */
  readonly idOf: (staged: Staged) => string
  /** By key: every live row of the units in the ranges of the slices, and every one that was seen. */
  readonly live: ReadonlyMap<string, Live>
  readonly closed: ReadonlyMap<string, Closed>
  /** By key, of resources of new versions. */
  readonly resourceIds: ReadonlyMap<string, string>
  /** By unit; one that is not here has no plan, and all of it was read. */
  readonly evidence: ReadonlyMap<string, UnitEvidence>
  /** Units that this scan has recorded already: a row of theirs was seen there. */
  readonly doneUnits: ReadonlySet<string>
  readonly rules: readonly MuteRule[]
  /** Observations that the mutelist hides. */
  readonly listed: ReadonlySet<Staged>
  /** By key: the delta by which its old unit counts a row that comes from another unit. */
  readonly deltas: ReadonlyMap<string, DeltaCode>
  /** By key: the raw status before this scan, of rows whose version this scan itself made. */
  readonly before: ReadonlyMap<string, StatusCode>
}

/** Rows of a check in a unit that were not seen: those with keys in an inclusive range, or all. Ranges are apart. */
export interface Gap {
  readonly unit: string
  readonly check_id: string
  /** The first key of the range; null: all rows of the check. */
  readonly finding_key: string | null
  readonly last_key: string | null
}
const allRows = { finding_key: null, last_key: null }

export interface MergePlan {
  readonly inserted: FindingRow[]
  /** Live rows that change. One with an id is a new version, and the old one is moved to history. */
  readonly updated: FindingRow[]
  readonly closed: { readonly finding_key: string; readonly reason: 'removed' | 'unplanned' }[]
  readonly gaps: Gap[]
  /** Closed findings that are live again. */
  readonly returned: string[]
  readonly changes: (Change & { readonly finding_key: string })[]
  /** Observations of findings that this scan had observed already. */
  readonly merged: Staged[]
  readonly tally: Tally
}

export interface Recorded {
  readonly emitted: number
  readonly stored: number
  readonly merged: number
  readonly gaps: number
}

/** The sum of the numbers of several recordings. */
export const total = (all: Iterable<Recorded>): Recorded => {
  const sum = { emitted: 0, stored: 0, merged: 0, gaps: 0 }
  for (const { emitted, stored, merged, gaps } of all) {
    sum.emitted += emitted
    sum.stored += stored
    sum.merged += merged
    sum.gaps += gaps
  }
  return sum
}

/**
 * The verdict is the same, so the version stays, unless the row moves to another unit or check. Only files bring a uid
 * under several checks.
 */
export const isSame = (staged: Staged, live: LiveFinding | undefined): boolean =>
  live !== undefined && live.raw_status === staged.raw_status && live.severity === staged.severity

/** The row is of this unit and check, as it is staged. */
export const isInPlace = (unit: string, { check_id }: Staged, live: LiveFinding): boolean =>
  live.unit === unit && live.check_id === check_id

/** Merges slices that are written together. Used once. */
export class Merge {
  readonly plan: MergePlan = {
    inserted: [],
    updated: [],
    closed: [],
    gaps: [],
    returned: [],
    changes: [],
    merged: [],
    tally: new Tally(),
  }
  readonly #input: MergeInput
  readonly #liveByUnit: ReadonlyMap<string, readonly Live[]>
  readonly #seen = new Set<string>()
  readonly #doneUnits: Set<string>

  constructor(input: MergeInput) {
    this.#input = input
    this.#liveByUnit = Map.groupBy(input.live.values(), ({ unit }) => unit)
    this.#doneUnits = new Set(input.doneUnits)
  }

  /**
   * Returns the counts of each slice, in order. All findings are compared before any row counts as missing: a row may
   * have moved from one unit to another.
   */
  merge(slices: readonly UnitSlice[]): Recorded[] {
    const observed = slices.map((slice) => ({ slice, ...this.#observeAll(slice) }))
    return observed.map(({ slice, here, merged }) => {
      const before = this.plan.gaps.length
      this.#miss(slice, here)
      const emitted = slice.staged.length
      const gaps = this.plan.gaps.length - before
      return { emitted, stored: emitted - merged, merged, gaps }
    })
  }

  #observeAll({ unit, staged }: UnitSlice) {
    const here = new Set<string>()
    const before = this.plan.merged.length
    for (const one of staged) {
      const live = this.#input.live.get(one.finding_key)
      const again = this.#seen.has(one.finding_key)
      this.#seen.add(one.finding_key)
      if (!this.#isOfOtherUnit(unit, live, again)) here.add(one.finding_key)
      if (again || (live && this.#isRecorded(unit, live))) this.plan.merged.push(one)
      else this.#observe(unit, one, live)
    }
    this.#doneUnits.add(unit)
    return { here, merged: this.plan.merged.length - before }
  }

  /** This scan has seen the row already: in another unit, or outside this one. */
  #isRecorded(unit: string, live: Live): boolean {
    const { kind, seq } = this.#input.scan
    if (kind === 'partial') return false
    if (live.unit !== unit && this.#doneUnits.has(live.unit) && !live.gapped) return true
    return kind === 'import' && live.observed_seq === seq
  }

  /** A file named the row of this unit in another one before: here it stays as unread as if it had not. */
  #isOfOtherUnit(unit: string, live: Live | undefined, again: boolean): boolean {
    const { kind, seq } = this.#input.scan
    return kind === 'import' && live?.unit === unit && (again || live.observed_seq === seq)
  }

  #observe(unit: string, staged: Staged, live: Live | undefined): void {
    const { scan, now, before, closed, resourceIds } = this.#input
    const { finding_key, raw_status } = staged
    const previous = live ?? closed.get(finding_key)
    const judged = this.#judge(staged, previous)
    const isOutOfUnit =
      scan.kind === 'partial' ||
      (scan.kind === 'import' && live !== undefined && live.unit !== unit)
    if (live && isSame(staged, live) && (isOutOfUnit || isInPlace(unit, staged, live)))
      return this.#rewrite(staged, live, { judged, isOutOfUnit })
    const was = live?.scan_id === scan.id ? before.get(finding_key) : previous?.raw_status
    const isNew = was === undefined && (!live || live.delta === deltaCodes.new)
    const delta = isNew ? deltaCodes.new : was === raw_status ? null : deltaCodes.changed
    const resource_id = resourceIds.get(staged.resource_key) ?? null
    const row = {
      ...staged,
      resource_id,
      // What is seen outside its unit stays where it was.
      ...(isOutOfUnit ? live && placeOf(live) : { unit }),
      ...judged,
      id: this.#input.idOf(staged),
      scan_id: scan.id,
      seq_from: scan.seq,
      delta,
      counted: isOutOfUnit
        ? (live?.counted ?? null)
        : countedOf(staged.severity, judged.status, judged.muted),
      observed_seq: isOutOfUnit ? scan.seq : (live?.observed_seq ?? null),
      removed_at: null,
      changed_at: now,
      first_seen_at: null,
      triaged_at: null,
    }
    if (!isOutOfUnit) {
      if (live) this.#uncount(unit, live)
      this.plan.tally.count(row, row.counted, 1, delta)
    }
    if (live) this.plan.updated.push(row)
    else {
      const { first_seen_at = now } = closed.get(finding_key) ?? {}
      this.plan.inserted.push({ ...row, first_seen_at })
    }
    if (!live && previous) this.plan.returned.push(finding_key)
  }

  /** The same verdict: other words, another judgement or bucket, or a row that was marked as removed. */
  #rewrite(
    staged: Staged,
    live: Live,
    { judged, isOutOfUnit }: { readonly judged: Judged; readonly isOutOfUnit: boolean },
  ): void {
    const { scan, now } = this.#input
    const { status_extended, body_key } = staged
    const counted = isOutOfUnit ? live.counted : this.#recount(live, judged)
    const triaged_at = isRejudged(live, judged) ? now : null
    const isUnchanged =
      triaged_at === null &&
      counted === live.counted &&
      live.status_extended === status_extended &&
      live.body_key === body_key &&
      live.removed_at === null
    if (isUnchanged && !isOutOfUnit) return
    this.plan.updated.push({
      ...live,
      ...judged,
      ...unchanged,
      status_extended,
      body_key,
      counted,
      observed_seq: isOutOfUnit ? scan.seq : live.observed_seq,
      removed_at: null,
      triaged_at,
    })
  }

  #recount(live: Live, { status, muted }: Judged): number {
    const { tally } = this.plan
    const delta = live.scan_id === this.#input.scan.id ? live.delta : null
    const counted = countedOf(live.severity, status, muted)
    if (counted !== live.counted) {
      this.#uncount(live.unit, live)
      tally.count(live, counted, 1, delta)
    } else if (delta !== null) {
      // The unit's new and changed counters begin at zero: a unit that ran twice counts again.
      tally.countDelta(live, counted, delta)
    }
    return counted
  }

  /** The unit that is recorded begins without deltas; that of another unit continues its count. */
  #uncount(unit: string, live: Live): void {
    const delta = live.unit === unit ? null : this.#input.deltas.get(live.finding_key)
    this.plan.tally.count(live, live.counted, -1, delta)
  }

  /** Rules and decisions on what was seen, with their events. A reopened decision loses its mute with it. */
  #judge(staged: Staged, previous: Live | Closed | undefined): Judged {
    const { now, rules, listed } = this.#input
    const { finding_key, uid, raw_status } = staged
    const next = previous
      ? nextTriage(previous, raw_status, now)
      : { triage: null, status_until: null, status: raw_status }
    const ruled = applyMutes(rules, { uid, listed: listed.has(staged), now })
    const suppression = suppressionAfter(staged, previous?.suppression ?? null)
    const { triage } = next
    const judged = { ...next, ...mutedBy(ruled, { triage, suppression }), suppression }
    if (!previous) return judged
    const before = 'muted' in previous ? previous : { ...judged, ...previous }
    for (const change of changesBetween(before, judged)) {
      // The versions record that a scan resolves or reopens an untriaged finding: an event for every finding that ever
      // changes would double them.
      if (change.kind === eventCodes.triage && change.before === null) continue
      this.plan.changes.push({ finding_key, ...change })
    }
    return judged
  }

  /** Live rows of the unit that were not seen. Only what was looked for is closed. */
  #miss(
    { unit, staged, from, until, first, checks: seenChecks }: UnitSlice,
    here: ReadonlySet<string>,
  ): void {
    const { scan, evidence } = this.#input
    const { checks, unread, unreadChecks, excluded } = evidence.get(unit) ?? noPlan
    if (scan.kind === 'partial') return // it looks at named resources only
    const range = (this.#liveByUnit.get(unit) ?? []).filter(
      ({ finding_key }) => finding_key >= from && (until === null || finding_key < until),
    )
    const missed = new Set<Live>()
    // If a check saw nothing, one gap covers all rows of the unit.
    const unnamed = new Set(
      first && scan.kind === 'full' ? unreadChecks.difference(seenChecks) : [],
    )
    for (const live of range) {
      const { finding_key, check_id } = live
      if (here.has(finding_key)) continue
      if (scan.kind === 'import') {
        // A file is not evidence of absence.
        if (seenChecks.has(check_id)) missed.add(live)
        else unnamed.add(check_id)
      } else if (this.#seen.has(finding_key))
        continue // it moved to another unit
      else if ((checks && !checks.has(check_id)) || excluded.has(`${check_id} ${live.region}`))
        this.#close(live, 'unplanned')
      else if (unreadChecks.has(check_id)) {
        if (seenChecks.has(check_id)) missed.add(live)
      } else if (unread.has(finding_key)) missed.add(live)
      else this.#close(live, 'removed')
    }
    for (const check_id of unnamed) this.plan.gaps.push({ unit, check_id, ...allRows })
    if (missed.size > 0) this.#addGaps(unit, missed, [...staged, ...range])
  }

  /** Of a check, missed rows without another row of the slice between them are one gap. */
  #addGaps(unit: string, missed: ReadonlySet<Staged | Live>, rows: readonly (Staged | Live)[]) {
    const checks = new Set([...missed].map(({ check_id }) => check_id))
    const ofChecks = rows.filter(({ check_id }) => checks.has(check_id))
    for (const [check_id, own] of Map.groupBy(ofChecks, (row) => row.check_id)) {
      let gap: { -readonly [Name in keyof Gap]: Gap[Name] } | undefined
      for (const row of inKeyOrder(own)) {
        const { finding_key } = row
        if (!missed.has(row)) gap = undefined
        else if (gap) gap.last_key = finding_key
        else {
          gap = { unit, check_id, finding_key, last_key: finding_key }
          this.plan.gaps.push(gap)
        }
      }
    }
  }

  #close(live: Live, reason: 'removed' | 'unplanned'): void {
    this.#uncount(live.unit, live)
    this.plan.closed.push({ finding_key: live.finding_key, reason })
  }
}

/** Only files change whether a finding is suppressed, scans do not. */
function suppressionAfter({ suppression }: Staged, earlier: string | null): string | null {
  if (suppression === undefined) return earlier
  if (suppression === null) return null
  return suppression.keepsEarlier ? (earlier ?? suppression.reason) : suppression.reason
}

const placeOf = ({ unit, check_id, service, region, resource_type, resource_id }: LiveFinding) => ({
  unit,
  check_id,
  service,
  region,
  resource_type,
  resource_id,
})
