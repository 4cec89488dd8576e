/** Matches findings with a mutelist. Pure. Runs in a thread, because the author of a list determines its cost. */
import type { Mutable } from '../recording/index.ts'
import type { Mutelist } from './mutelist.ts'
import { Patterns } from './patterns.ts'

/**
 * Whether the whole id of an account matches a pattern of literal parts and `*`. Each part is searched for once,
 * after the part before it. An account is never matched by a part of its id.
 */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
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

interface Conditions {
  readonly regions: Patterns | undefined
  readonly resources: Patterns | undefined
  /** Every one must find a tag: an entry with two tags means both. */
  readonly tags: readonly Patterns[]
}
/** An entry of a list: the keys under which it is written. */
export interface EntryName {
  readonly account: string
  readonly check: string
}
interface Entry extends Conditions {
  readonly name: EntryName
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
  tags.every((tag) => one.tags.some((text) => tag.match(text)) || tag.match(joined(one)))

/** All tags in one text, as the format's own tool searches them: a pattern may name several, or match no tag at all. */
const joined = ({ tags }: Mutable): string => tags.join(' | ')

const hides = (entry: Entry, one: Mutable): boolean =>
  hold(entry, one) && !(entry.exceptions && hold(entry.exceptions, one))

const costOf = ({ regions, resources, tags }: Conditions): number =>
  [regions, resources, ...tags].reduce((all, patterns) => all + (patterns?.cost ?? 0), 0)

type Rule = Mutelist['Mutelist']['Accounts'][string]['Checks'][string]

/** Empty lists exclude nothing, and exceptions for other accounts do not apply. */
function exceptionsOf({ Exceptions: given = {} }: Rule, account: string): Conditions | undefined {
  const { Accounts = [], Regions = [], Resources = [], Tags = [] } = given
  if (Accounts.length + Regions.length + Resources.length + Tags.length === 0) return undefined
  if (Accounts.length > 0 && !new Patterns(Accounts).match(account)) return undefined
  const some = (patterns: readonly string[]) => (patterns.length > 0 ? patterns : undefined)
  return conditions(some(Regions), some(Resources), Tags)
}

/** Checks of which it is remembered what entries are about them. */
const mostChecks = 2_000

/** The entries of a list that are about one account, ready to match its findings. */
export class AccountList {
  /** What one finding costs at most, in searches for a keyword; 0 if no entry is about the account. */
  readonly cost: number
  readonly #entries: { readonly checks: Patterns; readonly entry: Entry }[] = []
  readonly #byCheck = new Map<string, readonly Entry[]>()

  constructor({ Mutelist: { Accounts } }: Mutelist, account: string) {
    let cost = 0
    for (const [accountPattern, { Checks }] of Object.entries(Accounts)) {
      if (!matches(accountPattern, account)) continue
      for (const [check, rule] of Object.entries(Checks)) {
        const entry = {
          name: { account: accountPattern, check },
          ...conditions(rule.Regions, rule.Resources, rule.Tags),
          exceptions: exceptionsOf(rule, account),
        }
        // The format accepts the service's former name.
        const checks = new Patterns([check.replace(/^lambda/, 'awslambda')])
        cost += checks.cost + costOf(entry) + (entry.exceptions ? costOf(entry.exceptions) : 0)
        this.#entries.push({ checks, entry })
      }
    }
    this.cost = cost
  }

  /** Whether an entry is about findings of this check. */
  concerns(check: string): boolean {
    return this.#about(check).length > 0
  }

  /** Whether an entry hides the finding. */
  hides(one: Mutable): boolean {
    return this.#about(one.check_id).some((entry) => hides(entry, one))
  }

  /** Adds the entries that hide the finding to `found`; those that are in it already are not judged again. */
  addHiding(one: Mutable, found: Set<EntryName>): void {
    for (const entry of this.#about(one.check_id))
      if (!found.has(entry.name) && hides(entry, one)) found.add(entry.name)
  }

  #about(check: string): readonly Entry[] {
    const known = this.#byCheck.get(check)
    if (known) return known
    const found = this.#entries
      .filter(({ checks }) => checks.match(check))
      .map(({ entry }) => entry)
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
