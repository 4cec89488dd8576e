/** Servers and workers as processes, which are killed and started again, and one address for all servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ended } from '../services.ts'
import type { Journal } from './journal.ts'

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
/** pino's number for `error`. */
const errorLevel = 50
/** As supervisors wait before they start a process again. */
const pauseMs = 1_000
/** While the database is unavailable, no process can start. */
const longestStartMs = 120_000

export interface ErrorLine {
  readonly process: string
  /** Seconds after the start of the run. */
  readonly atSeconds: number
  readonly event: string
  readonly error: string
  readonly line: string
}

export class SupervisedProcess {
  readonly name: string
  readonly #command: 'serve' | 'worker'
  readonly #environment: Readonly<Record<string, string>>
  readonly #journal: Journal
  readonly #errors: ErrorLine[]
  #child: ChildProcess | undefined
  #isReady = false
  #isKilled = false
  #isStopped = false
  #running: Promise<void> | undefined

  constructor(
    name: string,
    command: 'serve' | 'worker',
    given: {
      readonly environment: Readonly<Record<string, string>>
      readonly journal: Journal
      readonly errors: ErrorLine[]
    },
  ) {
    this.name = name
    this.#command = command
    this.#environment = given.environment
    this.#journal = given.journal
    this.#errors = given.errors
  }

  /** Resolves when it is ready for the first time. */
  async start(): Promise<void> {
    const ready = Promise.withResolvers<void>()
    this.#running = this.#supervise(ready.resolve)
    await ready.promise
  }

  async #supervise(ready: () => void): Promise<void> {
    while (!this.#isStopped) {
      const status = await this.#run(ready)
      if (this.#isStopped) return
      if (this.#isReady && !this.#isKilled)
        this.#journal.miss(`${this.name} ended by itself (${status})`)
      if (!this.#isReady) this.#journal.note(`${this.name} could not start (${status})`)
      this.#isReady = false
      this.#isKilled = false
      await sleep(pauseMs)
    }
  }

  #run(ready: () => void): Promise<string> {
    const child = spawn(process.execPath, [...process.execArgv, main, this.#command], {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    child.stdout.on('data', (part: Buffer) => {
      if (this.#isReady || !/Serving http|Working\./.test(part.toString())) return
      this.#isReady = true
      ready()
    })
    createInterface({ input: child.stderr }).on('line', (line) => this.#read(line))
    return new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('close', (code, signal) => resolve(String(signal ?? code)))
    })
  }

  /** While the process runs, each line that is not a log line is unexpected. A start that fails prints its reason. */
  #read(line: string): void {
    let logged: { level?: number; msg?: string; error?: { message?: string; code?: string } } = {}
    try {
      logged = JSON.parse(line) as typeof logged
    } catch {
      if (!this.#isReady) return
    }
    const { level = errorLevel, msg = line, error } = logged
    if (level < errorLevel) return
    this.#errors.push({
      process: this.name,
      atSeconds: this.#journal.seconds,
      event: msg,
      error: error ? `${error.code ?? ''} ${error.message ?? ''}`.trim() : '',
      line,
    })
  }

  /** Kills it when it is ready; false if that takes too long. */
  async kill(): Promise<boolean> {
    for (let waited = 0; !this.#isReady || this.#isKilled; waited += pauseMs) {
      if (waited > longestStartMs || this.#isStopped) return false
      await sleep(pauseMs)
    }
    this.#isKilled = true
    return this.#child?.kill('SIGKILL') ?? false
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#child) await ended(this.#child, 'SIGKILL')
    await this.#running
  }
}

/**
 * Passes each connection to one of the servers that accepts it, in turns, so that a client that comes back arrives at
 * another server. `current` returns the ports of the servers.
 */
export async function balance(
  current: () => readonly number[],
): Promise<{ port: number; close(): void }> {
  let turn = 0
  const open = new Set<Socket>()
  const server: Server = createServer((client) => {
    open.add(client)
    client.on('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    const pass = (left: readonly number[]): void => {
      const [port, ...others] = left
      if (port === undefined) return void client.destroy()
      const upstream = connect(port, '127.0.0.1')
      upstream.once('error', () => pass(others))
      upstream.once('connect', () => {
        upstream.removeAllListeners('error')
        upstream.on('error', () => client.destroy())
        upstream.on('close', () => client.destroy())
        client.on('close', () => upstream.destroy())
        client.pipe(upstream).pipe(client)
      })
    }
    turn += 1
    const ports = current()
    pass(ports.map((_, at) => ports[(at + turn) % ports.length] ?? 0))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
