import { tooManyRequests } from '@plumbline/jsonapi'

/** How many of something run at a time in this process: of one key, and of all. */
export class Room {
  readonly #each: number
  readonly #overall: number
  readonly #running = new Map<string, number>()
  #all = 0

  constructor({ each, overall }: { readonly each: number; readonly overall: number }) {
    this.#each = each
    this.#overall = overall
  }

  /** Takes a place, and gives the function that gives it back; throws 429 when none is left. */
  enter(key: string, retryAfterSeconds: number): () => void {
    const own = this.#running.get(key) ?? 0
    if (own >= this.#each || this.#all >= this.#overall) throw tooManyRequests(retryAfterSeconds)
    this.#running.set(key, own + 1)
    this.#all += 1
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      this.#all -= 1
      const left = (this.#running.get(key) ?? 1) - 1
      if (left === 0) this.#running.delete(key)
      else this.#running.set(key, left)
    }
  }
}
