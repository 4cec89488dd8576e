/**
 * Compares bench results with aims. Each is printed with whether it was met; with `--hold` a bench that misses one
 * exits with status 1.
 */
import type { ParseArgsOptionsConfig } from 'node:util'

export const holdOption = {
  hold: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig

export class Aims {
  readonly #isHeld: boolean
  readonly #missed: string[] = []
  #count = 0

  constructor({ hold }: { readonly hold: boolean }) {
    this.#isHeld = hold
  }

  /** `met` or `MISSED`, for the line that shows the value. `what` is the measured quantity. */
  judge(what: string, isMet: boolean): 'met' | 'MISSED' {
    this.#count += 1
    if (!isMet) this.#missed.push(what)
    return isMet ? 'met' : 'MISSED'
  }

  /** `aim 10 ms met`. NaN counts as missed. */
  atMost(what: string, value: number, most: number, unit = ''): string {
    return `aim ${most}${unit} ${this.judge(what, value <= most)}`
  }

  /** The last line of a bench, and its status. */
  close(say: (text: string) => void): void {
    const missed = this.#missed.length
    say(
      missed === 0
        ? `All ${this.#count} aims are met.`
        : `${missed} of ${this.#count} aims are missed:`,
    )
    for (const what of this.#missed) say(`  ${what}`)
    if (missed > 0 && this.#isHeld) process.exitCode = 1
  }
}
