/**
 * What findings mean, said naively: every scan keeps a copy of every row it saw. Slow and obvious, to
 * hold the versions in the database against.
 */
import { derivedId, hashId } from '../../../platform/ids.ts'
import type { Playing, Says } from './player.ts'
import { uidOf } from './player.ts'

/** One finding as one scan saw it. */
export interface Copy {
  readonly uid: string
  readonly id: string
  readonly status: string
  readonly severity: string
  readonly delta: string | null
  readonly scan: string
  readonly inserted_at: string
  readonly first_seen_at: string
}

interface Known {
  readonly copy: Copy
  readonly unit: string
  readonly check: string
  readonly on: string
  /** In the list of what is there now. */
  readonly there: boolean
  /** Neither closed nor never seen; a partial scan may have marked it as gone. */
  readonly live: boolean
}

export class Reference {
  readonly #tenantId: string
  readonly #known = new Map<string, Known>()
  readonly copies: Copy[] = []

  constructor(tenantId: string) {
    this.#tenantId = tenantId
  }

  #see(scan: Playing, unit: string, said: Says, at: string): void {
    const uid = uidOf(said.check, said.on)
    const before = this.#known.get(uid)
    const { status, severity = 'high' } = said
    const last = before?.copy
    const partial = scan.kind === 'partial'
    const same =
      before?.live === true &&
      last?.status === status &&
      last.severity === severity &&
      (partial || before.unit === unit)
    const id = same
      ? last.id
      : derivedId(
          scan.insertedMs,
          [this.#tenantId, scan.provider_id, uid, scan.id],
          hashId([uid]).slice(0, 5),
        )
    const delta = last === undefined ? 'new' : last.status === status ? null : 'changed'
    const first_seen_at = last?.first_seen_at ?? at
    const copy = { uid, id, status, severity, delta, scan: scan.id, inserted_at: at, first_seen_at }
    this.copies.push(copy)
    const home = partial && before?.live ? before.unit : unit
    const { check, on } = said
    this.#known.set(uid, { copy, unit: home, check, on, there: true, live: true })
  }

  /** A done unit of a full scan: what it did not see is gone, unless it could not be read. */
  unit(
    scan: Playing,
    unit: string,
    says: readonly Says[],
    { unread, checks, at }: { unread: readonly string[]; checks: readonly string[]; at: string },
  ): void {
    const seen = new Set(says.map(({ check, on }) => uidOf(check, on)))
    for (const said of says) this.#see(scan, unit, said, at)
    for (const [uid, known] of this.#known) {
      if (!known.live || known.unit !== unit || seen.has(uid)) continue
      const { check, on } = known
      const gap = unread.includes(check) || unread.includes(`${check} ${on}`)
      if (checks.includes(check) && gap) continue
      this.#known.set(uid, { ...known, there: false, live: false })
    }
  }

  partial(
    scan: Playing,
    says: readonly (Says & { unit: string })[],
    vanished: readonly string[],
    at: string,
  ): void {
    for (const [uid, known] of this.#known) {
      if (known.live && vanished.includes(known.on))
        this.#known.set(uid, { ...known, there: false })
    }
    for (const said of says) this.#see(scan, said.unit, said, at)
  }

  /** A unit that the plan does not have any more. */
  drop(unit: string): void {
    for (const [uid, known] of this.#known) {
      if (known.unit === unit) this.#known.set(uid, { ...known, there: false, live: false })
    }
  }

  /** Where the live row of a finding lies. */
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

  /** The newest copy of each finding among those that were recorded in `[from, until)`. */
  window(from: string, until: string): Copy[] {
    const newest = new Map<string, Copy>()
    for (const copy of this.copies) {
      if (copy.inserted_at >= from && copy.inserted_at < until) newest.set(copy.uid, copy)
    }
    return [...newest.values()]
  }
}
