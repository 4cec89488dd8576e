import { tooManyRequests } from '@plumbline/jsonapi'

export interface ConcurrencyBounds {
  /** Running at a time, of all keys together. */
  readonly overall: number
  /** Running at a time, of one key; as many as its share where it is left out. */
  readonly each?: number
  /** How many may wait; none if omitted. */
  readonly queue?: { readonly each: number; readonly overall: number }
}

export interface Patience {
  readonly longestMs: number
  /** Called only if there is a wait. */
  readonly signal?: (() => AbortSignal) | undefined
}

/** Runs a function later; returns the function that cancels it. */
export type Later = (ms: number, run: () => void) => () => void

const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Keys whose time is remembered before those are evicted that have nothing to pay back. */
const mostRemembered = 10_000

export interface Entrance {
  /** A key of many, such as the address of an office: together they have at most half of the places. */
  readonly crowd?: string
  /** Called when the slot is given to a key that has none. Without it the slot is never taken. */
  readonly onDisplaced?: () => void
}

interface Place extends Entrance {
  readonly keys: readonly string[]
  readonly leave: () => void
}

interface Waiter {
  /** Keys beside that of its queue. */
  readonly others: readonly string[]
  readonly admit: (leave: () => void) => void
}

/**
 * How many of something run at a time in this process, shared fairly between keys, which are tenants.
 *
 * A key never has more places than remain free: alone it has half, of two busy keys each has a third, and there is a
 * place for who comes next until there are as many busy keys as places. Source: "Dynamic queue length thresholds for
 * shared-memory packet switches", Choudhury and Hahne, 1998.
 *
 * Among waiters, the key with the least recent time is first, and within a key the earliest: a tenant of quick
 * statements waits for one slow statement of another, and not for one each time. Source: "Start-time fair queueing",
 * Goyal, Vin and Cheng, 1996.
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds
  readonly #later: Later
  readonly #now: () => number
  readonly #held = new Map<string, number>()
  /** Occupied places, the oldest first. */
  readonly #places = new Set<Place>()
  /** Equals are in order of arrival. */
  readonly #queues = new Map<string, Set<Waiter>>()
  /** How many wait of each key beside those of the queues. */
  readonly #waitingOf = new Map<string, number>()
  /** Milliseconds that a key has used, on a clock without credit for idle time. */
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

  /**
   * Takes a place at once, which counts for each of the keys, and returns the function that releases it. If none is
   * free, keys without a place take the oldest one of a key with several. Throws 429.
   */
  enter(
    key: string | readonly string[],
    retryAfterSeconds: number,
    entrance: Entrance = {},
  ): () => void {
    const keys = typeof key === 'string' ? [key] : key
    if (!this.#mayEnter(keys, entrance)) {
      const victim = this.#displaceable(keys, entrance)
      victim?.leave()
      victim?.onDisplaced?.()
      if (!victim || !this.#mayEnter(keys, entrance)) throw tooManyRequests(retryAfterSeconds)
    }
    const { crowd } = entrance
    const leaves = [...keys.slice(1), ...(crowd === undefined ? [] : [crowd])].map((also) =>
      this.#hold(also),
    )
    const free = this.#take(keys[0] ?? '')
    const place: Place = {
      ...entrance,
      keys,
      leave: () => {
        this.#places.delete(place)
        for (const leave of leaves.splice(0)) leave()
        free()
      },
    }
    this.#places.add(place)
    return place.leave
  }

  #mayEnter(keys: readonly string[], { crowd }: Entrance): boolean {
    return keys.every((key) => this.#mayRun(key)) && !this.#isCrowded(crowd)
  }

  #isCrowded(crowd: string | undefined): boolean {
    return crowd !== undefined && this.#heldBy(crowd) >= this.#bounds.overall / 2
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0
  }

  /** The oldest place of the key that has most; undefined if no key has several. */
  #displaceable(keys: readonly string[], { crowd }: Entrance): Place | undefined {
    if (keys.some((key) => this.#heldBy(key) > 0)) return undefined
    const isCrowded = this.#isCrowded(crowd)
    let [found, most]: [Place | undefined, number] = [undefined, 1]
    for (const place of this.#places) {
      if (!place.onDisplaced || (isCrowded && place.crowd !== crowd)) continue
      const held = Math.max(...place.keys.map((key) => this.#heldBy(key)))
      if (held > most) [found, most] = [place, held]
    }
    return found
  }

  #hold(key: string): () => void {
    this.#held.set(key, this.#heldBy(key) + 1)
    return () => {
      const remaining = this.#heldBy(key) - 1
      if (remaining <= 0) this.#held.delete(key)
      else this.#held.set(key, remaining)
    }
  }

  /**
   * Waits for a place, and returns the function that releases it. Undefined if the queue was full, the wait too long,
   * or the signal aborted before a place was free. Of several keys, the first has the queue; the queue's bound and the
   * time that was used count for each of them.
   */
  wait(
    keyOrKeys: string | readonly string[],
    { longestMs, signal: ask }: Patience,
  ): Promise<(() => void) | undefined> {
    const [key = '', ...others] = typeof keyOrKeys === 'string' ? [keyOrKeys] : keyOrKeys
    if (!this.#queues.has(key) && this.#mayRun(key)) return Promise.resolve(this.#take(key, others))
    const { each, overall } = this.#bounds.queue ?? { each: 0, overall: 0 }
    const own = this.#queues.get(key) ?? new Set()
    const signal = ask?.()
    const waiting = [own.size, ...others.map((other) => this.#waitingOf.get(other) ?? 0)]
    const isFull = Math.max(...waiting) >= each || this.#waiting >= overall
    if (isFull || signal?.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const finish = (leave: (() => void) | undefined): void => {
        prevent()
        signal?.removeEventListener('abort', giveUp)
        resolve(leave)
      }
      const waiter: Waiter = { others, admit: finish }
      const giveUp = (): void => {
        this.#remove(key, waiter)
        finish(undefined)
      }
      const prevent = this.#later(longestMs, giveUp)
      signal?.addEventListener('abort', giveUp, { once: true })
      own.add(waiter)
      this.#queues.set(key, own)
      this.#countWaiting(others, 1)
    })
  }

  #mayRun(key: string): boolean {
    const { overall, each = overall } = this.#bounds
    return this.#heldBy(key) < Math.min(each, overall - this.#running)
  }

  #countWaiting(others: readonly string[], change: 1 | -1): void {
    this.#waiting += change
    for (const other of others) {
      const count = (this.#waitingOf.get(other) ?? 0) + change
      if (count === 0) this.#waitingOf.delete(other)
      else this.#waitingOf.set(other, count)
    }
  }

  #take(key: string, others: readonly string[] = []): () => void {
    const release = this.#hold(key)
    this.#running += 1
    this.#clock = this.#startOf([key, ...others])
    const startedMs = this.#now()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#running -= 1
      this.#note([key, ...others], this.#now() - startedMs)
      release()
      this.#admit()
    }
  }

  #startOf(keys: readonly string[]): number {
    return Math.max(this.#clock, ...keys.map((key) => this.#used.get(key) ?? 0))
  }

  #note(keys: readonly string[], ms: number): void {
    for (const key of keys) this.#used.set(key, this.#startOf([key]) + ms)
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
      first.admit(this.#take(key, first.others))
    }
  }

  /** The key whose turn it is among those that wait and may run. */
  #next(): string | undefined {
    let [next, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const [key, [first]] of this.#queues) {
      const start = this.#startOf([key, ...(first?.others ?? [])])
      if (start < least && this.#mayRun(key)) [next, least] = [key, start]
    }
    return next
  }

  #remove(key: string, waiter: Waiter): void {
    const queue = this.#queues.get(key)
    if (!queue?.delete(waiter)) return
    this.#countWaiting(waiter.others, -1)
    if (queue.size === 0) this.#queues.delete(key)
  }
}
