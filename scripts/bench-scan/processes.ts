/** Processes of a bench, and what they cost, as Linux reports it. */
import { withoutLimits } from '../../server/testing/without-limits.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface Child {
  readonly pid: number
  /** The first match of the pattern in its first lines. */
  readonly said: string
  stop(): Promise<void>
}

/** Starts a file of the repository and waits for the expected output. */
export async function start(
  args: readonly string[],
  pattern: RegExp,
  added: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const child: ChildProcess = spawn(
    process.execPath,
    [...process.execArgv, ...args], // as the launcher starts the product
    { env: { ...process.env, ...withoutLimits, ...added }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  if (!child.stdout || child.pid === undefined) throw new Error(`${args[0]} did not start.`)
  for await (const line of createInterface({ input: child.stdout })) {
    const found = pattern.exec(line)
    if (!found) continue
    child.stdout.resume() // later output is ignored, and must not fill the pipe
    return { pid: child.pid, said: found[0], stop }
  }
  throw new Error(`${args[0]} ended before it served.`)
}

/** Of /proc/<pid>/stat the parent, then user and system time, its own and that of children it has buried. */
function stat(pid: number): { parent: number; own: number; buried: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11)
    return { parent, own: (user + system) * 10_000, buried: (childUser + childSystem) * 10_000 }
  } catch {
    return null // it has ended meanwhile
  }
}

/** Processor time of a process with all its threads, in µs, counted in hundredths of a second. */
export const processorTime = (pid: number): number => stat(pid)?.own ?? 0

/** The same of a process, of its children, and of the children it had. */
export function familyTime(pid: number): number {
  const parent = stat(pid)
  let sum = (parent?.own ?? 0) + (parent?.buried ?? 0)
  for (const name of readdirSync('/proc')) {
    const other = /^\d+$/.test(name) ? stat(Number(name)) : null
    if (other?.parent === pid) sum += other.own
  }
  return sum
}

/** Forgets the highest memory so far. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The highest resident memory since the last reset, in MB. */
export function peakMb(pid: number): number {
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) / 1_024
}
