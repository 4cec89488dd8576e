import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Contender } from './contenders.ts'

export interface Report {
  readonly deliveries: number
  readonly p50_us: number
  readonly p99_us: number
  readonly worst_us: number
  /** Connections that the server ended. */
  readonly closed: number
}

/** Listeners to one contender, in a separate process. */
export interface Listeners {
  readonly count: number
  /** Forgets what was heard so far. */
  reset(): Promise<void>
  report(): Promise<Report>
  /** Resolves when everyone who reads has heard `events` since the last reset. */
  heard(events: number): Promise<void>
  leave(): Promise<void>
}

const longestWaitMs = 60_000

/** Opens `count` streams, of which the first `stalled` never read. Resolves when all are answered. */
export async function listeners(
  program: string,
  contender: Contender,
  count: number,
  stalled = 0,
): Promise<Listeners> {
  const file = `${program}-request`
  writeFileSync(file, contender.request, { mode: 0o600 })
  const child = spawn(program, [contender.port, count, stalled, file].map(String), {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const waiting = new Set<{ fits: (line: string) => boolean; resolve: (line: string) => void }>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const one of waiting) {
      if (!one.fits(line)) continue
      waiting.delete(one)
      one.resolve(line)
    }
  })
  const line = (what: string, fits: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${contender.name}: waited in vain for "${what}".`))
      }, longestWaitMs)
      const one = {
        fits,
        resolve: (text: string): void => {
          clearTimeout(timer)
          resolve(text)
        },
      }
      waiting.add(one)
      void exited.then(() => reject(new Error(`${contender.name}: its listeners ended early.`)))
    })
  const say = (word: string): void => void child.stdin.write(`${word}\n`)
  try {
    await line('ready', (text) => text === 'ready')
  } finally {
    rmSync(file, { force: true })
  }
  return {
    count,
    async reset() {
      const done = line('reset', (text) => text === 'reset')
      say('reset')
      await done
    },
    async report() {
      const report = line('report', (text) => text.startsWith('{'))
      say('report')
      return JSON.parse(await report) as Report
    },
    async heard(events) {
      await line(`all ${events}`, (text) => text === `all ${events}`)
    },
    async leave() {
      child.stdin.end()
      await exited
    },
  }
}
