// What a connection could not write yet. Frames are views of Buffers shared with other connections.

import type { Frame } from './encoder.ts'

/** `frame` is null once a newer one of the same key took its place. */
type Entry = { frame: Frame | null; older: Entry | null }

export class FrameQueue {
  bytes = 0
  #entries: Entry[] = []
  #live = 0
  /** The newest entry of each key; `older` leads to those it would replace. Made when needed: most
   *  connections never queue. */
  #newest: Map<string, Entry> | null = null

  push(frame: Frame): void {
    const entry: Entry = { frame, older: null }
    if (frame.key !== null) {
      this.#newest ??= new Map()
      entry.older = this.#newest.get(frame.key) ?? null
      this.#newest.set(frame.key, entry)
    }
    this.#entries.push(entry)
    this.#live += 1
    this.bytes += frame.bytes.length
  }

  /** Keeps the newest frame of each key, and every frame without one. Returns the number removed. */
  conflate(): number {
    const before = this.#live
    for (const newest of this.#newest?.values() ?? []) {
      for (let entry = newest.older; entry?.frame; entry = entry.older) {
        this.bytes -= entry.frame.bytes.length
        entry.frame = null
        this.#live -= 1
      }
      newest.older = null
    }
    // Emptied entries are swept when they are the majority, so that a sweep costs little per push.
    if (this.#entries.length > 64 && this.#entries.length > 2 * this.#live)
      this.#entries = this.#entries.filter((entry) => entry.frame !== null)
    return before - this.#live
  }

  /** Removes the oldest frames: at least one if there is any, up to about `maxBytes`. */
  take(maxBytes: number): Buffer[] {
    const taken: Buffer[] = []
    let size = 0
    let index = 0
    for (; index < this.#entries.length && size < maxBytes; index += 1) {
      const entry = this.#entries[index]
      const frame = entry?.frame
      if (!entry || !frame) continue
      if (frame.key !== null && this.#newest?.get(frame.key) === entry)
        this.#newest.delete(frame.key)
      entry.frame = null
      entry.older = null
      taken.push(frame.bytes)
      size += frame.bytes.length
      this.#live -= 1
    }
    this.#entries = this.#entries.slice(index)
    this.bytes -= size
    return taken
  }

  clear(): void {
    this.#entries = []
    this.#newest = null
    this.#live = 0
    this.bytes = 0
  }
}
