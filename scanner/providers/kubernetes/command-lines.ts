// Reads the flags of a program from the container that starts it. A flag that a shell, a file or a value outside the
// pod's spec may set is unread. Variables in the image are not in the spec either.
import { isUnread, type Maybe, type Unread, unread } from '../../kit/index.ts'
import { secondsOf } from './duration.ts'

export interface Container {
  readonly name?: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly env?: readonly {
    readonly name?: string
    readonly value?: string
    readonly valueFrom?: unknown
  }[]
  readonly envFrom?: readonly unknown[]
}

interface Values {
  boolean: boolean
  /** A whole number. */
  number: number
  /** A Go duration, `1m30s`. */
  seconds: number
  text: string
  /** Comma-separated; values of repeated flags are combined. */
  list: readonly string[]
  /** A list of URLs, reduced to scheme and host: the rest may contain a password. */
  origins: readonly string[]
}

/** The flags to read, in snake case: `{ bind_address: 'text' }` is `--bind-address`. */
export type Flags = Readonly<Record<string, keyof Values>>

/** Null if the flag is not set, or empty. */
export type FlagValues<F extends Flags> = { readonly [K in keyof F]: Maybe<Values[F[K]] | null> }

/** A word of a command line after its references are replaced. If it is not whole, the rest after `text` is unknown. */
interface Word {
  readonly text: string
  readonly isWhole: boolean
}

/** Values by the names of variables; null: the spec does not contain the value, or only a reference. */
type Environment = ReadonlyMap<string, string | null>

/** The maximum length of a word with its references replaced, and of a list. */
const mostCharacters = 4096
const mostWords = 1000
/** The limit of a value in a record. */
const longestText = 1000

const gap = (code: string): Unread => unread(code, { outcome: 'error' })

/**
 * Returns the values of `flags`. With a prefix such as `ETCD_`, an unset flag is read from the variable
 * `ETCD_BIND_ADDRESS`, if the program does so.
 */
export function readFlags<F extends Flags>(
  container: Container,
  program: string,
  flags: F,
  prefix: string | null = null,
): FlagValues<F> {
  const environment = environmentOf(container)
  const given = givenFlags(container, program, flags, environment)
  const values = Object.entries(flags).map(([name, type]) => {
    if (!(given instanceof Map)) return [name, given]
    const words = given.get(name) ?? (prefix === null ? [] : variable(prefix + name, environment))
    return [name, words.length === 0 ? absentValue(container, prefix) : valueOf(type, words)]
  })
  return Object.fromEntries(values) as FlagValues<F> // has a value of the right type for each flag
}

/** Returns the index of the program in its command line; -1 if the spec starts something else. */
export function programAt({ command, args }: Container, program: string): number {
  const [first = '', ...rest] = [...texts(command), ...texts(args)]
  if (basename(first) === program) return 0
  // Kubernetes images contain a wrapper that only redirects output.
  if (basename(first) !== 'go-runner') return -1
  const at = rest.findIndex((word) => !word.startsWith('-'))
  return basename(rest[at] ?? '') === program ? at + 1 : -1
}

const texts = (words: unknown): readonly string[] =>
  Array.isArray(words) ? words.map((word) => (typeof word === 'string' ? word : '')) : []

const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function environmentOf({ env }: Container): Environment {
  const environment = new Map<string, string | null>()
  for (const entry of Array.isArray(env) ? (env as Container['env'] & object) : []) {
    const { name, value = '', valueFrom } = entry ?? {}
    if (typeof name !== 'string') continue
    const isLiteral =
      typeof value === 'string' &&
      (valueFrom ?? null) === null &&
      value.length <= mostCharacters &&
      !/\$[$(]/.test(value)
    environment.set(name, isLiteral ? value : null)
  }
  return environment
}

/** Returns all values of each flag, in order; Unread if flags may be set outside the spec. */
function givenFlags(
  container: Container,
  program: string,
  flags: Flags,
  environment: Environment,
): ReadonlyMap<string, readonly Word[]> | Unread {
  const at = programAt(container, program)
  const all = [...texts(container.command), ...texts(container.args)]
  if (at === -1) return gap(notStarted(all))
  if (all.length > mostWords) return gap('command_line_too_long')
  const given = new Map<string, Word[]>()
  const add = (name: string, word: Word) => {
    const words = given.get(name)
    if (words) words.push(word)
    else given.set(name, [word])
  }
  let pending: string | null = null
  for (const source of all.slice(at + 1)) {
    const word = expand(source, environment)
    if (pending !== null) {
      add(pending, word)
      pending = null
      continue
    }
    if (word.isWhole && word.text === '--') break
    const [, spelled, value] = /^--?([A-Za-z][\w.-]*)(?:=([\s\S]*))?$/.exec(word.text) ?? []
    // The unknown part may be the name of a flag, at the start of the word or inside the name.
    const mayBeAnyFlag = value === undefined && (word.text === '' || word.text.startsWith('-'))
    if (!word.isWhole && mayBeAnyFlag) return gap('flag_not_literal')
    const name = spelled?.replaceAll('-', '_')
    if (name === undefined || !Object.hasOwn(flags, name)) continue
    if (value !== undefined) add(name, { ...word, text: value })
    else if (flags[name] === 'boolean') add(name, { text: 'true', isWhole: true })
    else pending = name
  }
  if (pending !== null) add(pending, { text: '', isWhole: false })
  return given
}

const shells = new Set(['sh', 'bash', 'ash', 'dash', 'busybox'])

function notStarted([first]: readonly string[]): string {
  if (first === undefined || first.startsWith('-')) return 'command_not_in_spec'
  return shells.has(basename(first)) ? 'started_by_shell' : 'started_by_another_program'
}

/**
 * Replaces `$(NAME)` like the kubelet, up to the first unknown value or the maximum length. `$$` is one dollar sign.
 */
function expand(source: string, environment: Environment): Word {
  const lastEnd = source.lastIndexOf(')')
  let text = ''
  let from = 0
  let at = source.indexOf('$')
  while (at !== -1 && text.length + at - from <= mostCharacters) {
    text += source.slice(from, at)
    from = at + 1
    let value = '$'
    if (source[from] === '$') from++
    else if (source[from] === '(' && lastEnd > from) {
      const end = source.indexOf(')', from)
      const known = environment.get(source.slice(from + 1, end)) ?? null
      if (known === null) return { text, isWhole: false }
      value = known
      from = end + 1
    }
    text += value
    at = source.indexOf('$', from)
  }
  text += source.slice(from, from + mostCharacters + 1)
  return { text: text.slice(0, mostCharacters), isWhole: text.length <= mostCharacters }
}

function variable(name: string, environment: Environment): readonly Word[] {
  const value = environment.get(name.toUpperCase())
  if (value === null) return [{ text: '', isWhole: false }]
  return value === undefined || value === '' ? [] : [{ text: value, isWhole: true }]
}

/**
 * The value of a flag that neither an argument nor a variable of the spec sets: a ConfigMap or Secret may contain such
 * a variable.
 */
const absentValue = ({ envFrom }: Container, prefix: string | null): Unread | null =>
  prefix !== null && Array.isArray(envFrom) && envFrom.length > 0 ? gap('variables_not_read') : null

function valueOf(type: keyof Values, words: readonly Word[]): Maybe<Values[keyof Values] | null> {
  const isList = type === 'list' || type === 'origins'
  const counted = isList ? words : words.slice(-1)
  if (counted.some(({ isWhole }) => !isWhole)) return gap('flag_not_literal')
  const text = counted.map((word) => word.text).join(',')
  if (text.length > (isList ? mostCharacters : longestText)) return gap('flag_too_long')
  switch (type) {
    case 'text':
      return text || null
    case 'list':
      return listOf(text)
    case 'origins':
      return originsOf(listOf(text))
    case 'boolean':
      return booleans.get(text) ?? gap('flag_invalid')
    case 'number':
      return /^(?:0|-?[1-9]\d{0,8})$/.test(text) ? Number(text) : gap('flag_invalid')
    case 'seconds':
      return durationOf(text)
  }
}

function originsOf(urls: Maybe<readonly string[] | null>): Maybe<readonly string[] | null> {
  if (urls === null || isUnread(urls)) return urls
  const parsed = urls.flatMap((url) => URL.parse(url) ?? [])
  if (parsed.length < urls.length) return gap('flag_invalid')
  return parsed.map(({ protocol, host }) => `${protocol}//${host}`)
}

/**
 * Quotes would have the meaning of CSV, and commas within them would be part of a value; none of these flags needs
 * them.
 */
function listOf(text: string): Maybe<readonly string[] | null> {
  if (text.includes('"')) return gap('flag_invalid')
  const parts = text.split(',').filter((part) => part !== '')
  if (parts.some(({ length }) => length > longestText)) return gap('flag_too_long')
  return parts.length === 0 ? null : parts
}

function durationOf(text: string): Maybe<number> {
  const seconds = secondsOf(text)
  return seconds === null || seconds < 0 ? gap('flag_invalid') : seconds
}

/** Texts that Go parses as booleans. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
])
