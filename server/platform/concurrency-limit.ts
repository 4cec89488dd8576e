import { tooManyRequests } from '@plumbline/jsonapi'

export interface ConcurrencyBounds {
  /** Running at a time, of all keys together. */
  readonly overall: number
  /** Running at a time, of one key; as many as its share where it is left out. */
  readonly each?: number
  /** How many may wait; nobody where it is left out. */
  readonly queue?: { readonly each: number; readonly overall: number }
}

export interface Patience {
  readonly longestMs: number
  /** Asked for only if there is a wait. */
  readonly signal?: (() => AbortSignal) | undefined
}

/** Runs something later; gives the function that prevents it. */
export type Later = (ms: number, run: () => void) => () => void

const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Keys whose time is remembered before those are evicted that have nothing to pay back. */
const mostRemembered = 10_000

interface Waiter {
  readonly admit: (leave: () => void) => void
}

/**
 * How many of something run at a time in this process, shared fairly between keys, which are tenants.
 *
 * A key never holds more places than are left free when it has taken them: alone it has half, of two busy
 * keys each has a third, and there is a place for who comes next until there are as many busy keys as places.
 * Source: "Dynamic queue length thresholds for shared-memory packet switches", Choudhury and Hahne, 1998.
 *
 * Of those that wait, the key goes first that has used the least time of late, and within a key who came first:
 * a tenant of quick statements waits for one slow statement of another, and not for one each time.
 * Source: "Start-time fair queueing", Goyal, Vin and Cheng, 1996.
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds
  readonly #later: Later
  readonly #now: () => number
  readonly #held = new Map<string, number>()
  /** Of equals, the first goes first. */
  readonly #queues = new Map<string, Set<Waiter>>()
  /** Milliseconds that a key has used, on a clock on which nobody saves up by not asking. */
  readonly #used = new Map<string, number>()
  #clock = 0
  #running = 0
  #waiting = 0

  constructor(
    bounds: ConcurrencyBounds,
    time: { readonly later?: Later; readonly now?: () => number } = {},
  ) {
    this.#bounds = bounds
    this.#later = time.later ?? later
    this.#now = time.now ?? (() => performance.now())
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Takes a place at once, and gives the function that gives it back; throws 429 when there is none. */
  enter(key: string, retryAfterSeconds: number): () => void {
    if (!this.#mayRun(key)) throw tooManyRequests(retryAfterSeconds)
    return this.#take(key)
  }

  /**
   * Waits for a place, and gives the function that gives it back. Undefined: the queue was full, the wait too
   * long, or the signal aborted before a place was free.
   */
  wait(key: string, { longestMs, signal: ask }: Patience): Promise<(() => void) | undefined> {
    if (!this.#queues.has(key) && this.#mayRun(key)) return Promise.resolve(this.#take(key))
    const { each, overall } = this.#bounds.queue ?? { each: 0, overall: 0 }
    const own = this.#queues.get(key) ?? new Set()
    const signal = ask?.()
    const isFull = own.size >= each || this.#waiting >= overall
    if (isFull || signal?.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const finish = (leave: (() => void) | undefined): void => {
        prevent()
        signal?.removeEventListener('abort', giveUp)
        resolve(leave)
      }
      const waiter: Waiter = { admit: finish }
      const giveUp = (): void => {
        this.#remove(key, waiter)
        finish(undefined)
      }
      const prevent = this.#later(longestMs, giveUp)
      signal?.addEventListener('abort', giveUp, { once: true })
      own.add(waiter)
      this.#queues.set(key, own)
      this.#waiting += 1
    })
  }

  #mayRun(key: string): boolean {
    const held = this.#held.get(key) ?? 0
    const { overall, each = overall } = this.#bounds
    return held < Math.min(each, overall - this.#running)
  }

  #take(key: string): () => void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    this.#running += 1
    this.#clock = this.#startOf(key)
    const startedMs = this.#now()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#running -= 1
      this.#note(key, this.#now() - startedMs)
      const remaining = (this.#held.get(key) ?? 1) - 1
      if (remaining === 0) this.#held.delete(key)
      else this.#held.set(key, remaining)
      this.#admit()
    }
  }

  #startOf(key: string): number {
    return Math.max(this.#used.get(key) ?? 0, this.#clock)
  }

  #note(key: string, ms: number): void {
    this.#used.set(key, this.#startOf(key) + ms)
    if (this.#used.size < mostRemembered) return
    for (const [other, used] of this.#used) if (used <= this.#clock) this.#used.delete(other)
  }

  #admit(): void {
    for (let key = this.#next(); key !== undefined; key = this.#next()) {
      const queue = this.#queues.get(key)
      const [first] = queue ?? []
      if (!queue || !first) return
      this.#remove(key, first)
      if (queue.size > 0) {
        this.#queues.delete(key) // of equals, its next turn is the last
        this.#queues.set(key, queue)
      }
      first.admit(this.#take(key))
    }
  }

  /** The key whose turn it is among those that wait and may run. */
  #next(): string | undefined {
    let [next, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const key of this.#queues.keys()) {
      if (this.#startOf(key) >= least || !this.#mayRun(key)) continue
      ;[next, least] = [key, this.#startOf(key)]
    }
    return next
  }

  #remove(key: string, waiter: Waiter): void {
    const queue = this.#queues.get(key)
    if (!queue?.delete(waiter)) return
    this.#waiting -= 1
    if (queue.size === 0) this.#queues.delete(key)
  }
}
