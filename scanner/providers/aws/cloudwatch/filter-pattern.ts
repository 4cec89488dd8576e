// Filter patterns of CloudWatch Logs: terms, and expressions over the members of a JSON event. Columns
// (`[ip, user]`), regular expressions and excluded terms are not evaluated: the result is then unknown unless the rest
// of the pattern decides it.

/** A member that each such event has, with any value. */
export const anyValue: unique symbol = Symbol('any value')

/** A member that only some of these events have: neither EXISTS nor NOT EXISTS nor a comparison holds for all. */
export const perhaps: unique symbol = Symbol('a value that an event may lack')

/**
 * A member with any value, on which a filter may exclude certain values. Whether excluding another value leaves out
 * events that matter is for a person to decide.
 */
export class AnyExcept {
  readonly excludable: readonly string[]

  constructor(...excludable: readonly string[]) {
    this.excludable = excludable
  }

  toJSON(): undefined {
    return undefined
  }
}

/** Members that are objects or null, so that no comparison with them is true. */
const objects: ReadonlySet<unknown> = new Set([
  'userIdentity',
  'requestParameters',
  'responseElements',
])

export type Value =
  | string
  | number
  | boolean
  | null
  | typeof anyValue
  | typeof perhaps
  | AnyExcept
  | readonly Value[]
  | { readonly [member: string]: Value }

/** A log event, with all members that the real event has. */
export interface LogEvent {
  readonly [member: string]: Value
}

/**
 * True if a pattern matches, undefined if that is unknown. A condition on a member with any value is false, because it
 * is not true for all of them.
 */
type Match = boolean | undefined

export interface Filter {
  readonly matches: (event: LogEvent) => Match
  /** The part that is not evaluated, as the end of a sentence; null if the whole pattern is. */
  readonly unclear: string | null
  /** The conditions with `!=`, as in the pattern. */
  readonly exclusions: readonly string[]
}

type Test = (event: LogEvent) => Match

/** The maximum length of a pattern in AWS. */
const longest = 1024

interface Notes {
  readonly unclear: string[]
  readonly exclusions: string[]
}

/** Thrown within this file only. */
class Unclear extends Error {}

const part = (text: string, at: number): string => JSON.stringify(text.slice(at, at + 20))

/** True if a text matches a pattern in which `*` matches any characters. */
function fitsWildcards(wanted: string, text: string): boolean {
  const [first = '', ...rest] = wanted.split('*')
  const last = rest.pop()
  if (last === undefined) return wanted === text
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

type Path = readonly (string | number)[]

function valueAt(event: LogEvent, path: Path): Value | undefined {
  let value: Value = event
  for (const name of path) {
    if (value === anyValue || value === perhaps) return value
    if (value instanceof AnyExcept) return undefined
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value) !== (typeof name === 'number') || !Object.hasOwn(value, name))
      return undefined
    value = (value as Readonly<Record<string | number, Value>>)[name] as Value
  }
  return value
}

const orders: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function equals(value: string | number | boolean, wanted: string): boolean {
  if (typeof value === 'number' && wanted !== '' && !Number.isNaN(Number(wanted)))
    return value === Number(wanted)
  return fitsWildcards(wanted, String(value))
}

/** A comparison with a missing member is never true, not even `!=`. */
function compared(path: Path, operator: string, wanted: string): Test {
  const order = orders[operator]
  return (event) => {
    const value = valueAt(event, path)
    if (value === anyValue)
      return operator === '=' && /^\*+$/.test(wanted) && path.length === 1 && !objects.has(path[0])
    if (value instanceof AnyExcept) {
      if (operator !== '!=') return operator === '=' && /^\*+$/.test(wanted)
      return value.excludable.includes(wanted) || undefined
    }
    if (value === undefined || value === perhaps || typeof value === 'object') return false
    if (order) return typeof value === 'number' && order(value, Number(wanted))
    return equals(value, wanted) === (operator === '=')
  }
}

/** `{ ($.a = "b*") && ($.c NOT EXISTS) }`, from the brace on. `&&` binds before `||`. */
class Expression {
  readonly #text: string
  readonly #notes: Notes
  #at = 1

  constructor(text: string, notes: Notes) {
    this.#text = text
    this.#notes = notes
  }

  whole(): Test {
    const test = this.#either()
    this.#must('}')
    this.#space()
    if (this.#at < this.#text.length) this.#unclear()
    return test
  }

  #unclear(): never {
    throw new Unclear(`the text at ${part(this.#text, this.#at)}`)
  }

  #space(): void {
    this.#took(/\s*/y)
  }

  #took(expected: RegExp): string | undefined {
    expected.lastIndex = this.#at
    const [found] = expected.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  #next(sign: string): boolean {
    this.#space()
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #must(sign: string): void {
    if (!this.#next(sign)) this.#unclear()
  }

  #either(): Test {
    const tests = [this.#both()]
    while (this.#next('||')) tests.push(this.#both())
    return (event) => {
      const results = tests.map((test) => test(event))
      return results.includes(true) || (results.includes(undefined) ? undefined : false)
    }
  }

  #both(): Test {
    const tests = [this.#single()]
    while (this.#next('&&')) tests.push(this.#single())
    return (event) => {
      const results = tests.map((test) => test(event))
      return !results.includes(false) && (results.includes(undefined) ? undefined : true)
    }
  }

  #single(): Test {
    if (!this.#next('(')) return this.#comparison()
    const test = this.#either()
    this.#must(')')
    return test
  }

  #comparison(): Test {
    this.#space()
    const start = this.#at
    const path = this.#path()
    this.#space()
    const word = this.#took(/(NOT\s+EXISTS|EXISTS|IS\s+(NULL|TRUE|FALSE))(?![\w*])/iy)
    if (word) return this.#stated(path, word.toUpperCase().replace(/\s+/g, ' '))
    const operator = this.#took(/!=|<=|>=|=|<|>/y)
    if (!operator) this.#unclear()
    this.#space()
    if (this.#took(/%[^%]*%/y) !== undefined) {
      this.#notes.unclear.push('its regular expression')
      return (event) => (valueAt(event, path) === undefined ? false : undefined)
    }
    const wanted = this.#value()
    if (operator === '!=') this.#notes.exclusions.push(this.#text.slice(start, this.#at))
    return compared(path, operator, wanted)
  }

  /** `$.a.b[0]`. */
  #path(): Path {
    const path = this.#took(/\$(\.[\w-]+(\[\d+\])*)+/y)
    if (!path) this.#unclear()
    return [...path.matchAll(/\.([\w-]+)|\[(\d+)\]/g)].map(([, name, at]) => name ?? Number(at))
  }

  #stated(path: Path, word: string): Test {
    const value = (event: LogEvent) => valueAt(event, path)
    if (word === 'NOT EXISTS') return (event) => value(event) === undefined
    if (word === 'EXISTS')
      return (event) =>
        value(event) !== undefined &&
        value(event) !== perhaps &&
        (path.length === 1 || value(event) !== anyValue)
    if (word === 'IS NULL') return (event) => value(event) === null
    return (event) => value(event) === (word === 'IS TRUE')
  }

  #value(): string {
    const quoted = this.#took(/"(?:[^"\\]|\\.)*"/y)
    if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/g, '$1')
    return this.#took(/[^\s()&|{}"%]+/y) ?? this.#unclear()
  }
}

/**
 * Terms: all of `a b`, or at least one of `?a ?b`; quoted if they contain other characters. A term of the event's text
 * matches within a word too.
 */
function terms(pattern: string, notes: Notes): Test {
  const wanted: { readonly sign: string; readonly text: string }[] = []
  const term = /\s*([-?]?)(?:"((?:[^"\\]|\\.)*)"|(\w+))(?=\s|$)\s*/y
  while (term.lastIndex < pattern.length) {
    const at = term.lastIndex
    const found = term.exec(pattern)
    if (!found) throw new Unclear(`the text at ${part(pattern, at)}`)
    const [, sign = '', quoted, plain = ''] = found
    wanted.push({ sign, text: quoted?.replace(/\\(.)/g, '$1') ?? plain })
  }
  const some = wanted.filter(({ sign }) => sign === '?')
  if (some.length > 0 && some.length < wanted.length) {
    throw new Unclear('required terms combined with optional terms')
  }
  const excluded = wanted.some(({ sign }) => sign === '-')
  // Members with any value may contain the term.
  if (excluded) notes.unclear.push('an excluded term')
  const required = wanted.filter(({ sign }) => sign === '')
  return (event) => {
    const text = JSON.stringify(event)
    if (some.length > 0) return some.some((it) => text.includes(it.text))
    return required.every((it) => text.includes(it.text)) && (excluded ? undefined : true)
  }
}

function testOf(pattern: string, notes: Notes): Test {
  if (pattern.length > longest) throw new Unclear('its length')
  if (pattern.startsWith('{')) return new Expression(pattern, notes).whole()
  if (pattern.startsWith('[')) throw new Unclear('its columns')
  if (pattern.startsWith('%')) throw new Unclear('its regular expression')
  return terms(pattern, notes)
}

/** Parses a pattern. An empty pattern matches every event. */
export function readFilter(pattern: string): Filter {
  const notes: Notes = { unclear: [], exclusions: [] }
  try {
    const matches = testOf(pattern.trim(), notes)
    return { matches, unclear: notes.unclear[0] ?? null, exclusions: notes.exclusions }
  } catch (thrown) {
    if (thrown instanceof Unclear)
      return { matches: () => undefined, unclear: thrown.message, exclusions: [] }
    throw thrown
  }
}
