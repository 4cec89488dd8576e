/** The text of the filter box as filters of the API. What cannot be sent is a problem with a sentence. */
import type { View } from '../kit/view.ts'
import { anyOf } from '../kit/words.ts'
import { type Changes, type Filter, namedFilter, valuesSet } from './filters.ts'
import { plainText, quoted, quotedWord, type Token, tokensOf } from './tokens.ts'

export interface Problem {
  /** The part of the text, as typed. */
  readonly token: string
  readonly sentence: string
}

export interface Typed {
  readonly changes: Changes
  readonly problems: readonly Problem[]
}

/** The ids of the rows with this name, for filters whose values are rows; undefined while the names load. */
export type IdsOf = (name: string) => readonly string[] | undefined

interface Account {
  readonly id: string
  readonly uid: string
  readonly alias: string | null
}

/** The ids of the accounts with this name, UID or id, in any case. */
export const accountsNamed = (accounts: readonly Account[], name: string): readonly string[] => {
  const typed = name.toLowerCase()
  return accounts
    .filter(({ id, alias, uid }) => [id, alias, uid].some((one) => one?.toLowerCase() === typed))
    .map(({ id }) => id)
}

/** The values of one filter in the text. */
interface Asked {
  readonly token: Token
  readonly filter: Filter
  readonly added: string[]
  readonly removed: string[]
  contained?: string
}

/** The API's limit of a search. */
const longestSearch = 256

/** Every word of the text is in a change or in a problem. A text with problems must not be sent. */
export function typedFilters(text: string, view: View, idsOf: IdsOf = () => undefined): Typed {
  const asked = new Map<string, Asked>()
  const words: string[] = []
  const problems: Problem[] = []
  const tokens = tokensOf(text)
  for (const [at, token] of tokens.entries()) {
    const sentence = token.key
      ? (strayComma(token, tokens[at + 1]) ?? take(token, asked, idsOf))
      : takeWord(token, words)
    if (sentence !== undefined) problems.push({ token: token.text, sentence })
  }
  const search = words.join(' ')
  if (search.length > longestSearch)
    problems.push({ token: search, sentence: `A search has at most ${longestSearch} characters.` })
  let changes: Changes = search === '' ? {} : { 'filter[search]': search }
  for (const one of asked.values()) {
    const result = changesOf(one, view)
    if (typeof result === 'string') problems.push({ token: one.token.text, sentence: result })
    else changes = { ...changes, ...result }
  }
  return { changes, problems }
}

const asText = (token: Token): string =>
  `To search for this text, type it in double quotes: ${quotedWord(plainText(token))}`

function takeWord(token: Token, words: string[]): string | undefined {
  if (token.values.length === 0) return 'There is no text in the quotes.'
  if (token.isNegated) return `Words cannot be excluded. ${asText(token)}`
  words.push(...token.values)
  return undefined
}

/** In `service:s3, public` the word may be another value or a word to search. */
function strayComma({ text, key, values }: Token, next: Token | undefined): string | undefined {
  const isList = key?.sign !== '~' && values.length > 0 && text.endsWith(',')
  if (!isList || !next || next.key) return undefined
  return `For another value, type ${text}${next.text} without a space. To search for “${next.text}”, remove the comma.`
}

/** Adds the values of a token to those of its filter, or returns the reason why they cannot be sent. */
function take(token: Token, asked: Map<string, Asked>, idsOf: IdsOf): string | undefined {
  const { name, sign } = token.key ?? { name: '', sign: ':' }
  const filter = namedFilter(name)
  if (!filter) return `There is no filter “${name}”. ${asText(token)}`
  if (token.values.length === 0) return `“${name}${sign}” needs a value directly after it.`
  const one = asked.get(filter.name) ?? { token, filter, added: [], removed: [] }
  asked.set(filter.name, one)
  if (sign === '~') return takeContained(token, one)
  if (token.isNegated && !canBeNegated(filter))
    return `“${name}” cannot be negated. Only filters with a fixed list of values can.`
  const values = token.values.map((value) => valueOf(filter, value, idsOf))
  const wrong = values.find((value) => typeof value === 'string')
  if (wrong !== undefined) return wrong
  const into = token.isNegated ? one.removed : one.added
  into.push(...values.flat())
  return undefined
}

function takeContained(token: Token, one: Asked): string | undefined {
  const { filter } = one
  const typed = token.key?.name ?? ''
  if (!filter.isText)
    return `“${typed}” cannot be searched for a part of its value. Use “${typed}:” with a whole value.`
  if (token.isNegated) return `“${typed}” cannot be negated.`
  if (one.contained !== undefined)
    return `“${typed}~” can be used once. The filter already contains “${one.contained}”.`
  one.contained = token.values.join(' ')
  return undefined
}

export const canBeNegated = ({ values, isOptional }: Filter): boolean =>
  values !== undefined && !isOptional

/** The values in the API's notation, or the reason why there are none. */
function valueOf(filter: Filter, value: string, idsOf: IdsOf): readonly string[] | string {
  const { title, values, isRow } = filter
  if (values) {
    const known = values.find((one) => one === spelled(values, value))
    return known === undefined
      ? `“${value}” is not a value of ${title}. Use ${anyOf(values)}.`
      : [known]
  }
  if (!isRow) return [value]
  const ids = idsOf(value)
  if (ids === undefined) return 'The names of the accounts are still loading. Try again.'
  return ids.length === 0 ? `No account has the name or UID “${value}”.` : ids
}

/** Values of the API are found in any case, and with spaces instead of underscores, as lists show them. */
const spelled = (values: readonly string[], value: string): string | undefined => {
  const plain = (text: string): string => text.toLowerCase().replace(/[\s-]/g, '_')
  return values.find((one) => plain(one) === plain(value))
}

function changesOf({ filter, added, removed, contained }: Asked, view: View): Changes | string {
  const { name, title, isSingle, values = [] } = filter
  const contains = contained === undefined ? {} : { [`filter[${name}__icontains]`]: contained }
  if (added.length + removed.length === 0) return contains
  const held = valuesSet(view, name)
  const without = (list: readonly string[]): readonly string[] =>
    list.filter((value) => !removed.includes(value))
  if (without(added).length < added.length) return `${title} has a value and excludes it.`
  // A negation takes values from the set ones. If none is left, it means all other values.
  const rest = without(isSingle ? [] : held)
  const base = rest.length > 0 || added.length > 0 ? rest : without(values)
  const next = [...new Set([...base, ...added])]
  if (next.length === 0) return `All values of ${title} are excluded.`
  if (isSingle)
    return next.length === 1
      ? { [`filter[${name}]`]: next[0] }
      : `${title} accepts one value, ${anyOf(values)}.`
  // Values of a list are separated by commas, so a value with a comma is sent alone.
  const isWhole = next.some((value) => value.includes(','))
  if (isWhole && next.length > 1)
    return `A value with a comma cannot be combined with other values of ${title}: ${next.map(quoted).join(', ')}.`
  return {
    ...contains,
    [`filter[${name}]`]: isWhole ? next[0] : undefined,
    [`filter[${name}__in]`]: isWhole ? undefined : next.join(','),
  }
}
