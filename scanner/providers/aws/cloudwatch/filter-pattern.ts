// Filter patterns of CloudWatch Logs: terms, and expressions over the members of a JSON event. Columns
// (`[ip, user]`) and regular expressions are not read; such a pattern is reported as unclear.

/** The relevant part of a log event: members that it lacks are also missing in the real event. */
export interface LogEvent {
  readonly [member: string]: string | boolean | LogEvent
}

export type Filter =
  | { readonly fits: (event: LogEvent) => boolean }
  /** The part that was not understood, as the end of a sentence. */
  | { readonly unclear: string }

type Test = (event: LogEvent) => boolean

/** The maximum length of a pattern in AWS. */
const longest = 1024

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

type Value = LogEvent[string] | undefined

function valueAt(event: LogEvent, path: readonly string[]): Value {
  let value: Value = event
  for (const name of path) {
    if (typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** A comparison with a missing member is never true, not even `!=`. */
function compared(path: readonly string[], operator: string, wanted: string): Test {
  if (operator !== '=' && operator !== '!=') return () => false // numeric comparison: no event here has numbers
  return (event) => {
    const value = valueAt(event, path)
    if (value === undefined || typeof value === 'object') return false
    return fitsWildcards(wanted, String(value)) === (operator === '=')
  }
}

/** `{ ($.a = "b*") && ($.c NOT EXISTS) }`, from the brace on. `&&` binds before `||`. */
class Expression {
  readonly #text: string
  #at = 1

  constructor(text: string) {
    this.#text = text
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
    return (event) => tests.some((test) => test(event))
  }

  #both(): Test {
    const tests = [this.#single()]
    while (this.#next('&&')) tests.push(this.#single())
    return (event) => tests.every((test) => test(event))
  }

  #single(): Test {
    if (!this.#next('(')) return this.#comparison()
    const test = this.#either()
    this.#must(')')
    return test
  }

  #comparison(): Test {
    this.#space()
    const path = this.#took(/\$(\.[\w-]+)+/y)
      ?.split('.')
      .slice(1)
    if (!path) this.#unclear()
    this.#space()
    const word = this.#took(/(NOT\s+EXISTS|EXISTS|IS\s+(NULL|TRUE|FALSE))(?![\w*])/iy)
    if (word) return this.#stated(path, word.toUpperCase().replace(/\s+/g, ' '))
    const operator = this.#took(/!=|<=|>=|=|<|>/y)
    if (!operator) this.#unclear()
    this.#space()
    return compared(path, operator, this.#value())
  }

  #stated(path: readonly string[], word: string): Test {
    const value = (event: LogEvent) => valueAt(event, path)
    if (word === 'NOT EXISTS') return (event) => value(event) === undefined
    if (word === 'EXISTS') return (event) => value(event) !== undefined
    if (word === 'IS NULL') return () => false // no event here has a member that is null
    return (event) => value(event) === (word === 'IS TRUE')
  }

  #value(): string {
    const quoted = this.#took(/"(?:[^"\\]|\\.)*"/y)
    if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/g, '$1')
    if (this.#text[this.#at] === '%') throw new Unclear('its regular expression')
    return this.#took(/[^\s()&|{}"%]+/y) ?? this.#unclear()
  }
}

/** Terms: all of `a b`, or at least one of `?a ?b`; quoted if they contain other characters. */
function terms(pattern: string): Test {
  const wanted: { readonly sign: string; readonly text: string }[] = []
  const term = /\s*([-?]?)(?:"((?:[^"\\]|\\.)*)"|(\w+))(?=\s|$)\s*/y
  while (term.lastIndex < pattern.length) {
    const at = term.lastIndex
    const found = term.exec(pattern)
    if (!found) throw new Unclear(`the text at ${part(pattern, at)}`)
    const [, sign = '', quoted, plain = ''] = found
    // The real event may contain more terms, so the absence of a term cannot be concluded.
    if (sign === '-') throw new Unclear('an excluded term')
    wanted.push({ sign, text: quoted?.replace(/\\(.)/g, '$1') ?? plain })
  }
  const some = wanted.filter(({ sign }) => sign === '?')
  if (some.length > 0 && some.length < wanted.length) {
    throw new Unclear('required terms combined with optional terms')
  }
  return (event) => {
    const text = JSON.stringify(event)
    if (some.length > 0) return some.some((it) => text.includes(it.text))
    return wanted.every((it) => text.includes(it.text))
  }
}

function testOf(pattern: string): Test {
  if (pattern.length > longest) throw new Unclear('its length')
  if (pattern.startsWith('{')) return new Expression(pattern).whole()
  if (pattern.startsWith('[')) throw new Unclear('its columns')
  if (pattern.startsWith('%')) throw new Unclear('its regular expression')
  return terms(pattern)
}

/** Parses a pattern. An empty pattern matches every event. */
export function readFilter(pattern: string): Filter {
  try {
    return { fits: testOf(pattern.trim()) }
  } catch (thrown) {
    if (thrown instanceof Unclear) return { unclear: thrown.message }
    throw thrown
  }
}
