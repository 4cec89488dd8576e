import { plannedForValues, toStatement } from './sql.ts'

/** So many statements have names at most; a connection keeps the plan of each. */
const mostNamed = 300
/** So many texts that came once are known at most. */
const mostSeen = 1_000

const { text: unprepared } = toStatement(plannedForValues)

/** Names by which connections know statements that they have prepared: those that come a second time. */
export class Names {
  #names = new Map<string, string>()
  #seen = new Set<string>()
  #renewals = 0

  /** Undefined: it is not worth a name, or there are too many. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= mostNamed || text.trimStart().startsWith(unprepared)) return undefined
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= mostSeen) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `prepared_${this.#renewals}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Every connection plans again, not only the one with the invalid plan. */
  renew(): void {
    this.#names = new Map()
    this.#renewals += 1
  }
}
