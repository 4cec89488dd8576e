// Splits a script for bash, sh, PowerShell or cmd into its commands, in linear time. Nothing is run. Source: POSIX,
// "Shell Command Language"; the differences of PowerShell and cmd only make a script less readable.
import { endOf } from './expressions.ts'

export interface Word {
  /** The word without quotes; expressions, variables and substitutions as written. */
  readonly text: string
  /** True if the word begins with a quote. */
  readonly isQuoted: boolean
}

export interface Redirection {
  /** `>`, `>>`, `2>`, `&>` */
  readonly operator: string
  readonly target: string
}

export interface Command {
  /** Empty for the end of a group. */
  readonly words: readonly Word[]
  /** Output only. */
  readonly redirections: readonly Redirection[]
  /** The text of a here-document or here-string. */
  readonly input: string | null
  /** True if the output is the input of the next command. */
  readonly isPiped: boolean
  /** The index of the first command of the group that ends here; null for other commands. */
  readonly group: number | null
}

export interface Commands {
  readonly commands: readonly Command[]
  /** Commands in `$(…)` and backticks. */
  readonly nested: readonly Command[]
  /** The functions that the script defines. */
  readonly functions: ReadonlySet<string>
  /** False if a part of the script could not be split. */
  readonly isComplete: boolean
}

/** The maximum number of commands of a script. */
const mostCommands = 10_000

/** The maximum nesting of substitutions. */
const deepest = 10

/** The maximum nesting of groups: each end of a group searches the open ones. */
const mostGroups = 100

export function commandsIn(script: string): Commands {
  const lexer = new Lexer(script, 0)
  lexer.read()
  return lexer
}

const openers = new Set(['{', 'if', 'while', 'until', 'for', 'case', 'select'])
const closers: Readonly<Record<string, string>> = {
  '}': '{',
  fi: 'if',
  esac: 'case',
}
const separators = new Set(['then', 'do', 'else', 'elif', '!', 'time'])

interface Draft {
  words: Word[]
  redirections: Redirection[]
  input: string | null
  group: number | null
}

interface Document {
  readonly command: Draft
  readonly delimiter: string
  readonly isIndented: boolean
  /** True if the shell replaces nothing in it. */
  readonly isQuoted: boolean
}

class Lexer implements Commands {
  readonly commands: Command[] = []
  readonly nested: Command[] = []
  readonly functions = new Set<string>()
  isComplete = true
  readonly #text: string
  readonly #depth: number
  /** The last end of an expression: without it, each beginning would cost a search of the whole text. */
  readonly #lastEnd: number
  readonly #groups: { sign: string; from: number }[] = []
  readonly #documents: Document[] = []
  #at = 0
  #draft: Draft = emptyDraft()
  /** The operator whose target the next word is; null for a word of the command. */
  #operator: string | null = null
  /** The parts of the current word; null between words. */
  #parts: string[] | null = null
  #isQuoted = false
  /** True after `function`, whose next word is a name. */
  #isName = false

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
    this.#lastEnd = text.lastIndexOf('}}')
  }

  read(): void {
    while (this.#at < this.#text.length) {
      if (this.commands.length + this.nested.length > mostCommands) {
        this.isComplete = false
        break
      }
      if (!this.#step()) {
        // The end of a quote is missing: the rest is one word.
        this.isComplete = false
        this.#push(this.#text.slice(this.#at))
        break
      }
    }
    this.#endCommand(false)
  }

  /** Reads one sign or one part of a word. False if its end is missing. */
  #step(): boolean {
    const text = this.#text
    const sign = text.charAt(this.#at)
    if (sign === '\n') return this.#newline()
    if (sign === ' ' || sign === '\t' || sign === '\r') {
      this.#endWord()
      this.#at += 1
      return true
    }
    if (sign === '#' && this.#parts === null) {
      const end = text.indexOf('\n', this.#at)
      this.#at = end < 0 ? text.length : end
      return true
    }
    if (sign === '\\') return this.#escape()
    if (sign === "'" || sign === '"' || sign === '`') return this.#quote(sign)
    if (sign === '$') return this.#dollar()
    if (sign === ';' || sign === '|' || sign === '&') return this.#separator(sign)
    if (sign === '<' || sign === '>') return this.#redirection(sign)
    if (sign === '(' || sign === ')') return this.#parenthesis(sign)
    plain.lastIndex = this.#at
    const [part = sign] = plain.exec(text) ?? []
    this.#push(part)
    this.#at += part.length
    return true
  }

  #push(part: string): void {
    if (this.#parts === null) this.#isQuoted = false
    this.#parts ??= []
    this.#parts.push(part)
  }

  #escape(): boolean {
    const next = this.#text.charAt(this.#at + 1)
    const isLineEnd = next === '\n' || this.#text.startsWith('\r\n', this.#at + 1)
    if (!isLineEnd) this.#push(next === '$' || next === '' ? '' : next)
    // One escape quotes the whole delimiter of a here-document.
    if (this.#operator?.startsWith('<<')) this.#isQuoted = true
    this.#at += isLineEnd && next === '\r' ? 3 : 2
    return true
  }

  #quote(sign: string): boolean {
    const from = this.#at + 1
    // PowerShell continues a line with a backtick.
    if (sign === '`' && /^\r?\n/.test(this.#text.slice(from, from + 2))) {
      this.#at = this.#text.indexOf('\n', from) + 1
      return true
    }
    const end =
      sign === '"'
        ? endOfNested(this.#text, from, sign, this.#lastEnd)
        : this.#text.indexOf(sign, from)
    if (end < 0) return false
    const isFirst = this.#parts === null
    const inside = this.#text.slice(from, end)
    if (sign === '"') this.#nestedIn(inside)
    if (sign === '`') this.#nest(inside)
    this.#push(sign === '`' ? `\`${inside}\`` : sign === '"' ? unescaped(inside) : inside)
    if (isFirst || this.#operator?.startsWith('<<')) this.#isQuoted = sign !== '`'
    this.#at = end + 1
    return true
  }

  /** Reads `${{ … }}`, `$(…)` or the sign of a variable. */
  #dollar(): boolean {
    const text = this.#text
    if (text.startsWith('${{', this.#at)) {
      const end = this.#at < this.#lastEnd ? endOf(text, this.#at + 3) : -1
      const after = end < 0 ? this.#at + 3 : end + 2
      this.#push(text.slice(this.#at, after))
      this.#at = after
      return true
    }
    if (!text.startsWith('$(', this.#at)) {
      this.#push('$')
      this.#at += 1
      return true
    }
    return this.#substitution(this.#at + 2)
  }

  /** Adds a substitution, whose contents begin at an index, to the word. */
  #substitution(from: number): boolean {
    const end = endOfNested(this.#text, from, ')', this.#lastEnd)
    if (end < 0) return false
    this.#nest(this.#text.slice(from, end))
    this.#push(this.#text.slice(this.#at, end + 1))
    this.#at = end + 1
    return true
  }

  #nestedIn(quoted: string): void {
    const lastEnd = quoted.lastIndexOf('}}')
    for (let at = quoted.indexOf('$('); at >= 0; at = quoted.indexOf('$(', at)) {
      const end = endOfNested(quoted, at + 2, ')', lastEnd)
      if (end < 0) {
        this.isComplete = false
        return
      }
      this.#nest(quoted.slice(at + 2, end))
      at = end + 1
    }
    for (const [, inside = ''] of quoted.matchAll(/`([^`]*)`/g)) this.#nest(inside)
  }

  #nest(script: string): void {
    if (this.#depth >= deepest || this.nested.length > mostCommands) {
      this.isComplete = false
      return
    }
    const lexer = new Lexer(script, this.#depth + 1)
    lexer.read()
    for (const command of lexer.commands) this.nested.push(command)
    for (const command of lexer.nested) this.nested.push(command)
    if (!lexer.isComplete) this.isComplete = false
  }

  #newline(): boolean {
    this.#endCommand(false)
    this.#at += 1
    for (const { command, delimiter, isIndented, isQuoted } of this.#documents.splice(0)) {
      const from = this.#at
      let end = -1
      while (this.#at < this.#text.length && end < 0) {
        const next = this.#text.indexOf('\n', this.#at)
        const stop = next < 0 ? this.#text.length : next
        const line = this.#text.slice(this.#at, stop).replace(/\r$/, '')
        if ((isIndented ? line.replace(/^\t+/, '') : line) === delimiter) end = this.#at
        this.#at = stop + 1
      }
      if (end < 0) this.isComplete = false
      const body = this.#text.slice(from, end < 0 ? this.#text.length : end)
      if (!isQuoted) this.#nestedIn(body)
      command.input = (command.input ?? '') + body
    }
    return true
  }

  #separator(sign: string): boolean {
    const text = this.#text
    if (sign === '&' && text.charAt(this.#at + 1) === '>') {
      this.#endWord()
      this.#at += 1
      return this.#redirection('>', '&')
    }
    const isDouble = text.charAt(this.#at + 1) === sign
    this.#endCommand(sign === '|' && !isDouble)
    this.#at += isDouble || text.startsWith('|&', this.#at) ? 2 : 1
    return true
  }

  #redirection(sign: string, before = ''): boolean {
    const text = this.#text
    if (text.charAt(this.#at + 1) === '(') {
      this.#endWord()
      return this.#substitution(this.#at + 2)
    }
    const descriptor = before === '' ? this.#descriptor() : before
    const [operator = sign] = /^(?:<<<|<<-|<<|<&|<|>>|>&|>\||>)/.exec(text.slice(this.#at)) ?? []
    this.#at += operator.length
    this.#operator = `${descriptor}${operator}`
    return true
  }

  /** The number before a redirection, which is not a word. */
  #descriptor(): string {
    const word = this.#parts?.join('') ?? ''
    if (this.#operator === null && !this.#isQuoted && /^\d$/.test(word)) {
      this.#parts = null
      return word
    }
    this.#endWord()
    return ''
  }

  #parenthesis(sign: string): boolean {
    const word = this.#parts?.join('') ?? ''
    if (sign === '(' && /^[A-Za-z_]\w*\+?=$/.test(word)) return this.#substitution(this.#at + 1)
    const empty = /^\(\s*\)/.exec(this.#text.slice(this.#at, this.#at + 20))?.[0]
    if (sign === '(' && empty !== undefined) {
      this.#endWord()
      const name = this.#draft.words.at(0)?.text
      if (name !== undefined) this.functions.add(name)
      this.#draft = emptyDraft()
      this.#isName = false
      this.#at += empty.length
      return true
    }
    this.#endCommand(false)
    if (sign === '(') this.#open(sign)
    // A pattern of `case` has no opening parenthesis.
    else if (this.#groups.at(-1)?.sign !== 'case') this.#close('(')
    this.#at += 1
    return true
  }

  #endWord(): void {
    if (this.#parts === null) return
    const word = { text: this.#parts.join(''), isQuoted: this.#isQuoted }
    this.#parts = null
    const operator = this.#operator
    this.#operator = null
    if (operator !== null) this.#target(operator, word)
    else if (this.#isName) {
      this.functions.add(word.text)
      this.#isName = false
    } else this.#word(word)
  }

  #target(operator: string, { text: target, isQuoted }: Word): void {
    const draft = this.#draft
    if (operator === '<<' || operator === '<<-')
      this.#documents.push({
        command: draft,
        delimiter: target,
        isIndented: operator === '<<-',
        isQuoted,
      })
    else if (operator === '<<<') draft.input = target
    else if (operator.includes('>')) draft.redirections.push({ operator, target })
  }

  #word(word: Word): void {
    // Only operators follow the end of a group.
    if (this.#draft.group !== null) this.#endCommand(false)
    const isFirst = this.#draft.words.length === 0 && !word.isQuoted
    if (!isFirst) this.#draft.words.push(word)
    else if (word.text === 'function') this.#isName = true
    else if (word.text === 'done') this.#close('while', 'until', 'for', 'select')
    else if (Object.hasOwn(closers, word.text)) this.#close(closers[word.text] ?? '')
    else if (openers.has(word.text)) {
      this.#open(word.text)
      if (/^(?:for|case|select)$/.test(word.text)) this.#draft.words.push(word)
    } else if (!separators.has(word.text)) this.#draft.words.push(word)
  }

  #open(sign: string): void {
    if (this.#groups.length >= mostGroups) this.isComplete = false
    else this.#groups.push({ sign, from: this.commands.length })
  }

  #close(...signs: readonly string[]): void {
    const from = this.#groups.findLastIndex((group) => signs.includes(group.sign))
    this.#draft.group = this.#groups[from]?.from ?? 0
    if (from >= 0) this.#groups.splice(from)
  }

  #endCommand(isPiped: boolean): void {
    this.#endWord()
    this.#operator = null
    const draft = this.#draft
    if (draft.words.length + draft.redirections.length > 0 || draft.group !== null) {
      const command = Object.assign(draft, { isPiped })
      this.commands.push(command)
    } else if (isPiped) this.isComplete = false
    this.#draft = emptyDraft()
  }
}

const emptyDraft = (): Draft => ({ words: [], redirections: [], input: null, group: null })

const plain = /[^\s#\\'"`$;|&<>()]+/y

/** The index of the closing quote or parenthesis; -1 if there is none. */
function endOfNested(text: string, from: number, sign: string, lastEnd: number): number {
  const open = [sign]
  const signs = /\\|\$\{\{|\$\(|[()'"]/g
  signs.lastIndex = from
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const closing = open.at(-1)
    const [one] = found
    if (one === '\\') signs.lastIndex = found.index + 2
    else if (one === '${{') {
      const end = found.index < lastEnd ? endOf(text, found.index + 3) : -1
      if (end >= 0) signs.lastIndex = end + 2
    } else if (one === closing) {
      open.pop()
      if (open.length === 0) return found.index
    } else if (one === '$(') open.push(')')
    else if (closing === '"') continue
    else if (one === '"') open.push('"')
    else if (one === '(') open.push(')')
    else if (one === "'") {
      const end = text.indexOf("'", signs.lastIndex)
      if (end < 0) return -1
      signs.lastIndex = end + 1
    }
  }
  return -1
}

/** The contents of double quotes without the escapes of the shell. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:\r?\n|([$"`\\]))/g, (_, sign: string | undefined) =>
    sign === undefined || sign === '$' ? '' : sign,
  )
