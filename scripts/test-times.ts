/** What each test file took of the processor, whatever else the machine does meanwhile. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Kernels count in hundredths of a second, whatever the clock of the machine is. */
const ticksPerSecond = 100

/**
 * Whether the processor time of child processes is known. Without it, waiting and computing cannot be distinguished.
 */
export const countsPrograms = process.platform === 'linux'

/** Seconds of a processor so far: of this process, and on Linux of the programs that it started and that ended. */
export function cpuSeconds(): number {
  try {
    // The name in parentheses may contain anything; utime, stime, cutime and cstime are the 12th field after it and on.
    const [, rest = ''] = readFileSync('/proc/self/stat', 'utf8').split(/\) (?!.*\) )/s)
    const ticks = rest.split(' ').slice(11, 15).map(Number)
    return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

/** Processes of a run add to one file; a line is short enough to be written at once. */
export const noteTime = (path: string, file: string, seconds: number): void =>
  appendFileSync(path, `${seconds.toFixed(2)} ${file}\n`)

/** Seconds of a processor by file. Empty when nothing was noted. */
export function readTimes(path: string): ReadonlyMap<string, number> {
  if (!existsSync(path)) return new Map()
  const lines = readFileSync(path, 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.indexOf(' ')
        return [line.slice(at + 1), Number(line.slice(0, at))]
      }),
  )
}

/** Lines with the sum and the files that took most. None for a single file. */
export function slowest(times: ReadonlyMap<string, number>, most = 10): readonly string[] {
  const rows = [...times]
    .map(([file, seconds]): [number, string] => [seconds, file])
    .toSorted(([a], [b]) => b - a)
  const sum = rows.reduce((all, [seconds]) => all + seconds, 0)
  if (rows.length < 2) return []
  return [
    `Seconds of a processor, of ${sum.toFixed(0)} in ${rows.length} files (the first of a process loads the product):`,
    ...rows.slice(0, most).map(([seconds, file]) => `${seconds.toFixed(1).padStart(8)}  ${file}`),
  ]
}
