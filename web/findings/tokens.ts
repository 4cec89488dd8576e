/** Splits the text of the filter box: `service:s3,iam`, `-severity:low`, `resource_name~"my bucket"`, and words. */
import { namedFilter } from './filters.ts'

export type Sign = ':' | '~' | '='

export interface Token {
  /** The text as it was typed. */
  readonly text: string
  readonly start: number
  readonly isNegated: boolean
  /** The typed name and its sign; absent for a word. */
  readonly key?: { readonly name: string; readonly sign: Sign }
  /** The values without quotes. A word has one. */
  readonly values: readonly string[]
  /** Where the last value begins in the whole text. */
  readonly lastAt: number
  /** The last value begins with a quote that is not closed. */
  readonly isOpen: boolean
}

const head = /^(-?)([a-z][a-z_]*)([:~=])/i

/** Identifiers with colons that are searched as words: ARNs, URNs, URLs, IPv6 and MAC addresses. */
const isAddress = (name: string, rest: string): boolean =>
  /^(arn|urn)$/i.test(name) ||
  /^(:|\/\/)/.test(rest) ||
  /^[0-9a-f]{1,4}(:[0-9a-f]{0,4}){2,}(\W|$)/i.test(`${name}:${rest}`)

/**
 * A key is the name of a filter before `:`, `~` or `=`. Another name before `:` or `~` is a key as well, so that a
 * misspelled filter is not searched as a word.
 */
function keyAt(text: string, at: number) {
  const [all, minus = '', name = '', sign] = head.exec(text.slice(at)) ?? []
  if (all === undefined) return undefined
  const rest = /^\S*/.exec(text.slice(at + all.length))?.[0] ?? ''
  const isKey =
    namedFilter(name) !== undefined ||
    (sign === ':' ? !isAddress(name, rest) : sign === '~' && rest !== '')
  return isKey
    ? { length: all.length, isNegated: minus !== '', key: { name, sign: sign as Sign } }
    : undefined
}

const quote = /["“”]/
/** Characters that have a backslash before them in quotes. */
const special = /["“”\\]/

/** Reads up to a character that `ends` the value, outside quotes. `\"` is a quote in a value in quotes. */
function valueAt(text: string, from: number, ends: RegExp) {
  let value = ''
  let at = from
  let isQuoted = false
  for (; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\' && isQuoted && special.test(text.charAt(at + 1))) {
      at += 1
      value += text.charAt(at)
    } else if (quote.test(character)) isQuoted = !isQuoted
    else if (!isQuoted && ends.test(character)) break
    else value += character
  }
  return { value: isQuoted ? value.trimEnd() : value, end: at, isOpen: isQuoted }
}

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  const spacesAt = (at: number): number => /^\s*/.exec(text.slice(at))?.[0].length ?? 0
  let at = spacesAt(0)
  while (at < text.length) {
    const start = at
    const found = keyAt(text, at)
    const isFixed = found !== undefined && namedFilter(found.key.name)?.values !== undefined
    at += found?.length ?? 0
    const values: string[] = []
    const ends = found && found.key.sign !== '~' ? /[\s,]/ : /\s/
    let lastAt = at
    let isOpen = false
    for (;;) {
      lastAt = at
      const read = valueAt(text, at, ends)
      if (read.value.trim() !== '') values.push(read.value)
      at = read.end
      isOpen = read.isOpen
      if (text.charAt(at) !== ',') break
      // `severity:high, low` continues after the space. `severity:high, service:s3` does not, and neither does
      // `service:s3, public`, whose last word may be a value or a word to search.
      const next = at + 1 + spacesAt(at + 1)
      const isApart = next > at + 1 && next < text.length
      at = isApart && (!isFixed || keyAt(text, next)) ? at + 1 : next
      if (at < next) break
    }
    const typed = text.slice(start, at).trimEnd()
    const isNegated = found ? found.isNegated : /^-[\p{L}"“]/u.test(typed)
    const token = { text: typed, start, isNegated, values, lastAt, isOpen }
    tokens.push({ ...token, ...(found && { key: found.key }) })
    at += spacesAt(at)
  }
  return tokens
}

const inQuotes = (text: string): string => `"${text.replace(/["“”\\]/g, '\\$&')}"`

/** A value as it is typed: in quotes if it has characters with a meaning. */
export const quoted = (value: string): string =>
  /[\s,"“”\\]/.test(value) ? inQuotes(value) : value

/** A word as it is typed: in quotes if it would be several words, a filter or an exclusion. */
export const quotedWord = (word: string): string =>
  keyAt(word, 0) || /^-|[\s"“”]/.test(word) ? inQuotes(word) : word

/** The text of a token without quotes, to search for it as a word. */
export const plainText = ({ isNegated, key, values }: Token): string =>
  key ? `${isNegated ? '-' : ''}${key.name}${key.sign}${values.join(',')}` : values.join('')
