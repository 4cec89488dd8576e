// GitHub Actions expressions (`${{ … }}`): which contexts can be part of the text that an expression outputs.
// Source: GitHub, "Evaluate expressions in workflows and actions".

/** A context that an expression reads, such as `github.event.issue.title`. */
export interface Reference {
  /** The names of the path in lowercase; `*` stands for an index, a filter or a computed name. */
  readonly path: readonly string[]
  /** True within toJSON: the text includes all members of the value. */
  readonly whole: boolean
  /** The reference as written, without spaces and with dots instead of quoted names. */
  readonly text: string
}

/** The maximum length of an expression in GitHub. */
const longestExpression = 21_000

/** The maximum nesting depth of an expression in GitHub. */
const deepest = 50

/** The path of a string with a slash, such as `refs/pull/{0}/head`. Other literals are not of interest. */
const literal = "''"

export const isLiteral = ({ path }: Reference): boolean => path[0] === literal

/** The end of an expression: the first `}}` outside quotes; -1 if there is none. */
export function endOf(text: string, from: number): number {
  const signs = /'|\}\}/g
  signs.lastIndex = from
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] !== "'") return sign.index
    const closing = text.indexOf("'", signs.lastIndex)
    if (closing < 0) return text.indexOf('}}', from)
    signs.lastIndex = closing + 1
  }
  return text.indexOf('}}', from)
}

/** The contents of the expressions in a text, in linear time. */
export function* expressionsIn(text: string): Generator<string> {
  for (let at = text.indexOf('${{'); at >= 0; ) {
    const end = endOf(text, at + 3)
    if (end < 0) return
    yield text.slice(at + 3, Math.min(end, at + longestExpression))
    at = text.indexOf('${{', end + 2)
  }
}

/** The text without its expressions. */
export function withoutExpressions(text: string): string {
  const kept: string[] = []
  let from = 0
  for (let at = text.indexOf('${{'); at >= 0; at = text.indexOf('${{', from)) {
    const end = endOf(text, at + 3)
    if (end < 0) break
    kept.push(text.slice(from, at))
    from = end + 2
  }
  return [...kept, text.slice(from)].join(' ')
}

/** The references that the expressions in a text can output, each once. */
export function referencesIn(text: string): readonly Reference[] {
  const found = new Map<string, Reference>()
  for (const expression of expressionsIn(text))
    for (const reference of outputOf(expression)) found.set(reference.text, reference)
  return [...found.values()]
}

/** The references in the value of one expression. Conditions and comparisons are not part of the value. */
export function outputOf(expression: string): readonly Reference[] {
  const tokens = tokensOf(expression)
  try {
    const reader = new Reader(tokens)
    const found = reader.either()
    if (reader.atEnd) return found
  } catch (thrown) {
    if (!(thrown instanceof BadExpression)) throw thrown
  }
  return allOf(tokens)
}

class BadExpression extends Error {
  override name = 'BadExpression'
}

const tokensOf = (expression: string): readonly string[] =>
  expression.match(
    /'(?:[^']|'')*'|[A-Za-z_][\w-]*|-?\d[\w.+]*|&&|\|\||[=!<>]=|[!<>()[\],.*]|[^\s]/g,
  ) ?? []

const isName = (token: string | undefined): token is string =>
  token !== undefined && /^[A-Za-z_]/.test(token)
const isConstant = (token: string) => /^['\d-]/.test(token)
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>='])

/** Functions whose result is a Boolean or a hash. */
const safeFunctions = new Set([
  'always',
  'cancelled',
  'contains',
  'endswith',
  'failure',
  'hashfiles',
  'startswith',
  'success',
])

/** Reads an expression by recursive descent. Throws BadExpression if the syntax is invalid. */
class Reader {
  readonly #tokens: readonly string[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get atEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  either(): readonly Reference[] {
    this.#depth += 1
    if (this.#depth > deepest) throw new BadExpression('is too deep')
    const found = [...this.#both()]
    while (this.#takes('||')) found.push(...this.#both())
    this.#depth -= 1
    return found
  }

  /** `a && b` is `b`, or a value of `a` that is false or empty. */
  #both(): readonly Reference[] {
    let last = this.#comparison()
    while (this.#takes('&&')) last = this.#comparison()
    return last
  }

  #comparison(): readonly Reference[] {
    let found = this.#negation()
    while (comparisons.has(this.#tokens[this.#at] ?? '')) {
      this.#at += 1
      this.#negation()
      found = []
    }
    return found
  }

  #negation(): readonly Reference[] {
    let isNegated = false
    while (this.#takes('!')) isNegated = true
    const found = this.#value()
    return isNegated ? [] : found
  }

  #value(): readonly Reference[] {
    const token = this.#next()
    if (token === '(') {
      const found = this.either()
      this.#expect(')')
      return this.#members(found)
    }
    if (isConstant(token))
      return token.includes('/') ? [{ path: [literal], whole: false, text: cut(token) }] : []
    if (!isName(token)) throw new BadExpression('has an unexpected sign')
    if (this.#takes('(')) return this.#members(this.#call(token.toLowerCase()))
    return this.#members([{ path: [token.toLowerCase()], whole: false, text: cut(token) }])
  }

  #call(name: string): readonly Reference[] {
    const values: (readonly Reference[])[] = []
    const texts: (string | null)[] = []
    while (!this.#takes(')')) {
      if (values.length > 0) this.#expect(',')
      const from = this.#at
      values.push(this.either())
      const token = this.#tokens[from] ?? ''
      texts.push(this.#at === from + 1 && isConstant(token) ? token.replaceAll("'", '') : null)
    }
    if (safeFunctions.has(name)) return []
    if (name === 'tojson')
      return values.flat().map(({ path, text }) => ({ path, whole: true, text: `toJSON(${text})` }))
    // case(condition, value, …, otherwise)
    if (name === 'case')
      return values.filter((_, at) => at % 2 === 1 || at === values.length - 1).flat()
    return [...values.flat(), ...(name === 'format' ? formatted(texts) : [])]
  }

  /** Reads `.name`, `.*` and `[index]` after a value. */
  #members(start: readonly Reference[]): readonly Reference[] {
    let found = start
    for (;;) {
      if (this.#takes('.')) {
        const name = this.#next()
        if (name !== '*' && !isName(name)) throw new BadExpression('has no name after a dot')
        found = found.map((one) => memberOf(one, name.toLowerCase(), `.${name}`))
      } else if (this.#takes('[')) {
        const [token = '', after] = this.#tokens.slice(this.#at, this.#at + 2)
        if (token === '*' && after === ']') this.#at += 1
        else this.either()
        this.#expect(']')
        found = found.map((one) => indexOf(one, after === ']' ? token : '*'))
      } else return found
    }
  }

  #next(): string {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw new BadExpression('ends early')
    this.#at += 1
    return token
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }

  #expect(token: string): void {
    if (!this.#takes(token)) throw new BadExpression(`has no ${token}`)
  }
}

/** The text of `format` with the arguments that are literals, as a literal. */
function formatted([format, ...values]: readonly (string | null)[]): readonly Reference[] {
  if (format === undefined || format === null || !values.some((value) => value !== null)) return []
  const text = cut(format).replaceAll(/\{(\d{1,3})\}/g, (_, at: string) =>
    cut(values[Number(at)] ?? '*'),
  )
  return text.includes('/') ? [{ path: [literal], whole: false, text: cut(text) }] : []
}

/** The longest path of a context is much shorter; a longer one keeps the cost linear. */
const longestPath = 50

/** Hostile names are longer than every valid one. */
const cut = (name: string): string => name.slice(0, 300)

const memberOf = (reference: Reference, name: string, text: string): Reference =>
  reference.whole || reference.path.length >= longestPath
    ? reference
    : { path: [...reference.path, name], whole: false, text: cut(reference.text + text) }

function indexOf(reference: Reference, token: string): Reference {
  const quoted = /^'([\w-]{1,100})'$/.exec(token)?.[1]
  if (quoted !== undefined) return memberOf(reference, quoted.toLowerCase(), `.${quoted}`)
  return memberOf(reference, '*', /^\d{1,9}$/.test(token) ? `[${token}]` : '.*')
}

/** All references in the tokens of an invalid expression. GitHub rejects its workflow. */
function allOf(tokens: readonly string[]): readonly Reference[] {
  const found: Reference[] = []
  const whole = tokens.some((token) => token.toLowerCase() === 'tojson')
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!isName(token) || tokens[at + 1] === '(') continue
    let one: Reference = { path: [token.toLowerCase()], whole: false, text: cut(token) }
    for (;;) {
      const [sign, name = '', after] = tokens.slice(at + 1, at + 4)
      if (sign === '.' && (name === '*' || isName(name))) {
        one = memberOf(one, name.toLowerCase(), `.${name}`)
        at += 2
      } else if (sign === '[' && after === ']') {
        one = indexOf(one, name)
        at += 3
      } else break
    }
    found.push({ ...one, whole })
  }
  return found
}
