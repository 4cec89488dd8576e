/**
 * Validates HCL as in Terraform: blocks, attributes, objects, lists, calls, operators, `for`, templates and heredocs.
 * Source: "HCL Native Syntax Specification", github.com/hashicorp/hcl. It is stricter than Terraform for likely typing
 * errors, and does not know resource types and their arguments.
 */

/** A block in a body. */
export interface HclBlock {
  readonly type: string
  readonly labels: readonly string[]
  readonly attributes: readonly string[]
  readonly blocks: readonly HclBlock[]
}
type Body = Pick<HclBlock, 'attributes' | 'blocks'>

/** Parses the outermost body. Throws a SyntaxError that names the line. */
export const parseHcl = (text: string): Body => new Reader(text).file()

const name = /[\p{L}_][\p{L}\p{N}_-]*/uy
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const operator = /\|\||&&|==|!=|<=|>=|[<>+*/%-]/y
const escape = /\\(?:[nrt"\\]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y
const heredoc = /<<(-?)([\p{L}_][\p{L}\p{N}_-]*)\n/uy
const blank = /[ \t]+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const directive = /~?\s*(?:if|else|endif|for|endfor)\b/y

class Reader {
  readonly #text: string
  #at = 0
  /** Within brackets a line break is whitespace; within the braces of an object it is not. */
  #inBrackets = false

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n')
  }

  file(): Body {
    const body = this.#body()
    if (this.#at < this.#text.length) this.#fail('a block or an attribute')
    return body
  }

  #fail(expected: string): never {
    const lines = this.#text.slice(0, this.#at).split('\n')
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 12) || 'the end')
    throw new SyntaxError(`Line ${lines.length}: expected ${expected}, found ${found}.`)
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  #blanks(withLines = this.#inBrackets): void {
    for (;;) {
      if (this.#match(blank)) continue
      if (!withLines || this.#text[this.#at] !== '\n') return
      this.#at += 1
    }
  }

  #take(sign: string): boolean {
    this.#blanks()
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #need(sign: string): void {
    if (!this.#take(sign)) this.#fail(`"${sign}"`)
  }

  #word(): string | undefined {
    this.#blanks()
    return this.#match(name)?.[0]
  }

  /** Matches a keyword, but not a name that begins with it. */
  #keyword(word: string): boolean {
    const start = this.#at
    if (this.#word() === word) return true
    this.#at = start
    return false
  }

  #within<T>(inBrackets: boolean, read: () => T): T {
    const outer = this.#inBrackets
    this.#inBrackets = inBrackets
    const result = read()
    this.#inBrackets = outer
    return result
  }

  #body(): Body {
    const attributes: string[] = []
    const blocks: HclBlock[] = []
    for (;;) {
      this.#blanks(true)
      const word = this.#match(name)?.[0]
      if (word === undefined) return { attributes, blocks }
      if (this.#isAssigned()) {
        if (attributes.includes(word)) this.#fail(`one ${word} in its block, not a second`)
        this.#expression()
        attributes.push(word)
      } else blocks.push(this.#block(word))
      this.#lineEnd()
    }
  }

  #isAssigned(): boolean {
    this.#blanks()
    if (this.#text[this.#at] !== '=' || this.#text[this.#at + 1] === '=') return false
    this.#at += 1
    return true
  }

  /** A body on the line of its brace has at most one attribute, and ends on that line. */
  #lineEnd(): void {
    this.#blanks()
    if (this.#at === this.#text.length || /[\n}]/.test(this.#text[this.#at] ?? '')) return
    this.#fail('the end of the line')
  }

  #block(type: string): HclBlock {
    const labels: string[] = []
    for (;;) {
      this.#blanks()
      const label = this.#text[this.#at] === '"' ? this.#label() : this.#word()
      if (label === undefined) break
      labels.push(label)
    }
    this.#need('{')
    const opened = this.#at
    const body = this.#within(false, () => this.#body())
    this.#need('}')
    const isOneLine = !this.#text.slice(opened, this.#at).includes('\n')
    if (isOneLine && body.attributes.length + body.blocks.length > 1)
      this.#fail('a line for each attribute')
    return { type, labels, ...body }
  }

  #label(): string {
    const start = this.#at
    this.#template()
    const label = this.#text.slice(start + 1, this.#at - 1)
    if (!/^[\w.-]+$/.test(label)) this.#fail('a plain label')
    return label
  }

  #expression(): void {
    this.#operand()
    for (;;) {
      this.#blanks()
      if (!this.#match(operator)) break
      this.#operand()
    }
    if (!this.#take('?')) return
    this.#expression()
    this.#need(':')
    this.#expression()
  }

  #operand(): void {
    while (this.#take('-') || this.#take('!'));
    this.#term()
    for (;;) {
      const start = this.#at
      if (this.#take('[')) {
        this.#within(true, () => {
          if (!this.#take('*')) this.#expression()
          this.#need(']')
        })
      } else if (this.#text[start] === '.' && !this.#text.startsWith('...', start)) {
        this.#at += 1
        if (!this.#match(/\*|\d+/y) && !this.#match(name)) this.#fail('a name')
      } else return
    }
  }

  #term(): void {
    this.#blanks()
    const sign = this.#text[this.#at]
    if (sign === '"') this.#template()
    else if (sign === '(') this.#parentheses()
    else if (sign === '[') this.#list()
    else if (sign === '{') this.#object()
    else if (sign === '<') this.#heredoc()
    else if (!this.#match(number)) this.#reference()
  }

  #parentheses(): void {
    this.#need('(')
    this.#within(true, () => {
      this.#expression()
      this.#need(')')
    })
  }

  /** `null`, `true`, a variable, or a call: `jsonencode({ … })`. */
  #reference(): void {
    if (this.#word() === undefined) this.#fail('a value')
    while (this.#text.startsWith('::', this.#at)) {
      this.#at += 2
      if (!this.#match(name)) this.#fail('the name of a function')
    }
    if (this.#text[this.#at] !== '(') return
    this.#at += 1
    this.#within(true, () => {
      while (!this.#take(')')) {
        this.#expression()
        if (this.#take('...') || !this.#take(',')) {
          this.#need(')')
          return
        }
      }
    })
  }

  #list(): void {
    this.#need('[')
    this.#within(true, () => {
      if (this.#keyword('for')) {
        this.#forIntro()
        this.#expression()
        this.#forEnd(']')
        return
      }
      while (!this.#take(']')) {
        this.#expression()
        if (this.#take(',')) continue
        this.#need(']')
        return
      }
    })
  }

  #forIntro(): void {
    do if (this.#word() === undefined) this.#fail('a name')
    while (this.#take(','))
    if (!this.#keyword('in')) this.#fail('"in"')
    this.#expression()
    this.#need(':')
  }

  #forEnd(sign: string): void {
    if (this.#keyword('if')) this.#expression()
    this.#need(sign)
  }

  #object(): void {
    this.#need('{')
    const start = this.#at
    const isFor = this.#within(true, () => this.#keyword('for'))
    if (isFor) {
      this.#within(true, () => {
        this.#forIntro()
        this.#expression()
        this.#need('=>')
        this.#expression()
        this.#take('...')
        this.#forEnd('}')
      })
      return
    }
    this.#at = start
    this.#within(false, () => this.#items())
  }

  /** Items are separated by a comma or a line break; a key may occur once. */
  #items(): void {
    const keys = new Set<string>()
    for (;;) {
      this.#blanks(true)
      if (this.#take('}')) return
      const start = this.#at
      if (this.#text[start] === '(') this.#parentheses()
      else if (this.#text[start] === '"') this.#template()
      else if (!this.#match(number) && this.#word() === undefined) this.#fail('a key')
      const key = this.#text.slice(start, this.#at)
      if (keys.has(key)) this.#fail(`one ${key} in its object, not a second`)
      keys.add(key)
      if (!this.#isAssigned() && !this.#take(':')) this.#fail('"=" or ":"')
      this.#expression()
      this.#blanks()
      if (this.#take(',') || /[\n}]/.test(this.#text[this.#at] ?? '')) continue
      this.#fail('a comma or the end of the line')
    }
  }

  #template(): void {
    this.#need('"')
    for (;;) {
      const sign = this.#text[this.#at]
      if (sign === undefined || sign === '\n') this.#fail('the end of the text')
      if (sign === '\\') {
        if (!this.#match(escape)) this.#fail('an escape that there is')
      } else if (!this.#interpolation()) {
        this.#at += 1
        if (sign === '"') return
      }
    }
  }

  /** Parses an interpolation in a string, if there is one: `${…}`, or a directive as `%{ if … }`. */
  #interpolation(): boolean {
    const [mark] = this.#match(/[$%]\$?\{|[$%]{2}\{/y) ?? []
    if (mark === undefined) return false
    if (mark.length === 3) return true // a doubled sign is plain text
    this.#within(true, () => {
      this.#take('~')
      if (mark === '${') this.#expression()
      else if (this.#match(directive)) this.#directiveRest()
      else this.#fail('a directive')
      this.#take('~')
      this.#need('}')
    })
    return true
  }

  #directiveRest(): void {
    this.#blanks()
    if (/^\s*~?\}/.test(this.#text.slice(this.#at))) return
    this.#expression()
    if (this.#take(',')) this.#expression()
    if (this.#keyword('in')) this.#expression()
  }

  #heredoc(): void {
    const opened = this.#match(heredoc)
    if (!opened) this.#fail('a value')
    const end = new RegExp(`^[ \\t]*${opened[2]}$`, 'my')
    for (;;) {
      if (this.#match(end)) return
      for (; this.#text[this.#at] !== '\n'; ) {
        if (this.#at >= this.#text.length) this.#fail(`${opened[2]} on a line of its own`)
        if (!this.#interpolation()) this.#at += 1
      }
      this.#at += 1
    }
  }
}
