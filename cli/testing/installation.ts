/** The product in separate processes, which tests kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Client,
  password,
  processDatabase,
  processFlags,
  withoutLimits,
} from '@plumbline/server/testing'
import { main } from './program.ts'

/** The product among fakes: hosts resolve to loopback, by `PLUMBLINE_TEST_SITES`. */
export const amongFakes = fileURLToPath(new URL('among-fakes.ts', import.meta.url))
export interface Running {
  readonly child: ChildProcess
  readonly address: string
}

/** Starts `plumbline <command>` with flags of Node and resolves when it reports that it is ready. */
export function launch(
  command: string,
  {
    flags,
    environment,
    program = main,
  }: {
    flags: readonly string[]
    environment: Readonly<Record<string, string>>
    program?: string
  },
): Promise<Running> {
  const child = spawn(process.execPath, [...flags, program, command], {
    env: { ...process.env, ...withoutLimits, LOG_LEVEL: 'warn', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (part: Buffer) => {
      said += part.toString()
      const [, address] = /Serving (http:\/\/[\d.:]+)/.exec(said) ?? []
      if (address || /Working\./.test(said)) resolve({ child, address: address ?? '' })
    })
    child.once('exit', (code) => reject(new Error(`${command} exited with ${code}: ${said}`)))
  })
}

export async function kill({ child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** The product in processes that may be killed; the API's address changes when it dies with the worker. */
export class Installation {
  /** Whether the API runs in a separate process. */
  readonly isSplit: boolean
  #environment: Readonly<Record<string, string>>
  readonly #release: () => Promise<void>
  readonly #flags: readonly string[]
  readonly #program: string
  #api: Running | undefined
  #worker: Running | undefined
  #who: { tenantId: string; userId: string; email: string; authorization: string } | undefined

  constructor(
    environment: Readonly<Record<string, string>>,
    isSplit: boolean,
    release = async (): Promise<void> => {},
    flags: readonly string[] = processFlags,
    program = main,
  ) {
    this.#environment = environment
    this.isSplit = isSplit
    this.#release = release
    this.#flags = flags
    this.#program = program
  }

  /** One over a separate database: on PostgreSQL the API outlives the worker, on the embedded one it cannot. */
  static async prepare(
    environment: Readonly<Record<string, string>>,
    program = main,
  ): Promise<Installation> {
    const directory = mkdtempSync(join(tmpdir(), 'plumbline-installation-'))
    const database = await processDatabase(directory)
    return new Installation(
      { ...environment, ...database.settings },
      database.isShared,
      async () => {
        await database.close()
        rmSync(directory, { recursive: true, force: true })
      },
      processFlags,
      program,
    )
  }

  async start(): Promise<void> {
    const [flags, environment, program] = [this.#flags, this.#environment, this.#program]
    if (this.isSplit)
      this.#api ??= await launch('serve', {
        flags,
        program,
        environment: { ...environment, WORKER: 'false' },
      })
    this.#worker = await launch(this.isSplit ? 'worker' : 'serve', { flags, environment, program })
  }

  async crash(): Promise<void> {
    if (this.#worker) await kill(this.#worker)
  }

  /** Of the process that works. */
  get pid(): number {
    return this.#worker?.child.pid ?? 0
  }

  /** Other settings, from the next start on. */
  set(settings: Readonly<Record<string, string>>): void {
    this.#environment = { ...this.#environment, ...settings }
  }

  async stop(): Promise<void> {
    for (const one of [this.#worker, this.#api]) if (one?.child.exitCode === null) await kill(one)
    await this.#release()
  }

  get client(): Client {
    const address = this.isSplit ? this.#api?.address : this.#worker?.address
    return new Client(`${address}/api/v1`, this.#who)
  }

  async signUp(name: string): Promise<void> {
    const email = `${name}@example.com`
    this.#who = undefined
    const made = await this.client.make('/users', 'users', { name: 'A user', email, password })
    const pair = await this.client.make('/tokens', 'tokens', { email, password })
    const authorization = `Bearer ${pair.text('access')}`
    this.#who = { tenantId: '', userId: made.id, email, authorization }
  }
}
