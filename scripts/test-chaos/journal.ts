/** The events of a run with their times, and the faults that were found. */
export class Journal {
  readonly misses: string[] = []
  readonly #startedMs = performance.now()
  readonly #say: (line: string) => void

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  get seconds(): number {
    return (performance.now() - this.#startedMs) / 1_000
  }

  note(text: string): void {
    this.#say(`${this.seconds.toFixed(1).padStart(7)} s  ${text}`)
  }

  miss(text: string): void {
    this.misses.push(text)
    this.note(`MISS: ${text}`)
  }
}
