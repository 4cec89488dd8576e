import type { TableFinding } from '../../findings/index.ts'

/** A finding as the page shows it: a row of its check's table. */
export interface Sample {
  readonly status: string
  readonly resource: string
  readonly uid: string
  readonly region: string
  readonly text: string
  readonly muted: string | null
  readonly since: string | null
  readonly delta: string | null
}

export interface SampleLimits {
  readonly each: number
  readonly overall: number
}
/** About 3 MB of page. */
export const sampleLimits: SampleLimits = { each: 25, overall: 6_000 }

const mostText = 500
const cut = (text: string): string =>
  text.length > mostText ? `${text.slice(0, mostText).toWellFormed()}…` : text

/**
 * The findings that a page has room for: of each check the first that do not pass, as they come, and muted ones where
 * others leave room. They come with FAIL and the worst severity first, so what is left out is the least bad.
 */
export class Samples {
  readonly #byCheck = new Map<string, Sample[]>()
  readonly #limits: SampleLimits
  #shown = 0

  constructor(limits = sampleLimits) {
    this.#limits = limits
  }

  add(batch: readonly TableFinding[]): void {
    for (const { finding, resource, region } of batch) {
      const { check_id, status, status_extended, uid, muted, muted_reason } = finding
      if (status === 'PASS') continue
      const own = this.#byCheck.get(check_id) ?? []
      const isFull = own.length >= this.#limits.each || this.#shown >= this.#limits.overall
      if (isFull && (muted || !this.#withoutMuted(own))) continue
      this.#byCheck.set(check_id, own)
      this.#shown += 1
      // Copies: a piece of a text keeps all of it.
      own.push({
        status,
        resource: cut(resource?.name ?? ''),
        uid: cut(resource?.uid ?? uid),
        region,
        text: cut(status_extended ?? ''),
        muted: muted ? cut(muted_reason ?? '') : null,
        since: finding.first_seen_at,
        delta: finding.delta,
      })
    }
  }

  of(checkId: string): readonly Sample[] {
    return (this.#byCheck.get(checkId) ?? []).toSorted(
      (a, b) => Number(a.muted !== null) - Number(b.muted !== null),
    )
  }

  /** Removes the last muted sample; false if none is left. */
  #withoutMuted(own: Sample[]): boolean {
    const at = own.findLastIndex(({ muted }) => muted !== null)
    if (at < 0) return false
    own.splice(at, 1)
    this.#shown -= 1
    return true
  }
}
