// Commands of a script that put code of a pull request into the working directory. Fetching it is harmless; checking it
// out is not, because a later command can run it. Sources: the manual pages of git and gh.
import type { Definitions } from './definitions.ts'
import { canCheckOut, languageIn } from './programs.ts'
import { readScript, variablesIn } from './scripts.ts'
import { type Command, type Commands, commandsIn } from './shell.ts'
import { beginsWithTool, longestValue, spellingsOf, tool, type ValuesOf } from './spellings.ts'

export interface Checkout {
  /**
   * `fetch` only stores commits, and `download` a file. `checkout` changes files of the working directory. `unpack` does
   * so with downloads. `pull request` does so for every argument. `possible` is a command or program that is not read.
   */
  readonly kind: 'fetch' | 'download' | 'checkout' | 'unpack' | 'pull request' | 'possible'
  /** The names of commits in the arguments. */
  readonly selected: readonly string[]
  /** The arguments as one text; empty for `unpack`, whose arguments are files. */
  readonly text: string
  /** Names that later commands can use for what is fetched. */
  readonly names: readonly string[]
}

type Selection = Pick<Checkout, 'kind' | 'selected' | 'names'>

export interface Checkouts {
  readonly found: readonly Checkout[]
  /** False if the script could not be read to its end. */
  readonly isComplete: boolean
}

/** The maximum number of checkouts of a script that are followed. */
const mostCheckouts = 100

/** The maximum number of arguments of a checkout. */
const mostArguments = 100

/** The maximum nesting of scripts in arguments, such as `bash -c "…"`. */
const deepest = 3

/** Commands that only print their arguments. */
const printing = new Set([
  'echo',
  'print',
  'printf',
  'rem',
  'write-output',
  'write-host',
  ':',
  '::',
])

/** The maximum number of characters in the files that a script writes and runs, counted each time. */
const mostFileCharacters = 2_000_000

/** Commands that give a command another name. */
const defining = /^(?:alias|new-alias|sal|set-alias)$/

const mentionsTool = /(?<![.\w@-])(?:git|gh|hub|curl|wget)(?:\.exe)?(?=["'`\s;|&),]|$)/i

/** The maximum number of spellings of the commands of a script. */
const mostSpellings = 20_000

/** Options of git before its command that have a value. */
const globalOptions = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])

/** Options of commands whose value is not a commit. */
const textOptions =
  /^(?:-m|-F|--message|--file|-X|--strategy|--strategy-option|-s|--author|--date)$/

/** Programs that run or unpack what they read. */
const running =
  /^(?:.*\/)?(?:ba|da|z|k)?sh$|^(?:.*\/)?(?:python\d?|node|perl|ruby|php|make|tar|unzip|xargs|git|patch|sudo|tee|source|pwsh)$/

/** Programs that run an argument or their input as a script. */
const interpreter =
  /^(?:.*[/\\])?(?:(?:ba|da|z|k|a)?sh|busybox|cmd|eval|flock|iex|invoke-expression|nix-shell|parallel|powershell|pwsh|retry|runuser|script|ssh|su|trap|watch)(?:\.exe)?$/i

const interpreterIn = (words: Command['words']): number =>
  words.findIndex(({ text }) => interpreter.test(text))

interface Scope {
  readonly depth: number
  /** Variables whose value is run as a script. */
  readonly called: ReadonlySet<string>
  /** The texts that the script writes to files, by name. */
  readonly files: ReadonlyMap<string, readonly string[]>
  readonly functions: ReadonlySet<string>
  readonly valuesOf: ValuesOf
}

/** The variables that a script runs: `$COMMAND`, `eval "$COMMAND"`. */
function calledIn({ commands, nested }: Commands): ReadonlySet<string> {
  const called = new Set<string>()
  for (const { words } of [...commands, ...nested]) {
    const at = interpreterIn(words)
    const run = at < 0 ? words.slice(0, 1) : words.slice(at + 1)
    for (const { text } of run)
      if (at >= 0 || text.startsWith('$')) for (const name of variablesIn(text)) called.add(name)
  }
  return called
}

/** `definitions` are the texts of variables of the environment. */
export function checkoutsIn(script: string, definitions: Definitions = new Map()): Checkouts {
  const reader = new Reader(definitions)
  const texts = [script, ...[...definitions.values()].flat()]
  if (texts.some((text) => mentionsTool.test(text))) reader.read(script, 0)
  return reader
}

class Reader implements Checkouts {
  readonly found: Checkout[] = []
  isComplete = true
  readonly #definitions: Definitions
  #spellings = 0
  #fileCharacters = 0

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  read(script: string, depth: number): void {
    const split = commandsIn(script)
    if (!split.isComplete) this.isComplete = false
    const { variables } = readScript(script)
    const known = new Map<string, readonly string[]>()
    const valuesOf = (name: string) => {
      const before = known.get(name)
      if (before) return before
      const own = (variables.get(name) ?? []).filter((value) => value !== null)
      const values = this.#valuesOf(own, this.#definitions.get(name.toLowerCase()) ?? [])
      known.set(name, values)
      return values
    }
    const files = filesWritten(split.commands)
    const scope = { depth, files, called: calledIn(split), functions: split.functions, valuesOf }
    for (const commands of [split.commands, split.nested])
      for (const [at, command] of commands.entries())
        this.#command(command, commands[at + 1], scope)
  }

  /** The values of a variable. It can also have all values of the script, one after the other: `A+=" b"`. */
  #valuesOf(own: readonly string[], others: readonly string[]): readonly string[] {
    const values = own.map((value) => /^\((.*)\)$/s.exec(value)?.[1] ?? value)
    const all = [...(values.length > 1 ? [values.join(' ')] : []), ...values, ...others]
    const isFollowed = (value: string) => value !== '' && value.length <= longestValue
    if (all.some((value) => !isFollowed(value) && beginsWithTool.test(value)))
      this.isComplete = false
    return all.filter(isFollowed)
  }

  /** The checkouts of a command with each value of its variables. */
  #checkouts(command: Command, next: Command | undefined, scope: Scope): readonly Selection[] {
    const { all, isComplete } = spellingsOf(command.words, scope.valuesOf)
    this.#spellings += all.length
    if (!isComplete || this.#spellings > mostSpellings) this.isComplete = false
    if (this.#spellings > mostSpellings) return []
    const found = all.map((spelling) => {
      const words = spelling.map(({ text }) => text)
      const at = words.findIndex((word) => tool.test(word))
      return at < 0 ? readOther(words) : readCheckout(words.slice(at), command, next)
    })
    // The other spellings are those of the variables that the first one names.
    if (found.length > 1 && found[0]?.kind === 'possible') found.shift()
    return found.filter((one) => one !== null)
  }

  #command(command: Command, next: Command | undefined, scope: Scope): void {
    const words = command.words.map(({ text }) => text)
    for (const word of words) {
      const [, variable = '', value = ''] = /^(\w{1,99})\+?=(.*)$/s.exec(word) ?? []
      if (scope.called.has(variable)) this.#inner(value, scope)
    }
    const first = words.findIndex((word) => !/^\w+=/.test(word))
    const name = words[first]?.toLowerCase() ?? ''
    const isRun = command.isPiped && next !== undefined && interpreterIn(next.words) >= 0
    const isProgram = command.isPiped && languageIn(next?.words.map(({ text }) => text) ?? []) >= 0
    if (isProgram && canCheckOut([...words, command.input ?? ''].join(' '))) this.#add(possible)
    if (printing.has(name)) {
      if (isRun) this.#inner(words.slice(first + 1).join(' '), scope)
      return
    }
    const found = this.#checkouts(command, next, scope)
    for (const one of found) this.#add(one)
    if (
      found.some(({ kind }) => kind === 'download') &&
      command.isPiped &&
      (isRunBy(next) || isAppliedBy(next))
    )
      this.#add({ kind: 'unpack', selected: [downloaded], names: [] })
    if (defining.test(name) && mentionsTool.test(words.join(' '))) this.#add(possible)
    const language = languageIn(words)
    const texts = scope.files.get(fileRunBy(words, language, interpreterIn(command.words)))
    if (texts) this.#file(texts, language >= 0, scope)
    if (language >= 0 && canCheckOut([...words.slice(language + 1), command.input ?? ''].join(' ')))
      this.#add(possible)
    const interpreter = scope.functions.has(words[first] ?? '')
      ? first
      : interpreterIn(command.words)
    const scripts = interpreter < 0 ? [] : words.slice(interpreter + 1)
    if (isRun || interpreter >= 0) scripts.push(command.input ?? '')
    for (const text of scripts) this.#inner(text, scope)
  }

  /** Reads a file that the script wrote and runs. The same text can be in thousands of files. */
  #file(texts: readonly string[], isProgram: boolean, scope: Scope): void {
    for (const text of texts) this.#fileCharacters += text.length
    if (this.#fileCharacters > mostFileCharacters) {
      this.isComplete = false
      return
    }
    const text = texts.join('\n')
    if (!isProgram) this.#inner(text, scope)
    else if (canCheckOut(text)) this.#add(possible)
  }

  #add({ kind, selected, names }: Selection): void {
    if (kind === 'fetch' && names.length === 0) return
    if (this.found.length >= mostCheckouts || selected.length > mostArguments) {
      this.isComplete = false
      return
    }
    const text = kind === 'unpack' ? '' : selected.join(' ')
    this.found.push({ kind, selected: selected.flatMap(commitsOf), names, text })
  }

  #inner(script: string, { depth }: Scope): void {
    if (!/\s/.test(script) || !mentionsTool.test(script)) return
    if (depth >= deepest) this.isComplete = false
    else this.read(script, depth + 1)
  }
}

const plainName = (word: string): string => word.replace(/^\.\//, '')

/** The texts that `echo` and here-documents write to files. */
function filesWritten(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>()
  for (const command of commands) {
    const [name = '', ...words] = command.words.map(({ text }) => text)
    const text = command.input ?? (printing.has(name.toLowerCase()) ? words.join(' ') : null)
    if (text === null) continue
    for (const target of [...filesOf(command), ...(name === 'tee' ? words : [])].map(plainName)) {
      const texts = parts.get(target) ?? []
      texts.push(text)
      parts.set(target, texts)
    }
  }
  return parts
}

/** The file that a command runs: its first word, or the first argument of an interpreter. */
function fileRunBy(words: readonly string[], language: number, interpreter: number): string {
  const program = Math.max(
    language,
    interpreter,
    words.findIndex((word) => word === '.' || word === 'source'),
  )
  return plainName(words.find((word, at) => at > program && !/^(?:-|\w+=|sudo$)/.test(word)) ?? '')
}

/** The name for all downloads: programs such as wget choose the names of files. */
const downloaded = 'DOWNLOAD'

/** Addresses of source code. */
const sourceCode =
  /\/(?:archive|contents|raw|tarball|zipball)\/|\b(?:codeload|raw)\.github|\.(?:patch|diff)\b/

const download = (args: readonly string[]): Selection | null =>
  args.some((word) => sourceCode.test(word))
    ? { kind: 'download', selected: args, names: [downloaded] }
    : null

const unpack = (args: readonly string[]): Selection => ({
  kind: 'unpack',
  selected: [...args, downloaded],
  names: [],
})

/** Programs other than git and gh that download or unpack. */
function readOther(words: readonly string[]): Selection | null {
  const at = words.findIndex((word) =>
    /^(?:.*\/)?(?:curl|wget|(?:bsd)?tar|unzip|7z|patch)$/.test(word),
  )
  if (at < 0) return null
  const args = words.slice(at + 1)
  return /(?:curl|wget)$/.test(words[at] ?? '') ? download(args) : unpack(args)
}

const isRunBy = (next: Command | undefined): boolean => running.test(next?.words[0]?.text ?? '')

/** True if a command applies patches or checks out the commits that it reads. */
function isAppliedBy(next: Command | undefined): boolean {
  const words = next?.words.map(({ text }) => text) ?? []
  const at = words.findIndex((word) => tool.test(word))
  if (at < 0) return words.includes('patch')
  const pattern = words.includes('xargs')
    ? /^(?:checkout|switch|merge|reset|cherry-pick|rebase|restore|read-tree|worktree)$/
    : /^(?:apply|am)$/
  return words.slice(at).some((word) => pattern.test(word))
}

/** The files that a command writes its output to. */
const filesOf = ({ redirections }: Command): readonly string[] =>
  redirections.filter(({ operator }) => /^(?:1|&)?>/.test(operator)).map(({ target }) => target)

function readCheckout(
  [program = '', ...words]: readonly string[],
  command: Command,
  next: Command | undefined,
): Selection | null {
  if (/(?:gh|hub)(?:\.exe)?$/i.test(program)) return readTool(words, command, next)
  let from = 0
  while (words[from]?.startsWith('-')) from += globalOptions.has(words[from] ?? '') ? 2 : 1
  // A program such as Start-Process gets all arguments as one text.
  const [first = '', ...more] = words.slice(from)
  const [name = '', ...args] = [...(isExpression(first) ? [first] : first.split(/[\s,]+/)), ...more]
  if (isUnread(name) || words.some((word) => word.startsWith('alias.'))) return possible
  if (name === 'checkout' || name === 'switch') return checkout(startOf(args))
  if (name === 'fetch') return fetched(args)
  if (name === 'remote') return remote(args)
  if (name === 'restore') return checkout(sourceOf(args))
  if (name === 'worktree') return args[0] === 'add' ? checkout(args.slice(1)) : null
  if (name === 'apply' || name === 'am') return unpack(args)
  if (name === 'branch' || name === 'tag' || name === 'update-ref') return named(args)
  if (name === 'submodule') return args[0] === 'add' ? checkout(args.slice(1)) : null
  if (name === 'pull' && args.every((word) => word.startsWith('-'))) return checkout(['origin'])
  if (/^(?:diff|format-patch|log|rev-list|rev-parse)$/.test(name))
    return command.isPiped && isAppliedBy(next)
      ? checkout(args)
      : { kind: 'fetch', selected: args, names: filesOf(command) }
  if (name === 'show' || name === 'cat-file') return shown(args, command, next)
  if (
    /^(?:archive|checkout-index|cherry-pick|clone|merge|pull|read-tree|rebase|reset|revert)$/.test(
      name,
    )
  )
    return checkout(withoutTexts(args))
  return null
}

const isExpression = (word: string): boolean => word.startsWith('${{')

/** True for the name of a command that is known only when the script runs. */
const isUnread = (name: string): boolean => /^[$`@%]/.test(name)

const possible: Selection = { kind: 'possible', selected: [], names: [] }

const checkout = (selected: readonly string[]): Selection => ({
  kind: 'checkout',
  selected,
  names: [],
})

function readTool(
  words: readonly string[],
  command: Command,
  next: Command | undefined,
): Selection | null {
  // Options can be before the command.
  const plain = words.filter(
    (word, at) => !word.startsWith('-') && !/^(?:-R|--repo)$/.test(words[at - 1] ?? ''),
  )
  const [area = '', verb = '', ...args] = plain
  if (area === 'pr' && verb === 'checkout') return { ...checkout(args), kind: 'pull request' }
  if (area === 'pr' && verb === 'diff')
    return command.isPiped && isAppliedBy(next)
      ? { ...checkout(args), kind: 'pull request' }
      : { kind: 'fetch', selected: ['refs/pull/'], names: filesOf(command) }
  if (area === 'api') return download([verb, ...args])
  if (area === 'co') return { ...checkout(args), kind: 'pull request' }
  return area === 'repo' && verb === 'clone' ? checkout(args) : null
}

/** The start of a checkout: not the name of a new branch and not the paths after `--`. */
function startOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  const before = end < 0 ? args : args.slice(0, end)
  const named = /^(?:-[bBcC]|--orphan|--create|--force-create)$/
  return before.filter((word, at) => !named.test(word) && !named.test(before[at - 1] ?? ''))
}

function sourceOf(args: readonly string[]): readonly string[] {
  return args.filter(
    (word, at) => word.startsWith('--source=') || /^(?:-s|--source)$/.test(args[at - 1] ?? ''),
  )
}

const withoutTexts = (args: readonly string[]): readonly string[] =>
  args.filter(
    (word, at) => !textOptions.test(args[at - 1] ?? '') && !/^--(?:message|file)=/.test(word),
  )

/** `git fetch <remote> <source>:<destination> …` */
function fetched(args: readonly string[]): Selection {
  // More arguments than are followed cost time only.
  const names = args
    .slice(0, mostArguments)
    .filter((word) => !word.startsWith('-'))
    .map((word) => /^[^:]*:(?!\/\/)(.*)$/s.exec(word)?.[1] ?? '')
    .map((name) => name.replace(folder, ''))
    .flatMap((name) => [name, name.replace(/(?:\*|\$).*$/s, '*')])
  return {
    kind: 'fetch',
    selected: args,
    names: ['FETCH_HEAD', ...new Set(names.filter((name) => name !== '' && name !== '*'))],
  }
}

/** Another name of a commit: `git branch <name> <commit>`. */
function named(args: readonly string[]): Selection | null {
  const [name = '', ...selected] = withoutTexts(args).filter((word) => !word.startsWith('-'))
  if (selected.length === 0) return null
  return { kind: 'fetch', selected, names: [name.replace(folder, '')] }
}

const folder = /^(?:refs\/)?(?:heads|remotes|tags)\//

/** A new remote repository: its branches have its name as their prefix. */
function remote([verb = '', ...args]: readonly string[]): Selection | null {
  if (verb !== 'add' && verb !== 'set-url') return null
  const names = args
    .filter((word, at) => !word.startsWith('-') && !/^-[tm]$/.test(args[at - 1] ?? ''))
    .slice(0, 1)
  return { kind: 'fetch', selected: args, names: ['FETCH_HEAD', ...names] }
}

/** `git show commit:file`, if a program runs its output or if it is written to a file. */
function shown(
  args: readonly string[],
  command: Command,
  next: Command | undefined,
): Selection | null {
  const isRun = command.isPiped && (isRunBy(next) || isAppliedBy(next))
  return filesOf(command).length > 0 || isRun ? checkout(args) : null
}

/** The commits that an argument names: `--source=a`, `refs/heads/a`, `a..b`. */
function commitsOf(word: string): readonly string[] {
  const [first = '', second] = word.replace(/^--source=/, '').split(/\.{2,3}/, 2)
  return (second === undefined ? [first] : [first, second]).map((name) => name.replace(folder, ''))
}

/** True if commits use a name of something that was fetched. */
export const usesName = (commits: readonly string[], name: string): boolean =>
  commits.some(
    (commit) =>
      commit.startsWith(name.replace(/\*$/, '')) &&
      (/[/*]$/.test(name) || /^(?:$|[\s/~^:@])/.test(commit.slice(name.length))),
  )
