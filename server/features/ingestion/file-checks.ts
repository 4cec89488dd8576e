/** The texts about the checks of a file, once for each account and check. */
import {
  checkTextsOf,
  type CheckTexts,
  comparedTexts,
  type ComparedTexts,
  sharedTexts,
  sizeOfTexts,
} from '@plumbline/scanner/formats'

/** A check with its texts in a file. */
export interface CheckOfFile {
  readonly check_id: string
  /** The time of its newest record in the file, in milliseconds since 1970. */
  readonly time: number
  readonly texts: CheckTexts
}

interface Known extends Omit<CheckOfFile, 'time'> {
  time: number
  readonly account: number
  readonly compared: ComparedTexts
}

/** The maximum number of characters of all texts. Checks after that have none. */
const mostCharacters = 20_000_000
/** The memory for a check without its texts, expressed in characters. */
const overhead = 500

export class FileChecks {
  /** By account and check. */
  readonly #known = new Map<number, Map<string, Known>>()
  #characters = 0

  /** The texts of the first record of a check are kept, without those that differ in other records. */
  add(account: number, of: Pick<CheckOfFile, 'check_id' | 'time'>, record: unknown): void {
    let checks = this.#known.get(account)
    if (!checks) this.#known.set(account, (checks = new Map()))
    const before = checks.get(of.check_id)
    const compared = comparedTexts(record)
    if (before) {
      before.time = Math.max(before.time, of.time)
      const texts = sharedTexts(before.texts, before.compared, compared)
      if (texts !== before.texts) checks.set(of.check_id, { ...before, texts })
      return
    }
    const texts = checkTextsOf(record)
    const size = Math.max(sizeOfTexts(texts), compared.join('').length)
    this.#characters += size + of.check_id.length + overhead
    if (this.#characters <= mostCharacters)
      checks.set(of.check_id, { account, ...of, texts, compared })
  }

  /** Checks with a text other than their title's default. */
  *all(): Generator<CheckOfFile & { readonly account: number }> {
    for (const checks of this.#known.values())
      for (const { account, check_id, time, texts } of checks.values())
        if (sizeOfTexts(texts) > 0) yield { account, check_id, time, texts }
  }
}
