/** What commands share in talking to a terminal. */
import { parseArgs } from 'node:util'

/** What moves a cursor, changes colours, begins a line, turns the writing round, or cannot be seen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A text on one line. Names of a scanned account, of a file or of a server are untrusted. */
export const printable = (text: string): string => text.replace(unprintable, '\ufffd')

/** JSON that is the same to who reads it, and prints nothing that a terminal obeys. */
export const printableJson = (json: string): string =>
  json.replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/** What could not be done, in sentences for people: shown as they are, a line each. Exit code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
  constructor(...lines: readonly string[]) {
    super(lines.map(printable).join('\n'))
  }
}

/** A mistake in the command line. Exit code 2. */
export class UsageError extends CommandFailed {
  override name = 'UsageError'
}

/** What a scan exits with that was made and has something to look at. */
export const exitWithFindings = 3

/** The exit code of a command whose output was closed: 128 and the number of SIGPIPE, as shells report it. */
export const exitWithoutReader = 141

/**
 * Handles an output that was closed, for example by `head`, without an error message. A command that only prints ends
 * with `exitWithoutReader`; with `finish`, it continues without the output. Progress on stderr is dropped.
 */
export function outliveOutput({ finish }: { readonly finish: boolean }): void {
  const handle = (error: NodeJS.ErrnoException, onClosed: () => void): void => {
    if (error.code !== 'EPIPE') throw error
    onClosed()
  }
  process.stderr.on('error', (error) => handle(error, () => undefined))
  process.stdout.on('error', (error) =>
    handle(error, () => {
      if (!finish) process.exit(exitWithoutReader)
    }),
  )
}

export const say = (line = ''): void => void process.stdout.write(`${line}\n`)

/** A table with aligned columns, a line for each row; numbers lean to the right. */
export function table(
  head: readonly string[],
  cells: readonly (readonly (string | number)[])[],
): string {
  const rows = cells.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell : printable(cell))),
  )
  const widths = head.map((title, at) =>
    rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), title.length),
  )
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, at) =>
        typeof cell === 'number'
          ? String(cell).padStart(widths[at] ?? 0)
          : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('──'), ...rows.map(line)].join(
    '\n',
  )
}

/** One line that is drawn over itself; on a pipe, a line each tenth. */
export function progressBar(
  of = 'checks × regions',
  width = 32,
): (done: number, total: number) => void {
  let shown = -1
  return (done, total) => {
    const share = total === 0 ? 0 : done / total
    const filled = Math.round(share * width)
    const text = `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${done}/${total} ${of}`
    if (process.stdout.isTTY) {
      process.stdout.write(`\r${text}${done >= total && total > 0 ? '\n' : ''}`)
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth > shown) say(text)
    shown = Math.max(shown, tenth)
  }
}

/** What options a command has: those that take a value, and those that are there or not. */
type Options = Readonly<Record<string, 'value' | 'switch'>>

/** The options of a command that takes no other arguments. */
export function options(args: readonly string[], known: Options): Record<string, string> {
  const { values, rest } = flags(args, known)
  const [other] = rest
  if (other !== undefined) throw noOption(other, known)
  return values
}

/** Options as `--name value`, `--name=value` or `--name`, and the other arguments. Throws a UsageError. */
export function flags(
  args: readonly string[],
  known: Options,
): { values: Record<string, string>; rest: string[] } {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(known).map(([name, kind]) => [
        name,
        { type: kind === 'value' ? 'string' : 'boolean' },
      ]),
    ),
    strict: false, // its own errors leave open which options there are
    tokens: true,
  })
  const values: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, value } = token
    const kind = Object.hasOwn(known, name) ? known[name] : undefined
    if (!kind) throw noOption(token.rawName, known)
    if (kind === 'switch' && value !== undefined) throw new UsageError(`--${name} takes no value.`)
    if (kind === 'value' && value === undefined) throw new UsageError(`--${name} requires a value.`)
    values[name] = value ?? 'true'
  }
  return { values, rest: positionals }
}

function noOption(given: string, known: Options): UsageError {
  const all = Object.keys(known).map((name) => `--${name}`)
  return new UsageError(`There is no option ${given}. Options: ${all.join(', ') || 'none'}.`)
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`

/** Resident memory now, and the most there has been. */
export const memory = (): string =>
  `memory ${megabytes(process.memoryUsage.rss())}, peak ${megabytes(process.resourceUsage().maxRSS * 1_024)}`
