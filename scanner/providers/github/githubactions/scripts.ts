// What the script of a step writes to its outputs and to the environment of later steps, as far as it can be read
// without running it. Source: GitHub, "Workflow commands for GitHub Actions".

/** A value that a script writes, as text of the script. */
export interface Written {
  readonly name: string
  readonly value: string
}

export interface ScriptReading {
  readonly outputs: readonly Written[]
  readonly environment: readonly Written[]
  /** Variables that the script sets itself. */
  readonly variables: readonly Written[]
}

/** Lines are cut: commands are shorter, and patterns then cost a bounded time for each line. */
const longestLine = 2_000

const commandFile = /\bGITHUB_(OUTPUT|ENV)\b/
const assignment =
  /^\s*(?:(?:sudo|builtin)\s+)?(?:(?:echo|printf|print|write-output|write-host|add-content|cat)\s+)?(?:-[a-z]{1,20}\s+){0,3}["']?([A-Za-z_][\w-]{0,99})=(.*)$/i
const variable =
  /^\s*(?:(?:export|local|readonly|declare|typeset|set)\s+(?:-\w+\s+)?)?\$?([A-Za-z_]\w{0,99})\s?=\s?(.*)$/
const setOutput = /::set-output name=([A-Za-z_][\w-]{0,99})::(.*)$/
const setEnvironment = /::set-env name=([A-Za-z_][\w-]{0,99})::(.*)$/

/** The maximum number of values of a script; a script of the maximum size can have hundreds of thousands. */
const mostWritten = 1_000

/** The maximum number of lines of a value in several lines. */
const mostLines = 100

/** Reads a script line by line. Names that are assigned by other means are missing. */
export function readScript(script: string): ScriptReading {
  const outputs: Written[] = []
  const environment: Written[] = []
  const variables: Written[] = []
  const mentions = new Set<string>()
  const possible: Written[] = []
  const lines = script.split('\n').map((line) => line.slice(0, longestLine))
  for (const [at, line] of lines.entries()) {
    if (outputs.length + environment.length + variables.length + possible.length > mostWritten)
      break
    const file = commandFile.exec(line)?.[1]
    if (file !== undefined) mentions.add(file)
    const command = file === undefined ? line : withoutRedirection(line)
    const written = writtenBy(assignment, command)
    if (file === 'OUTPUT') outputs.push(...written)
    else if (file === 'ENV') environment.push(...written)
    else possible.push(...written)
    variables.push(...writtenBy(variable, line))
    outputs.push(...writtenBy(setOutput, line))
    environment.push(...writtenBy(setEnvironment, line))
    possible.push(...blockFrom(lines, at))
  }
  // `{ … } >> "$GITHUB_OUTPUT"` and here-documents name the file on another line than the value.
  if (mentions.has('OUTPUT')) outputs.push(...possible)
  if (mentions.has('ENV')) environment.push(...possible)
  return { outputs, environment, variables }
}

function writtenBy(pattern: RegExp, line: string): readonly Written[] {
  const [, name, value] = pattern.exec(line) ?? []
  return name === undefined || value === undefined ? [] : [{ name, value }]
}

/** `echo a=b >> "$GITHUB_OUTPUT"`, or the same with a pipe to a command that writes the file. */
function withoutRedirection(line: string): string {
  const isPiped = /\|\s?(?:sudo\s)?(?:tee|out-file|add-content)\b/i.test(line)
  const end = line.lastIndexOf(isPiped ? '|' : '>')
  return end < 0 ? line : line.slice(0, end).replace(/>$/, '')
}

/** A value in several lines: `name<<delimiter`, the lines, and the delimiter. */
function blockFrom(lines: readonly string[], at: number): readonly Written[] {
  const line = lines[at] ?? ''
  const sign = line.indexOf('<<')
  if (sign < 0) return []
  const name = /[A-Za-z_][\w-]{0,99}$/.exec(line.slice(Math.max(0, sign - 100), sign))?.[0]
  const delimiter = /\w{1,99}/.exec(line.slice(sign + 2))?.[0]
  if (name === undefined || delimiter === undefined) return []
  const following = lines.slice(at + 1, at + 1 + mostLines)
  const end = following.findIndex((next) => next.includes(delimiter))
  const value = end < 0 ? following : following.slice(0, end)
  return [{ name, value: value.join('\n') }]
}

/** Commands whose result is not text of other users. */
const harmless = /\$\((?:date|git rev-parse|uname|nproc|pwd|whoami)\b[^()$`]{0,200}\)/g

/** True if a value contains the output of a command, which is only known when it runs. */
export const hasCommand = (value: string): boolean => /\$\(|`/.test(value.replaceAll(harmless, ''))

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
