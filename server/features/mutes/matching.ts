/** Findings held against a mutelist. Pure, and the work of a thread: who writes a list decides what it costs. */
import type { Mutable } from '../findings/index.ts'
import type { Mutelist } from './mutelist.ts'

/**
 * Whether a text matches a pattern of literal parts and `*`. Each part is looked for once, behind the one
 * before: patterns are users' words and never become regular expressions.
 */
export const matches = (pattern: string, text: string): boolean =>
  partsMatch(pattern.split('*'), text)

function partsMatch(parts: readonly string[], text: string): boolean {
  const [first = ''] = parts
  if (parts.length === 1) return text === first
  if (!text.startsWith(first)) return false
  const last = parts.at(-1) ?? ''
  let at = first.length
  for (let index = 1; index < parts.length - 1; index += 1) {
    const part = parts[index] ?? ''
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/** Several patterns, split once. */
class Patterns {
  readonly #exact = new Set<string>()
  readonly #parts: (readonly string[])[] = []
  readonly #isAny: boolean = false

  constructor(patterns: readonly string[]) {
    for (const pattern of patterns) {
      if (!pattern.includes('*')) this.#exact.add(pattern)
      else if (/^\*+$/.test(pattern)) this.#isAny = true
      else this.#parts.push(pattern.split('*'))
    }
  }

  /** Whether one of them matches the text. */
  match(text: string): boolean {
    if (this.#isAny || this.#exact.has(text)) return true
    return this.#parts.some((parts) => partsMatch(parts, text))
  }
}

interface Conditions {
  readonly regions: Patterns | undefined
  readonly resources: Patterns | undefined
  /** Every one must find a tag: an entry with two tags means both. */
  readonly tags: readonly Patterns[]
}
interface Entry extends Conditions {
  /** Undefined: it leaves out nothing. */
  readonly exceptions: Conditions | undefined
}

const conditions = (
  regions: readonly string[] | undefined,
  resources: readonly string[] | undefined,
  tags: readonly string[] = [],
): Conditions => ({
  regions: regions && new Patterns(regions),
  resources: resources && new Patterns(resources),
  tags: tags.map((tag) => new Patterns([tag])),
})

const hold = ({ regions, resources, tags }: Conditions, one: Mutable): boolean =>
  (!regions || regions.match(one.region)) &&
  (!resources || resources.match(one.resource_uid) || resources.match(one.resource_name)) &&
  tags.every((tag) => one.tags.some((text) => tag.match(text)))

type Rule = Mutelist['Mutelist']['Accounts'][string]['Checks'][string]

/** Empty lists leave out nothing, and an exception for other accounts is none here. */
function exceptionsOf({ Exceptions: given = {} }: Rule, account: string): Conditions | undefined {
  const { Accounts = [], Regions = [], Resources = [], Tags = [] } = given
  if (Accounts.length + Regions.length + Resources.length + Tags.length === 0) return undefined
  if (Accounts.length > 0 && !new Patterns(Accounts).match(account)) return undefined
  const some = (patterns: readonly string[]) => (patterns.length > 0 ? patterns : undefined)
  return conditions(some(Regions), some(Resources), Tags)
}

/** Checks of which it is remembered what entries are about them. */
const mostChecks = 2_000

/** The entries of a list that are about one account, ready to be held against its findings. */
export class AccountList {
  /** Patterns in its entries. */
  readonly patterns: number
  readonly #exact = new Map<string, Entry[]>()
  readonly #wild: { readonly check: Patterns; readonly entry: Entry }[] = []
  readonly #byCheck = new Map<string, readonly Entry[]>()

  constructor({ Mutelist: { Accounts } }: Mutelist, account: string) {
    let patterns = 0
    for (const [accountPattern, { Checks }] of Object.entries(Accounts)) {
      if (!matches(accountPattern, account)) continue
      for (const [check, rule] of Object.entries(Checks)) {
        patterns += patternsOf(rule)
        const entry = {
          ...conditions(rule.Regions, rule.Resources, rule.Tags),
          exceptions: exceptionsOf(rule, account),
        }
        if (check.includes('*')) this.#wild.push({ check: new Patterns([check]), entry })
        else {
          const others = this.#exact.get(check)
          if (others) others.push(entry)
          else this.#exact.set(check, [entry])
        }
      }
    }
    this.patterns = patterns
  }

  /** Whether an entry is about findings of this check. */
  concerns(check: string): boolean {
    return this.#about(check).length > 0
  }

  /** Whether an entry hides the finding. */
  hides(one: Mutable): boolean {
    return this.#about(one.check_id).some(
      (entry) => hold(entry, one) && !(entry.exceptions && hold(entry.exceptions, one)),
    )
  }

  #about(check: string): readonly Entry[] {
    const known = this.#byCheck.get(check)
    if (known) return known
    const wild = this.#wild.filter((one) => one.check.match(check)).map(({ entry }) => entry)
    const found = [...(this.#exact.get(check) ?? []), ...wild]
    if (this.#byCheck.size >= mostChecks) this.#byCheck.clear()
    this.#byCheck.set(check, found)
    return found
  }
}

/** Patterns of one entry, with its check's name. */
export function patternsOf({ Regions, Resources, Tags, Exceptions = {} }: Rule): number {
  const { Accounts, Regions: regions, Resources: resources, Tags: tags } = Exceptions
  const lists = [Regions, Resources, Tags, Accounts, regions, resources, tags]
  return lists.reduce((all, list = []) => all + list.length, 1)
}
