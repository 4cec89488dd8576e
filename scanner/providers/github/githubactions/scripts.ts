// Reads the script of a step without running it: the outputs, the environment variables of later steps and the shell
// variables that it sets. What cannot be read is reported as hidden. Source: GitHub, "Workflow commands for GitHub
// Actions".
import { type Command, type Commands, commandsIn } from './shell.ts'

/** A value that a script writes, as text of the script. */
export interface Written {
  readonly name: string
  readonly value: string
  /** True between delimiters that the value cannot contain, so that its lines cannot set other names. */
  readonly isDelimited: boolean
}

export interface ScriptReading {
  readonly outputs: readonly Written[]
  readonly environment: readonly Written[]
  /** The lines that the script adds to the search path of commands. */
  readonly path: readonly string[]
  /** The values of the variables that the script sets, by name; null for a value that cannot be read. */
  readonly variables: ReadonlyMap<string, readonly (string | null)[]>
  /** True if the script can set outputs that are not in `outputs`. */
  readonly hidesOutputs: boolean
  /** True if the script can set variables of later steps that are not in `environment`. */
  readonly hidesEnvironment: boolean
  /** True if the script can set shell variables that are not in `variables`. */
  readonly hidesVariables: boolean
  /** True if the script starts programs whose code is not part of it. They can also set variables of later steps. */
  readonly startsPrograms: boolean
}

/** The maximum number of values of a script. */
const mostWritten = 1_000

/** The maximum number of commands in groups that write a file. A command counts once for each group around it. */
const mostGrouped = 100_000

/** The maximum length of the text of a `printf` that repeats its format. */
const mostPrinted = 1_000_000

const nameOf = {
  OUTPUT: /\bGITHUB_OUTPUT\b|::set-output\b|\bgithub\s*(?:\.|\[\s*')\s*output\b/i,
  ENV: /\bGITHUB_ENV\b|::set-env\b|\bgithub\s*(?:\.|\[\s*')\s*env\b/i,
  PATH: /\bGITHUB_PATH\b|::add-path\b|\bgithub\s*(?:\.|\[\s*')\s*path\b/i,
} as const
type FileName = keyof typeof nameOf

const referenceTo = {
  OUTPUT:
    /^(?:\$\{?(?:env:)?GITHUB_OUTPUT\}?|%GITHUB_OUTPUT%|\$\{\{\s{0,9}github\.output\s{0,9}\}\})$/i,
  ENV: /^(?:\$\{?(?:env:)?GITHUB_ENV\}?|%GITHUB_ENV%|\$\{\{\s{0,9}github\.env\s{0,9}\}\})$/i,
  PATH: /^(?:\$\{?(?:env:)?GITHUB_PATH\}?|%GITHUB_PATH%|\$\{\{\s{0,9}github\.path\s{0,9}\}\})$/i,
} as const

const workflowCommand = {
  OUTPUT: /^\s{0,99}::set-output\s+name=([A-Za-z_][\w-]{0,99})::(.*)$/s,
  ENV: /^\s{0,99}::set-env\s+name=([A-Za-z_][\w-]{0,99})::(.*)$/s,
  PATH: /^\s{0,99}::add-(path)::(.*)$/s,
} as const

/** The languages that are read; the scripts of others, such as Python, are hidden. */
const shells = /^(?:bash|sh|dash|zsh|ksh|pwsh|powershell|cmd)(?:\.exe)?$/i

/** True if `shell` of a step names a shell whose scripts are read. */
export function isShell(shell: string): boolean {
  if (shell.length > 1_000) return false
  const [program = ''] = shell.trim().split(/\s/)
  return (
    program === '' || (shells.test(program.split(/[/\\]/).at(-1) ?? '') && !/\s-c\b/.test(shell))
  )
}

const printing = new Set(['echo', 'print', 'write-output', 'write-host'])

/** Commands that print nothing to their output, or only start a group. */
const silent = new Set(
  ': [ [[ ]] break case cd chmod continue cp declare exit export false for if local ln mkdir mv read readonly return rm select set shift shopt sleep test touch trap true typeset unset wait'.split(
    ' ',
  ),
)

/** Other commands that run no code of the repository. */
const tools = new Set(
  [
    'apt apt-get awk basename cat curl cut date df diff dirname egrep esac find free',
    'gh git grep gunzip gzip head hostname id jq ls mktemp nproc printenv printf pwd',
    'readlink realpath rem sed seq sha256sum sort stat tail tar tee tr uname uniq',
    'unzip wc wget whoami which yq zip',
  ].flatMap((line) => line.split(' ')),
)

/** Commands that only read a file that is named in a word. */
const readers = new Set('[ [[ cat grep head ls printf stat tail test wc'.split(' '))

/** Commands that write their input to a file that is named in a word. */
const sinks = new Set(['tee', 'out-file', 'add-content', 'set-content'])

const prefixes = new Set(['sudo', 'command', 'builtin'])

const assignment = /^([A-Za-z_]\w{0,99})(?:\[[^\]]{0,99}\])?\+?=(.*)$/s
const declaring = new Set(['export', 'local', 'readonly', 'declare', 'typeset', 'set'])

/** The reading of a script in a language that is not a shell. */
export const unread = (script: string): ScriptReading => ({
  outputs: [],
  environment: [],
  path: [],
  variables: new Map(),
  hidesOutputs: true,
  hidesEnvironment: nameOf.ENV.test(script),
  hidesVariables: true,
  startsPrograms: true,
})

export function readScript(script: string): ScriptReading {
  const split = commandsIn(script)
  const variables = new Variables()
  for (const command of [...split.commands, ...split.nested]) variables.read(command)
  const outputs = writesTo('OUTPUT', split, variables)
  const environment = writesTo('ENV', split, variables)
  const isCut = (file: FileName) => !split.isComplete && nameOf[file].test(script)
  return {
    outputs: outputs.written,
    environment: environment.written,
    path: writesTo('PATH', split, variables).written.map(({ value }) => value),
    variables: variables.values,
    hidesOutputs: outputs.isHidden || isCut('OUTPUT'),
    hidesEnvironment: environment.isHidden || isCut('ENV'),
    hidesVariables: variables.areHidden || !split.isComplete,
    startsPrograms: !split.isComplete || startsPrograms(split),
  }
}

function startsPrograms({ commands, nested, functions }: Commands): boolean {
  return [...commands, ...nested].some((command) => {
    const { name } = invocationOf(command)
    const isKnown = printing.has(name) || silent.has(name) || tools.has(name) || name === ''
    return !isKnown && !functions.has(name)
  })
}

interface Invocation {
  /** The name in lowercase without a folder; empty if the command only sets variables or ends a group. */
  readonly name: string
  readonly words: readonly string[]
  /** True for a quoted text, which PowerShell prints. */
  readonly isText: boolean
}

const invocations = new WeakMap<Command, Invocation>()

function invocationOf(command: Command): Invocation {
  const before = invocations.get(command)
  if (before) return before
  const first = command.words.findIndex(
    ({ text, isQuoted }) => isQuoted || !(assignment.test(text) || prefixes.has(text)),
  )
  const rest = first < 0 ? [] : command.words.slice(first)
  const [word, ...words] = rest
  const isVariable = /^\$[\w:]+$/.test(word?.text ?? '') && /^\+?=$/.test(words[0]?.text ?? '')
  const found = {
    name: isVariable ? '' : (word?.text ?? '').toLowerCase().replace(/^\/(?:usr\/)?bin\//, ''),
    words: words.map(({ text }) => text),
    isText: word?.isQuoted ?? false,
  }
  invocations.set(command, found)
  return found
}

/** Collects the shell variables of a script. */
class Variables {
  readonly values = new Map<string, (string | null)[]>()
  areHidden = false
  #count = 0

  read(command: Command): void {
    for (const { text, isQuoted } of command.words) {
      const [, name, value = ''] = isQuoted ? [] : (assignment.exec(text) ?? [])
      if (name === undefined) break
      this.#add(name, value)
    }
    for (const { text } of command.words)
      for (const [, name = '', value = ''] of text.matchAll(/\$\{(\w{1,99}):?=([^}]{0,300})/g))
        this.#add(name, value)
    const { name, words } = invocationOf(command)
    if (declaring.has(name)) this.#declared(words)
    else if (name === 'for' || name === 'select') this.#loop(words)
    else if (name === 'read' || name === 'mapfile' || name === 'readarray' || name === 'getopts')
      for (const word of words) this.#add(word, null)
    else if (name === 'printf' && words[0] === '-v') this.#add(words[1] ?? '', words.join(' '))
    else if (name === 'eval' || name === 'source' || name === '.') this.areHidden = true
    else if (name === '') this.#powerShell(command)
  }

  /** True if each run of the script has the same text, which a user can repeat. */
  isConstant(text: string): boolean {
    if (!/[$%`]/.test(text)) return true
    const values = this.values.get(/^\$\{?(\w{1,99})\}?$/.exec(text)?.[1] ?? '') ?? []
    return values.length > 0 && values.every((value) => value !== null && !/[$%`]/.test(value))
  }

  #declared(words: readonly string[]): void {
    const isPrompt = words.some((word) => /^\/[ap]$/i.test(word))
    for (const word of words) {
      const [, name, value = ''] = assignment.exec(word) ?? []
      if (name !== undefined) this.#add(name, isPrompt ? null : value)
    }
  }

  /** Names of files are known only when the script runs. */
  #loop([name = '', , ...values]: readonly string[]): void {
    const text = values.join(' ')
    this.#add(name, values.length === 0 || /[*?[]/.test(text) ? null : text)
  }

  /** `$name = value`: a value that is not one word is computed. */
  #powerShell({ words }: Command): void {
    const at = words.findIndex(({ text }) => /^\+?=$/.test(text))
    const name = /^\$(?:env:)?(\w{1,99})$/i.exec(words[at - 1]?.text ?? '')?.[1]
    if (name === undefined) return
    const value = words[at + 1]
    const isPlain =
      words.length === at + 2 &&
      value !== undefined &&
      (value.isQuoted || /^(?:\d+|\$[\w:]+)$/.test(value.text))
    this.#add(name, isPlain ? value.text : null)
  }

  #add(name: string, value: string | null): void {
    this.#count += 1
    if (this.#count > mostWritten) this.areHidden = true
    else this.values.set(name, [...(this.values.get(name) ?? []).slice(0, 100), value])
    if ((this.values.get(name)?.length ?? 0) > 100) this.areHidden = true
  }
}

/** The text that a command prints; null if it cannot be read. */
function printedBy(command: Command): string | null {
  const { name, words, isText } = invocationOf(command)
  if (command.group !== null || (name === '' && !isText) || silent.has(name)) return ''
  if (isText) return command.words.map(({ text }) => text).join(' ')
  if (printing.has(name)) {
    const from = words.findIndex((word) => !/^-[a-z]{1,20}$/i.test(word))
    return from < 0 ? '' : words.slice(from).join(' ')
  }
  if (name === 'printf') return words[0] === '-v' ? '' : formatted(words)
  const isInput = name === 'cat' && words.every((word) => word === '-')
  return isInput ? command.input : null
}

/** The text of `printf`; null for formats that change their values. */
function formatted([format = '', ...values]: readonly string[]): string | null {
  const pattern = /%[-\d.]*[sdi]/g
  if (/%[-\d.]*[^-\d.sdi%]/.test(format)) return null
  if (values.length * format.length > mostPrinted) return null
  const places = format.match(pattern)?.length ?? 0
  // The format is used again for the values that are left.
  const times = places === 0 ? 1 : Math.max(1, Math.ceil(values.length / places))
  const left = values.values()
  return format.repeat(times).replaceAll(pattern, () => left.next().value ?? '')
}

/** Reads the values that a script writes to a file of workflow commands. */
function writesTo(file: FileName, { commands, nested }: Commands, variables: Variables) {
  const content = new Content(file, variables)
  let grouped = 0
  for (const [at, command] of commands.entries()) {
    if (content.isFull) break
    if (mentions(file, command))
      grouped += at - Math.min(command.group ?? at, commands[at - 1]?.group ?? at)
    if (grouped > mostGrouped) {
      content.isHidden = true
      break
    }
    const texts = textsFor(file, command, at, commands)
    if (texts === null) content.isHidden = true
    else for (const text of texts) content.add(text)
  }
  for (const command of nested)
    if (mentions(file, command) && !onlyReads(file, command)) content.isHidden = true
  content.end()
  return content
}

const isReference = (file: FileName, word: string) => referenceTo[file].test(word)

const mentions = (file: FileName, { words, redirections, input }: Command): boolean =>
  words.some(({ text }) => nameOf[file].test(text)) ||
  redirections.some(({ target }) => nameOf[file].test(target)) ||
  (input !== null && nameOf[file].test(input))

/** The texts that a command adds to the file; null if it can add others. */
function textsFor(
  file: FileName,
  command: Command,
  at: number,
  commands: readonly Command[],
): readonly (string | null)[] | null {
  if (!mentions(file, command)) return []
  const { name, words } = invocationOf(command)
  const isSink = sinks.has(name)
  const others = words.filter((word) => !isReference(file, word))
  const targets = command.redirections.map(({ target }) => target)
  const isTarget = targets.some((target) => isReference(file, target))
  const known = isTarget || isSink ? others : words
  const isOtherUse =
    known.some((word) => nameOf[file].test(word)) ||
    targets.some((target) => nameOf[file].test(target) && !isReference(file, target)) ||
    (command.input !== null && nameOf[file].test(command.input))
  if (isOtherUse)
    return fromWorkflowCommand(file, command) ?? (onlyReads(file, command) ? [] : null)
  if (isTarget) {
    const isOutput = command.redirections.every(
      ({ operator, target }) => !isReference(file, target) || /^(?:1?>{1,2}|>\|)$/.test(operator),
    )
    if (!isOutput) return null
    return command.group === null ? [printedBy(command)] : ofGroup(commands, command.group, at)
  }
  return isSink ? sunk(command, others, at, commands) : null
}

/** The texts that a command such as `tee` gets. */
function sunk(
  command: Command,
  others: readonly string[],
  at: number,
  commands: readonly Command[],
): readonly (string | null)[] {
  const before = commands[at - 1]
  if (before?.isPiped)
    return before.group === null ? [printedBy(before)] : ofGroup(commands, before.group, at - 1)
  if (command.input !== null) return [command.input]
  if (invocationOf(command).name === 'tee') return [null]
  const values = others.filter((word) => !/^-\w+$/.test(word))
  return [values.length === 1 ? (values[0] ?? '') : null]
}

/** The texts that the commands of a group print. */
const ofGroup = (commands: readonly Command[], from: number, to: number) =>
  commands
    .slice(from, to)
    .filter(({ redirections, isPiped }) => redirections.length === 0 && !isPiped)
    .map(printedBy)

/** The values of `echo "::set-output name=…::…"`; null for other commands. */
function fromWorkflowCommand(file: FileName, command: Command): readonly string[] | null {
  const text = command.redirections.length > 0 || command.isPiped ? null : printedBy(command)
  if (text === null || text === '') return null
  const lines = text.split('\n').filter((line) => nameOf[file].test(line))
  const written = lines.map((line) => {
    const [, name, value] = workflowCommand[file].exec(line) ?? []
    return name === undefined ? null : `${name}=${value ?? ''}`
  })
  return written.every((line) => line !== null) ? written : null
}

/** True if a command that names the file does not write it or pass its name on. */
function onlyReads(file: FileName, command: Command): boolean {
  const { name, words } = invocationOf(command)
  if (command.isPiped || command.input !== null) return false
  if (command.redirections.some(({ target }) => !/^(?:\/dev\/null|&?\d)$/.test(target)))
    return false
  if (!printing.has(name) && !readers.has(name)) return false
  return words.every(
    (word) => isReference(file, word) || !/\$\(|`|::/.test(word) || !nameOf[file].test(word),
  )
}

/** The lines of the file: `name=value`, or `name<<delimiter`, lines and the delimiter. */
class Content {
  readonly written: Written[] = []
  isHidden = false
  readonly #file: FileName
  readonly #variables: Variables
  #block: { name: string; delimiter: string; lines: string[] } | null = null

  constructor(file: FileName, variables: Variables) {
    this.#file = file
    this.#variables = variables
  }

  add(text: string | null): void {
    if (text === null) this.isHidden = true
    // A delimiter can be one word of `printf` or `echo -e`.
    else for (const line of text.split(/\r?\n|\\r?\\?n|`n/)) this.#line(line)
  }

  get isFull(): boolean {
    return this.written.length > mostWritten
  }

  #line(line: string): void {
    if (this.isFull) this.isHidden = true
    else if (this.#file === 'PATH')
      this.written.push({ name: '', value: line.replace(/^path=/, ''), isDelimited: false })
    else if (this.#block) this.#inBlock(this.#block, line)
    else if (line.trim() !== '') this.#outside(line)
  }

  #outside(line: string): void {
    const [, name, sign, value = ''] =
      /^\s{0,99}([A-Za-z_][\w-]{0,99})(=|<<)(.*)$/s.exec(line) ?? []
    if (name === undefined) this.isHidden = true
    else if (sign === '=') this.written.push({ name, value, isDelimited: false })
    else this.#block = { name, delimiter: value.trim(), lines: [] }
  }

  #inBlock(block: { name: string; delimiter: string; lines: string[] }, line: string): void {
    if (line.trim() !== block.delimiter) {
      block.lines.push(line)
      return
    }
    this.#push(block)
    this.#block = null
  }

  #push({ name, delimiter, lines }: { name: string; delimiter: string; lines: string[] }): void {
    const isDelimited = !this.#variables.isConstant(delimiter)
    this.written.push({ name, value: lines.join('\n'), isDelimited })
  }

  end(): void {
    if (this.#block === null) return
    this.#push(this.#block)
    this.isHidden = true
  }
}

/** The commit of the run. */
const runCommit = String.raw`"?(?:\$GITHUB_SHA|\$\{GITHUB_SHA\}|\$\{\{ ?github\.sha ?\}\})"?`

/** Commands whose result is not text of other users. The name of a branch can be such text. */
const harmlessCommands = [
  String.raw`date\b[^()$${'`'};|&<>\n]{0,200}`,
  String.raw`(?:uname|nproc|pwd|whoami)[\w -]{0,50}`,
  String.raw`git rev-parse(?: (?:--short(?:=\d+)?|--verify|-q|--quiet|--show-toplevel|HEAD[~^\d]{0,9}|${runCommit})){1,5}`,
  String.raw`echo ${runCommit} ?\| ?cut -c ?[\d-]{1,9}`,
  String.raw`sha\d{1,3}sum [\w*./ -]{1,100}\| ?base64(?: -w ?0)?`,
]
const harmless = new RegExp(
  String.raw`\$\((?:${harmlessCommands.join('|')})\)|\$\(\([\w\s+*/%-]{1,200}\)\)`,
  'g',
)

/** True if a value contains the output of a command or an argument, which are known only when the script runs. */
export const isComputed = (value: string): boolean =>
  /[$<>]\(|`|\$\{?[\d@*!]|%%|%~?\d|![A-Za-z_]\w*!/.test(value.replaceAll(harmless, ''))

/** True if a value passes through a command that can remove dangerous characters. */
export const isFiltered = (value: string): boolean =>
  /\|\s*(?:tr|sed|grep|awk|jq|base64|wc|cut|\w*sum)\b/.test(value)

/** The variables that a value of a script reads: `$NAME`, `${NAME}`, `$env:NAME` and `%NAME%`. */
export function variablesIn(value: string): readonly string[] {
  const found = new Set<string>()
  const pattern = /\$\{?(?:env:)?([A-Za-z_]\w{0,99})|%([A-Za-z_]\w{0,99})%/gi
  for (const [, name, other] of value.matchAll(pattern)) found.add(name ?? other ?? '')
  return [...found]
}
