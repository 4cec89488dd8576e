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

/** Reads up to a character that `ends` the value, outside quotes. `\"` is a quote in the value. */
function valueAt(text: string, from: number, ends: RegExp) {
  let value = ''
  let at = from
  let isQuoted = false
  for (; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\' && isQuoted && /["\\]/.test(text.charAt(at + 1))) {
      at += 1
      value += text.charAt(at)
    } else if (quote.test(character)) isQuoted = !isQuoted
    else if (!isQuoted && ends.test(character)) break
    else value += character
  }
  return { value, end: at }
}

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  const spacesAt = (at: number): number => /^\s*/.exec(text.slice(at))?.[0].length ?? 0
  let at = spacesAt(0)
  while (at < text.length) {
    const start = at
    const found = keyAt(text, at)
    at += found?.length ?? 0
    const values: string[] = []
    let lastAt = at
    for (;;) {
      lastAt = at
      const { value, end } = valueAt(text, at, found && found.key.sign !== '~' ? /[\s,]/ : /\s/)
      if (value.trim() !== '') values.push(value.trim())
      at = end
      if (text.charAt(at) !== ',') break
      // `severity:high, low` continues after the space, `severity:high, service:s3` does not.
      const next = at + 1 + spacesAt(at + 1)
      at = next > at + 1 && keyAt(text, next) ? at + 1 : next
      if (at < next) break
    }
    const typed = text.slice(start, at).trimEnd()
    const isNegated = found ? found.isNegated : /^-[\p{L}"“]/u.test(typed)
    tokens.push({ text: typed, start, isNegated, values, lastAt, ...(found && { key: found.key }) })
    at += spacesAt(at)
  }
  return tokens
}

/** A value as it is typed: in quotes if it has characters with a meaning. */
export const quoted = (value: string): string =>
  /[\s,"“”\\]/.test(value) ? `"${value.replace(/["“”\\]/g, '\\$&')}"` : value

/** A word as it is typed: in quotes if it would be a filter. */
export const quotedWord = (word: string): string =>
  keyAt(word, 0) || word.startsWith('-') ? `"${word.replace(/["\\]/g, '\\$&')}"` : word
