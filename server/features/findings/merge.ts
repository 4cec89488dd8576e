/**
 * What one slice of a unit makes of the live findings: a pure function from the rows that were seen
 * and the rows that are live to the rows to write. What is the same is not written.
 */
import {
  bucketOf,
  countedOf,
  type DeltaCode,
  deltaCodes,
  type ScanKind,
  type SeverityCode,
  type StatusCode,
  type TriageCode,
  type Staged,
} from '../observations/index.ts'
import { applyMutes, type Muted, type MuteRule } from './mutes.ts'
import { type Change, changesBetween, eventCodes, isRejudged, type Judged } from './changes.ts'
import { lossOf, type Place, type RollupChange, Tally } from '../rollups/index.ts'
import { mutedBy, nextTriage } from './triage.ts'

/** A live row as far as the merge looks at it. */
export interface Live {
  readonly ukey: string
  readonly scan_id: string
  readonly unit: string
  readonly check_id: string
  readonly status: StatusCode
  readonly status_until: string | null
  readonly raw_status: StatusCode
  readonly severity: SeverityCode
  readonly delta: DeltaCode | null
  readonly muted: boolean
  readonly mute_rule_id: string | null
  readonly muted_reason: string | null
  readonly triage: TriageCode | null
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly resource_id: string | null
  readonly seq_from: number
  readonly counted: number | null
  readonly gone_at: string | null
  readonly status_extended: string
  readonly body_key: string | null
  /** The newest scan that saw it outside its unit. */
  readonly observed_seq: number | null
  /** This scan has recorded the place of the row in its unit, and has not seen the row there. */
  readonly gapped: boolean
}

/** A row that is not live any more, with what a return carries on. */
export interface Gone {
  readonly ukey: string
  readonly raw_status: StatusCode
  readonly status_until: string | null
  readonly triage: TriageCode | null
  readonly first_seen_at: string
}

export interface MergeInput {
  readonly kind: ScanKind
  readonly scanId: string
  readonly seq: number
  readonly unit: string
  /** RFC 3339 in UTC, milliseconds. */
  readonly now: string
  /** Checks that the plan ran in this unit; null where no plan stands behind it, as for a file. */
  readonly checks: ReadonlySet<string> | null
  /** Findings that would be here had their record been read. */
  readonly unread: ReadonlySet<string>
  /** Checks whose list could not be read to its end. */
  readonly unreadChecks: ReadonlySet<string>
  /** Checks of which the unit has seen anything: the beginning of their list was read. */
  readonly seenChecks: ReadonlySet<string>
  /** Units that this scan has recorded already: a row of theirs was seen there. */
  readonly doneUnits: ReadonlySet<string>
  readonly rules: readonly MuteRule[]
  /** Staged findings that the mutelist hides. */
  readonly listed: ReadonlySet<Staged>
  /** By key, as what rows that may come from other units are counted among the news there. */
  readonly news: ReadonlyMap<string, DeltaCode>
  /** The raw status before this scan, of rows whose version this scan itself made. */
  readonly before: ReadonlyMap<string, StatusCode>
}

/** A version as it is to be: everything that a new one sets. */
export interface Version extends Muted {
  readonly staged: Staged
  readonly status: StatusCode
  readonly status_until: string | null
  readonly triage: TriageCode | null
  readonly delta: DeltaCode | null
  readonly counted: number | null
  readonly first_seen_at: string | null
  /** Where it is counted. A row seen outside its unit stays where it was. */
  readonly place: Place
  /** The resource whose failures count it; null: the one it was seen on. */
  readonly resource_id: string | null
  readonly outside: boolean
}

/** What rules, decisions and the clock make of a row. */
export interface Rejudged extends Judged {
  readonly ukey: string
  /** Left out: as it was. */
  readonly counted?: number | null
}

export interface MergePlan {
  readonly inserted: Version[]
  /** New versions of live rows; the old one goes to history. */
  readonly versioned: Version[]
  /** Corrections of a version that this very scan made: a unit that ran again. No history. */
  readonly corrected: Version[]
  /** The same verdict in other words, or a row that a partial scan had marked as gone. */
  readonly reworded: Staged[]
  /** Rows that a rule or the clock shows otherwise now, though the verdict is the same. */
  readonly rejudged: Rejudged[]
  /** Rows whose rollup bucket moves though their version stays. */
  readonly recounted: { ukey: string; counted: number }[]
  readonly closed: { ukey: string; reason: 'gone' | 'unplanned' }[]
  readonly gaps: { unit: string; check_id: string; ukey: string | null }[]
  readonly observed: { ukey: string; live: Version | Live }[]
  readonly returned: string[]
  readonly changes: (Change & { ukey: string })[]
  readonly rollups: Map<string, RollupChange>
  /** By rkey or resource id. */
  readonly failed: Map<string, number>
  readonly counts: { emitted: number; stored: number; merged: number }
}

export const emptyPlan = (): MergePlan => ({
  inserted: [],
  versioned: [],
  corrected: [],
  reworded: [],
  rejudged: [],
  recounted: [],
  closed: [],
  gaps: [],
  observed: [],
  returned: [],
  changes: [],
  rollups: new Map(),
  failed: new Map(),
  counts: { emitted: 0, stored: 0, merged: 0 },
})

class Merge {
  readonly plan: MergePlan
  readonly #tally: Tally
  readonly #input: MergeInput
  readonly #left = new Set<string>()

  constructor(input: MergeInput, plan: MergePlan) {
    this.#input = input
    this.plan = plan
    this.#tally = new Tally(plan)
  }

  /** Takes a row out of the rollup it was counted in. That of another unit goes on to count its news. */
  uncount(live: Live): void {
    if (live.counted === null) return
    const severity = (live.counted >> 3) as SeverityCode
    const { unit, news } = this.#input
    const loss = lossOf(live.unit === unit ? undefined : news.get(live.ukey))
    this.#tally.count(live, severity, live.counted & 7, loss)
    this.#tally.fail(live.resource_id, live.counted & 7, -1)
  }

  /** Puts a row into the rollup of its unit, with its delta where this scan made the version. */
  count(
    place: Place,
    resource: string | null,
    version: {
      severity: SeverityCode
      status: StatusCode
      muted: boolean
      delta: DeltaCode | null
    },
  ): number {
    const bucket = bucketOf(version.status, version.muted)
    const { delta } = version
    const change: [number, number, number] = [
      1,
      delta === deltaCodes.new ? 1 : 0,
      delta === deltaCodes.changed ? 1 : 0,
    ]
    this.#tally.count(place, version.severity, bucket, change)
    this.#tally.fail(resource, bucket, 1)
    return countedOf(version.severity, version.status, version.muted)
  }

  /** Rules and decisions on what was seen. A reopened decision loses its mute with it. */
  judge(
    staged: Staged,
    before:
      | { triage: TriageCode | null; status_until: string | null; raw_status: StatusCode }
      | undefined,
  ) {
    const { now, rules, listed } = this.#input
    const next = before
      ? nextTriage(before, staged.raw_status, now)
      : { triage: null, status_until: null, status: staged.raw_status }
    const ruled = applyMutes(rules, { uid: staged.uid, listed: listed.has(staged), now })
    return { ...next, ...mutedBy(ruled, next.triage) }
  }

  /**
   * Keeps what a scan has done to a decision or a mute. That it resolves or reopens what nobody has
   * looked at is told by the versions: an event for every finding that ever changes would double them.
   */
  #note(ukey: string, before: Judged, after: Judged): void {
    for (const change of changesBetween(before, after)) {
      if (change.kind === eventCodes.triage && change.before === null) continue
      this.plan.changes.push({ ukey, ...change })
    }
  }

  /** Never live before, or not any more. */
  insert(staged: Staged, gone: Gone | undefined): void {
    const { kind, unit } = this.#input
    const outside = kind === 'partial'
    const judged = this.judge(staged, gone)
    const delta = gone
      ? gone.raw_status === staged.raw_status
        ? null
        : deltaCodes.changed
      : deltaCodes.new
    const place: Place = outside ? staged : { ...staged, unit }
    const counted = outside
      ? null
      : this.count(place, staged.rkey, { ...judged, severity: staged.severity, delta })
    const version: Version = {
      staged,
      ...judged,
      delta,
      counted,
      first_seen_at: gone?.first_seen_at ?? null,
      place,
      resource_id: null,
      outside,
    }
    this.plan.inserted.push(version)
    if (gone) {
      this.plan.returned.push(staged.ukey)
      const { triage, status_until } = gone
      this.#note(staged.ukey, { ...judged, triage, status_until }, judged)
    }
    if (outside) this.plan.observed.push({ ukey: staged.ukey, live: version })
  }

  /** This scan has seen the row already: in another unit, or outside of its own. */
  #isSeen(live: Live): boolean {
    const { kind, unit, seq, doneUnits } = this.#input
    if (kind === 'partial') return false
    if (live.unit !== unit && doneUnits.has(live.unit) && !live.gapped) return true
    return kind === 'import' && live.observed_seq === seq
  }

  /** A file named the row of this unit in another one before: here it stays as unread as if it had not. */
  isElsewhere(live: Live | undefined, again: boolean): boolean {
    const { kind, unit, seq } = this.#input
    return kind === 'import' && live?.unit === unit && (again || live.observed_seq === seq)
  }

  /** Live already: another verdict, the same, or the same in other words. */
  compare(staged: Staged, live: Live): void {
    const { kind, unit, scanId, before } = this.#input
    if (this.#isSeen(live)) {
      this.plan.counts.merged += 1
      return
    }
    const outside = kind === 'partial' || (kind === 'import' && live.unit !== unit)
    this.plan.counts.stored += 1
    const judged = this.judge(staged, live)
    this.#note(live.ukey, live, judged)
    const same = live.raw_status === staged.raw_status && live.severity === staged.severity
    const moved = !outside && live.unit !== unit
    if (same && !moved) return this.#same(staged, live, judged, outside)
    const ours = live.scan_id === scanId
    const was = ours ? before.get(live.ukey) : live.raw_status
    const delta =
      ours && live.delta === deltaCodes.new && was === undefined
        ? deltaCodes.new
        : was === staged.raw_status
          ? null
          : deltaCodes.changed
    const place: Place = outside ? live : { ...staged, unit }
    let counted = live.counted
    if (!outside) {
      this.uncount(live)
      counted = this.count(place, staged.rkey, { ...judged, severity: staged.severity, delta })
    }
    const version: Version = {
      staged,
      ...judged,
      delta,
      counted,
      first_seen_at: null,
      place,
      resource_id: outside ? live.resource_id : null,
      outside,
    }
    ;(ours ? this.plan.corrected : this.plan.versioned).push(version)
    if (outside) this.plan.observed.push({ ukey: live.ukey, live: version })
  }

  #same(staged: Staged, live: Live, judged: ReturnType<Merge['judge']>, outside: boolean): void {
    const reworded =
      live.status_extended !== staged.status_extended ||
      live.body_key !== staged.body_key ||
      live.gone_at !== null
    if (reworded) this.plan.reworded.push(staged)
    if (isRejudged(live, judged)) this.plan.rejudged.push({ ukey: live.ukey, ...judged })
    if (outside) {
      this.plan.observed.push({ ukey: live.ukey, live })
      return
    }
    const { status, muted } = judged
    const delta = live.scan_id === this.#input.scanId ? live.delta : null
    const counted = countedOf(live.severity, status, muted)
    if (counted !== live.counted) {
      this.uncount(live)
      this.count(live, live.resource_id, { severity: live.severity, status, muted, delta })
      this.plan.recounted.push({ ukey: live.ukey, counted })
    } else if (delta !== null) {
      // The unit's new and changed counters begin at zero: a unit that ran twice counts again.
      const bucket = bucketOf(status, muted)
      const fresh = delta === deltaCodes.new ? 1 : 0
      this.#tally.count(live, live.severity, bucket, [0, fresh, 1 - fresh])
    }
  }

  /** Not named by the file: a gap, one for all rows of a check that it does not name at all. */
  #leave({ check_id, ukey }: Live): void {
    const { unit, seenChecks } = this.#input
    if (seenChecks.has(check_id)) this.plan.gaps.push({ unit, check_id, ukey })
    else if (!this.#left.has(check_id)) {
      this.#left.add(check_id)
      this.plan.gaps.push({ unit, check_id, ukey: null })
    }
  }

  /** Live in this unit, and not seen. Only what was looked for is gone. */
  miss(live: Live): void {
    const { kind, unit, checks, unread, unreadChecks, seenChecks } = this.#input
    if (kind === 'partial') return // it looks at named resources only
    const gap = { unit, check_id: live.check_id, ukey: live.ukey }
    if (kind === 'import') {
      this.#leave(live) // a file is no evidence of absence
    } else if (checks && !checks.has(live.check_id)) {
      this.uncount(live)
      this.plan.closed.push({ ukey: live.ukey, reason: 'unplanned' })
    } else if (unread.has(live.ukey)) {
      this.plan.gaps.push(gap)
    } else if (!unreadChecks.has(live.check_id)) {
      this.uncount(live)
      this.plan.closed.push({ ukey: live.ukey, reason: 'gone' })
    } else if (seenChecks.has(live.check_id)) {
      this.plan.gaps.push(gap) // of a check that saw nothing one gap stands for all its rows
    }
  }
}

/**
 * The writes of one slice. `staged` are the slice's observations, `live` every live row of the unit in
 * the slice's range of keys and every live row with a staged key, `gone` those that were live once.
 * Slices that are written together share a plan, and the keys that were `seen` in those before.
 */
export function merge(
  input: MergeInput,
  staged: readonly Staged[],
  live: readonly Live[],
  gone: readonly Gone[],
  { plan = emptyPlan(), seen = new Set<string>() }: { plan?: MergePlan; seen?: Set<string> } = {},
): MergePlan {
  const run = new Merge(input, plan)
  const lives = new Map(live.map((row) => [row.ukey, row]))
  const past = new Map(gone.map((row) => [row.ukey, row]))
  const here = new Set<string>()
  for (const one of staged) {
    plan.counts.emitted += 1
    const known = lives.get(one.ukey)
    const again = seen.has(one.ukey)
    if (!run.isElsewhere(known, again)) here.add(one.ukey)
    if (again) {
      plan.counts.merged += 1
      continue
    }
    seen.add(one.ukey)
    if (known) run.compare(one, known)
    else {
      plan.counts.stored += 1
      run.insert(one, past.get(one.ukey))
    }
  }
  for (const row of live) if (!here.has(row.ukey)) run.miss(row)
  return plan
}
