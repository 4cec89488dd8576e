import { setTimeout as sleep } from 'node:timers/promises'

export interface LoopSettings {
  /** Between two searches of which the first found nothing. */
  readonly pauseMs: number
  readonly signal: AbortSignal
  /** Hears of a search that failed; the next one follows after a pause. */
  readonly failed: (error: unknown) => void
}

/** Looks for rows that are due. */
export class Loop {
  #pause = new AbortController()

  /** Ends the pause. */
  readonly wake = (): void => this.#pause.abort()

  /** Searches until `signal`: again at once after a search that found something, else after a pause. */
  async run(
    search: () => Promise<boolean>,
    { pauseMs, signal, failed }: LoopSettings,
  ): Promise<void> {
    signal.addEventListener('abort', this.wake, { once: true })
    while (!signal.aborted) {
      this.#pause = new AbortController()
      const found = await search().catch((error: unknown) => {
        failed(error)
        return false
      })
      if (found || signal.aborted) continue
      await sleep(pauseMs, undefined, { signal: this.#pause.signal }).catch(() => {})
    }
  }
}
