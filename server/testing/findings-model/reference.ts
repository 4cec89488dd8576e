/**
 * A naive model of findings: every scan keeps a copy of every row it saw. Slow and obvious, to verify the versions in
 * the database.
 */
import { derivedId } from '../../platform/ids.ts'
import type { Finding } from '../../features/findings/resource.ts'
import { findingKeyOf } from '../../features/versions/index.ts'
import { type Looked, type Playing, type Says, resourceOf, uidOf } from './player.ts'

/** One finding as one scan saw it. Decisions of rules and people change with its version. */
export interface Copy {
  readonly uid: string
  readonly id: string
  status: string
  readonly raw_status: string
  muted: boolean
  triage_status: string
  readonly severity: string
  readonly delta: string | null
  readonly scan: string
  readonly inserted_at: string
  readonly first_seen_at: string
}

/** What is decided about a finding, whatever its version. */
interface Decided {
  readonly triage: string | null
  readonly attested: 'running' | 'over' | null
}
const untouched: Decided = { triage: null, attested: null }

/** Its state after a scan with `raw`, when the previous one had `was`. */
function observed({ triage, attested }: Decided, was: string, raw: string): Decided {
  if (attested === 'over') return observed({ triage: 'open', attested: null }, was, raw)
  if (attested && raw === 'MANUAL') return { triage, attested }
  if (attested) return { triage: raw === 'FAIL' ? 'reopened' : 'resolved', attested: null }
  if (was === 'FAIL' && raw === 'PASS') return { triage: 'resolved', attested }
  if (was === 'PASS' && raw === 'FAIL') return { triage: 'reopened', attested }
  return { triage, attested }
}

interface Known extends Decided {
  readonly copy: Copy
  readonly unit: string
  readonly check: string
  readonly on: string
  /** In the list of what is there now. */
  readonly there: boolean
  /** Neither closed nor never seen; a partial scan may have marked it as removed. */
  readonly live: boolean
}

export class Reference {
  readonly #tenantId: string
  readonly #known = new Map<string, Known>()
  readonly copies: Copy[] = []
  /** Uids that a rule names. */
  readonly ruled = new Set<string>()
  readonly #reEvaluated: { uid: string; at: string }[] = []
  #latest: Playing | undefined
  readonly #ofOtherUnit = new Set<string>()

  constructor(tenantId: string) {
    this.#tenantId = tenantId
  }

  #see(scan: Playing, unit: string, said: Says, at: string): void {
    const uid = uidOf(said.check, said.on)
    const before = this.#known.get(uid)
    const { status, severity = 'high' } = said
    const last = before?.copy
    const outOfUnit = scan.kind === 'partial' || scan.kind === 'import'
    const same =
      before?.live === true &&
      last?.raw_status === status &&
      last.severity === severity &&
      (outOfUnit || before.unit === unit)
    const id = same
      ? last.id
      : derivedId(
          Date.parse(scan.inserted_at),
          [this.#tenantId, scan.provider_id, uid, scan.id],
          findingKeyOf(uid).slice(0, 5),
        )
    const delta = last === undefined ? 'new' : last.raw_status === status ? null : 'changed'
    const first_seen_at = last?.first_seen_at ?? at
    const decided = before ? observed(before, last?.raw_status ?? '', status) : untouched
    const shown = this.#shown(uid, status, decided)
    const seen = { scan: scan.id, inserted_at: at, first_seen_at }
    const copy: Copy = { uid, id, raw_status: status, severity, delta, ...shown, ...seen }
    this.copies.push(copy)
    this.#change(id, shown)
    const home = outOfUnit && before?.live ? before.unit : unit
    if (scan.kind === 'import' && home !== unit) this.#ofOtherUnit.add(`${scan.id} ${uid}`)
    const { check, on } = said
    this.#known.set(uid, { copy, unit: home, check, on, there: true, live: true, ...decided })
  }

  #shown(uid: string, raw: string, { triage, attested }: Decided) {
    const hidden = triage === 'risk_accepted' || triage === 'false_positive'
    return {
      status: attested === 'running' ? 'PASS' : raw,
      muted: this.ruled.has(uid) || hidden,
      triage_status:
        attested === 'over' ? 'open' : (triage ?? (raw === 'PASS' ? 'resolved' : 'open')),
    }
  }

  /** A version changes as a whole: every scan that it covers lists it so. */
  #change(id: string, shown: Partial<Copy>): void {
    for (const copy of this.copies) if (copy.id === id) Object.assign(copy, shown)
  }

  /** Uids of live rows, be they in the list of what is there or not. */
  live(): string[] {
    return [...this.#known].filter(([, { live }]) => live).map(([uid]) => uid)
  }

  rawOf(uid: string): string {
    return this.#known.get(uid)?.copy.raw_status ?? ''
  }

  /** A rule names the finding from now on, or does not any more. */
  rule(uid: string, named: boolean, at: string): void {
    const before = this.#reason(uid)
    if (named) this.ruled.add(uid)
    else this.ruled.delete(uid)
    this.#reEvaluate(uid, {}, { before, at })
  }

  /** A user decides about a live finding. */
  decide(uid: string, decided: Decided, at: string): void {
    this.#reEvaluate(uid, decided, { before: this.#reason(uid), at })
  }

  /** Expires every attestation. */
  expire(at: string): void {
    for (const [uid, known] of this.#known) {
      if (known.attested !== 'running') continue
      if (known.live) this.decide(uid, { triage: 'open', attested: null }, at)
      else this.#known.set(uid, { ...known, attested: 'over' })
    }
  }

  #reason(uid: string): string | null {
    const triage = this.#known.get(uid)?.triage
    if (this.ruled.has(uid)) return 'rule'
    return triage === 'risk_accepted' || triage === 'false_positive' ? triage : null
  }

  /** The live version changes, and the one that the latest full scan lists where another has followed it. */
  #reEvaluate(
    uid: string,
    change: Partial<Decided>,
    { before, at }: { before: string | null; at: string },
  ): void {
    const known = this.#known.get(uid)
    if (!known?.live) return
    const next = { ...known, ...change }
    this.#known.set(uid, next)
    const remuted = this.#reason(uid) !== before
    const reattested = next.attested !== known.attested
    const retriaged = next.triage !== known.triage
    if (!remuted && !reattested && !retriaged) return
    this.#reEvaluated.push({ uid, at })
    const { copy } = known
    const shown = this.#shown(uid, copy.raw_status, next)
    this.#change(copy.id, shown)
    const held = this.copies.find((one) => one.uid === uid && one.scan === this.#latest?.id)
    if (!held || held.id === copy.id) return
    const { raw_status } = held
    this.#change(held.id, {
      ...(remuted && { muted: shown.muted }),
      ...(retriaged && { triage_status: this.#shown(uid, raw_status, next).triage_status }),
      ...(reattested && raw_status === 'MANUAL' && { status: shown.status }),
    })
  }

  /** A full scan is the latest from its end on, a file only if there was no scan. */
  finish(scan: Playing): void {
    if (scan.kind === 'full') this.#latest = scan
    else if (scan.kind === 'import' && this.#latest?.kind !== 'full') this.#latest = scan
  }

  /** The scan that overviews are about. */
  get subject(): Playing | undefined {
    return this.#latest
  }

  /** A file: duplicates count once, and what it leaves out stays unchanged. */
  file(scan: Playing, units: ReadonlyMap<string, readonly Says[]>, at: string): void {
    const seen = new Set<string>()
    for (const [unit, says] of units) {
      for (const said of says) {
        const uid = uidOf(said.check, said.on)
        if (seen.has(uid)) continue
        seen.add(uid)
        this.#see(scan, unit, said, at)
      }
    }
  }

  /** What a scan saw in its own units, which its rollups count. */
  counted(scan: Playing): Copy[] {
    return this.of(scan).filter(({ uid }) => !this.#ofOtherUnit.has(`${scan.id} ${uid}`))
  }

  /**
   * Units of a full scan that were recorded together: what none of them saw is closed, unless it could not be read.
   */
  units(
    scan: Playing,
    units: ReadonlyMap<string, Required<Pick<Looked, 'says' | 'unread' | 'checks'>>>,
    at: string,
  ): void {
    const seen = new Set<string>()
    for (const [unit, { says }] of units)
      for (const said of says) {
        seen.add(uidOf(said.check, said.on))
        this.#see(scan, unit, said, at)
      }
    for (const [uid, known] of this.#known) {
      const looked = units.get(known.unit)
      if (!known.live || !looked || seen.has(uid)) continue
      const { check, on } = known
      const { unread, checks } = looked
      const gap = unread.includes(check) || unread.includes(`${check} ${on}`)
      if (checks.includes(check) && gap) continue
      this.#known.set(uid, { ...known, there: false, live: false })
    }
  }

  partial(
    scan: Playing,
    says: readonly (Says & { unit: string })[],
    absent: { readonly vanished: readonly string[]; readonly lapsed: readonly string[] },
    at: string,
  ): void {
    for (const [uid, known] of this.#known) {
      const { check, on } = known
      const isAbsent =
        absent.vanished.includes(resourceOf(on)) || absent.lapsed.includes(`${check} ${on}`)
      if (known.live && isAbsent) this.#known.set(uid, { ...known, there: false })
    }
    for (const said of says) this.#see(scan, said.unit, said, at)
  }

  /** A unit that the plan does not have any more. */
  drop(unit: string): void {
    for (const [uid, known] of this.#known) {
      if (known.unit === unit) this.#known.set(uid, { ...known, there: false, live: false })
    }
  }

  /** The unit of a finding's live row. */
  unitOf(check: string, on: string): string | undefined {
    const known = this.#known.get(uidOf(check, on))
    return known?.live ? known.unit : undefined
  }

  latest(): Copy[] {
    return [...this.#known.values()].filter(({ there }) => there).map(({ copy }) => copy)
  }

  of(scan: Playing): Copy[] {
    return this.copies.filter((copy) => copy.scan === scan.id)
  }

  /** The newest copy of each finding before `until`, if it was seen or re-evaluated in `[from, until)`. */
  updated(from: string, until: string): Copy[] {
    return this.window('', until).filter(
      ({ uid, inserted_at }) =>
        inserted_at >= from ||
        this.#reEvaluated.some((one) => one.uid === uid && one.at >= from && one.at < until),
    )
  }

  /** The newest copy of each finding among those that were recorded in `[from, until)`. */
  window(from: string, until: string): Copy[] {
    const newest = new Map<string, Copy>()
    for (const copy of this.copies) {
      if (copy.inserted_at >= from && copy.inserted_at < until) newest.set(copy.uid, copy)
    }
    return [...newest.values()]
  }
}

/** The summary of a group's rows. */
export function groupOf(id: string, rows: readonly Finding[]) {
  const count = (holds: (row: Finding) => boolean): number => rows.filter(holds).length
  const of = (status: string, muted: boolean) => (row: Finding) =>
    row.status === status && row.muted === muted
  const resourcesOf = (holds: (row: Finding) => boolean): number =>
    new Set(rows.filter(holds).map((row) => row.resources?.[0] ?? row.id)).size
  const first = (some: readonly Finding[]): string | null =>
    some.map((row) => String(row.first_seen_at)).toSorted()[0] ?? null
  const last = rows.map(({ inserted_at }) => inserted_at).toSorted()
  return {
    id,
    pass_count: count(of('PASS', false)),
    pass_muted_count: count(of('PASS', true)),
    fail_count: count(of('FAIL', false)),
    fail_muted_count: count(of('FAIL', true)),
    manual_count: count(of('MANUAL', false)),
    manual_muted_count: count(of('MANUAL', true)),
    new_count: count(({ delta, muted }) => delta === 'new' && !muted),
    changed_count: count(({ delta, muted }) => delta === 'changed' && !muted),
    resources_total: resourcesOf(() => true),
    resources_fail: resourcesOf(of('FAIL', false)),
    first_seen_at: first(rows),
    last_seen_at: last.at(-1) ?? null,
    failing_since: first(rows.filter(of('FAIL', false))),
  }
}
