/** Runs `plumbline` in a separate process. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { eventually, processFlags, withoutLimits } from '@plumbline/server/testing'
import { main } from './program.ts'

export interface Command {
  readonly child: ChildProcess
  readonly out: () => string
  readonly error: () => string
  /** The first part of its output. */
  readonly first: () => string
  readonly status: Promise<number | null>
}

/** Starts commands with separate settings, `within` another command; `end` ends those that still run. */
export function commandsWith(settings: Readonly<Record<string, string>>) {
  const started: Command[] = []
  const { DATABASE_URL: _url, POSTGRES_HOST: _host, ...inherited } = process.env
  function plumbline(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    within: readonly string[] = [],
  ): Command {
    const [program = '', ...rest] = [...within, process.execPath, ...processFlags, main, ...args]
    const child = spawn(program, rest, {
      env: {
        ...inherited,
        ...withoutLimits,
        LOG_LEVEL: 'warn',
        PORT: '0',
        ...settings,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: string[] = []
    const complained: string[] = []
    let first = ''
    for (const [stream, parts] of [
      [child.stdout, said],
      [child.stderr, complained],
    ] as const) {
      stream.on('data', (part: Buffer) => {
        first ||= part.toString()
        parts.push(part.toString())
      })
    }
    const status = new Promise<number | null>((resolve) => child.once('close', resolve))
    const command: Command = {
      child,
      out: () => said.join(''),
      error: () => complained.join(''),
      first: () => first,
      status,
    }
    started.push(command)
    return command
  }
  async function end(): Promise<void> {
    for (const { child, status } of started) {
      child.kill('SIGKILL') // does nothing to one that has ended
      await status
    }
  }
  return { plumbline, end }
}

/** Waits until the output matches. */
export const prints = ({ out, error, child }: Command, pattern: RegExp): Promise<RegExpExecArray> =>
  eventually(`the output matches ${String(pattern)}`, async () => {
    const found = pattern.exec(out())
    if (!found) assert.equal(child.exitCode, null, `it exited: ${out()}${error()}`)
    return found
  })
