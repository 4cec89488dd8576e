/** The rates that fakes enforce, as the vendors do: tokens by key, which come back evenly up to a burst. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

export class Rates {
  readonly #tokens = new Map<string, { readonly left: number; readonly at: number }>()

  /** Takes a token of the key at `now`, in milliseconds; false where none is left. */
  takes(key: string, { perSecond, burst }: Rate, now: number): boolean {
    const before = this.#tokens.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + ((now - before.at) / 1_000) * perSecond)
    this.#tokens.set(key, { left: left >= 1 ? left - 1 : left, at: now })
    return left >= 1
  }
}
