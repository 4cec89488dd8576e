/** So many statements have names at most; a connection keeps the plan of each. */
const mostNamed = 300

/** Names by which connections know statements that they have prepared. */
export class Names {
  #names = new Map<string, string>()
  #renewals = 0
  /** Undefined once there are too many. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= mostNamed) return known
    const name = `prepared_${this.#renewals}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
  /** Every connection plans anew, not only the one on which a plan was void. */
  renew(): void {
    this.#names = new Map()
    this.#renewals += 1
  }
}
