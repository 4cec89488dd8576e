/** One PostgreSQL server of the pair, started again when it ends, as a supervisor does. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ended, type PostgresCluster } from '../services.ts'
import type { Journal } from './journal.ts'

export class PostgresNode {
  readonly cluster: PostgresCluster
  readonly #name: string
  readonly #journal: Journal
  #child: ChildProcess | undefined
  #isExpected = false
  #isStopped = true
  /** Ends when the server accepts connections again. */
  #starting: Promise<void> = Promise.resolve()

  constructor(name: string, cluster: PostgresCluster, journal: Journal) {
    this.#name = name
    this.cluster = cluster
    this.#journal = journal
  }

  async start(): Promise<void> {
    this.#isStopped = false
    this.#child = await this.cluster.start()
    this.#watch(this.#child)
  }

  /** Resolves when it accepts connections, if it was ending or starting. */
  get settled(): Promise<void> {
    return this.#starting
  }

  #watch(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (this.#isStopped) return
      if (!this.#isExpected)
        this.#journal.note(`PostgreSQL ${this.#name} ended by itself (${signal ?? code})`)
      this.#isExpected = false
      this.#starting = this.#startAgain()
    })
  }

  async #startAgain(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.start()
        this.#journal.note(`PostgreSQL ${this.#name} accepts connections`)
        return
      } catch {
        await sleep(500) // for example the disk is still full
      }
    }
  }

  async restart(how: 'fast' | 'crash'): Promise<void> {
    await this.#starting
    this.#isExpected = true
    if (this.#child) await ended(this.#child, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await this.#starting
  }

  /** Ends it until `start` is called. */
  async stop(how: 'fast' | 'crash' = 'fast'): Promise<void> {
    this.#isStopped = true
    await this.#starting
    if (this.#child) await ended(this.#child, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  }
}
