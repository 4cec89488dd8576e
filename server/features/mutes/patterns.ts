/**
 * Patterns of a mutelist, as its format documents them: `*` for everything, keywords, and regular expressions. All
 * are searched for anywhere in the text. Regular expressions run in linear time (decision 0137).
 */
import { RE2JS, RE2JSException } from 're2js'

/** Instructions of one compiled expression. One of this size takes about a second for 10,000 names of 100 characters. */
const maxProgram = 1_000

/** Characters that make a pattern a regular expression. Without them, each `*` matches any text. */
const signs = /[\\^$.|?+()[\]{}]/

interface Pattern {
  /** Relative to a keyword: how long one search takes. */
  readonly cost: number
  matches(text: string): boolean
}

/**
 * Instructions of the pattern, with those that take as long to compile as its classes and ranges; 0 for a keyword. And
 * why it is not valid, if it is not: then it counts as the largest one, because it may have taken as long to read.
 */
export function patternSize(text: string): { readonly size: number; readonly reason?: string } {
  const read = expressionIn(text)
  if (typeof read === 'string') return { size: maxProgram, reason: read }
  return read ? { size: read.programSize() + compileCost(text) } : { size: 0 }
}

const tooManyRepeats = 'repeats too much: use smaller numbers in braces'

/** The sum of the numbers in braces, which each take at least an instruction. Known before the expression is compiled. */
const repeatsIn = (text: string): number =>
  Array.from(text.matchAll(/\{(\d+)(?:,(\d*))?\}/g)).reduce(
    (sum, [, least, most]) => sum + Number(most || least),
    0,
  )

/** Parts of expressions that are slow to compile, each with the number of instructions that take as long. */
const slowToCompile: readonly (readonly [RegExp, number])[] = [
  [/\\[pP]/g, 200],
  [/\\[DSW]|\[\^|\[:\^/g, 20],
]
/** A range of characters beyond ASCII in an expression without case. */
const slowRange = 1_000
const mostCompileCost = 100_000

function compileCost(text: string): number {
  let cost = 0
  for (const [part, each] of slowToCompile) cost += each * (text.match(part)?.length ?? 0)
  const isWithoutCase = /\(\?[a-zA-Z]*i/.test(text) && /[^\0-\x7f]|\\[\dQx]/.test(text)
  return cost + (isWithoutCase ? slowRange * (text.match(/-/g)?.length ?? 0) : 0)
}

/** The expression; undefined for a keyword or wildcards; the reason if it is not valid. */
function expressionIn(text: string): RE2JS | string | undefined {
  if (!signs.test(text)) return undefined
  if (repeatsIn(text) > maxProgram) return tooManyRepeats
  if (compileCost(text) > mostCompileCost) return 'has too many classes or ranges of characters'
  try {
    // Defined by the format: a leading `*` matches any text.
    const expression = RE2JS.compile(text.replace(/^\*/, '.*'))
    if (expression.programSize() <= maxProgram) return expression
    return tooManyRepeats
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return error.message.replace(/^error parsing regexp: /, '')
  }
}

function compiled(text: string): Pattern {
  const expression = expressionIn(text)
  if (expression instanceof RE2JS) {
    return {
      cost: 1 + expression.programSize() / 10,
      matches: (name) => expression.test(name),
    }
  }
  // Lists that were stored before expressions were accepted may have text that is not valid as one.
  const parts = text.split('*').filter((part) => part !== '')
  return { cost: 1, matches: (name) => hasInOrder(name, parts) }
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return true
}

/** Several patterns, compiled once. */
export class Patterns {
  readonly cost: number
  readonly #names = new Set<string>()
  readonly #patterns: readonly Pattern[]

  constructor(texts: readonly string[]) {
    for (const text of texts) if (!signs.test(text)) this.#names.add(text)
    this.#patterns = texts.map(compiled)
    this.cost = this.#patterns.reduce((all, { cost }) => all + cost, 0)
  }

  /** Whether one of them is found in the text. */
  match(text: string): boolean {
    return this.#names.has(text) || this.#patterns.some((pattern) => pattern.matches(text))
  }
}
