/**
 * The lifetime of the process: how signals and uncaught errors end it.
 *
 * Process 1 of a container ignores a signal that it does not handle, so `main.ts` installs the handlers before it loads
 * the command.
 */
import { constants } from 'node:os'
import { say } from './terminal.ts'

/** The parts that a server ends, in order. */
export interface Stoppable {
  stop(): Promise<void>
  /** Longest orderly stop. */
  readonly stopSeconds: number
  readonly log: {
    error(event: string, fields: { readonly error: Error }): void
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * How long the start may take to come to its next step after a signal; then the process exits all the same. A container
 * engine kills after 10 s. The database recovers from that as from any kill.
 */
const abortSeconds = 3

/**
 * Ends a command that is not a server when a signal arrives, unless the command handles the signal itself. Other
 * processes than process 1 are ended by the kernel, which also works while a command computes.
 */
export function exitAtSignals(pid = process.pid): void {
  if (pid !== 1) return
  for (const signal of signals) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

/**
 * The lifetime of a server. A signal ends it with status 0, an error that nothing caught with status 1.
 *
 * During the start, a signal aborts `signal`: the start closes what it has opened. Afterwards both ends are orderly:
 * readiness fails, streams drain and answers in progress are finished, so that a fault costs its own request and a
 * supervisor can start the process again. A second signal ends the process at once. So does a stop that takes longer
 * than `stopSeconds`: the supervisor would kill the process next, and another one takes over its tasks.
 */
export class Lifetime {
  readonly #starting = new AbortController()
  #server: Stoppable | undefined
  #isStopping = false
  #status = 0

  /** Aborted when a signal arrives during the start. */
  get signal(): AbortSignal {
    return this.#starting.signal
  }

  /** Handles signals from now on. Errors of `work` that are consequences of the stop are dropped. */
  async run(work: () => Promise<void>): Promise<void> {
    for (const signal of signals) process.on(signal, () => this.#signaled())
    try {
      await work()
    } catch (error) {
      if (!this.#isStopping) throw error
      if (!this.#server) process.exit(0)
    }
  }

  /** The start has ended: from now on signals and uncaught errors stop the server. */
  started(server: Stoppable): void {
    this.#server = server
    // Rejections that nothing handles arrive here too.
    process.on('uncaughtException', (thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      server.log.error('uncaught error; the process stops', { error })
      this.#status = 1
      if (!this.#isStopping) this.#stop(server)
    })
  }

  #signaled(): void {
    if (this.#isStopping) process.exit(130)
    if (this.#server) this.#stop(this.#server)
    else this.#abort()
  }

  #abort(): void {
    this.#isStopping = true
    say('Stopping …')
    setTimeout(() => process.exit(0), abortSeconds * 1_000)
    this.#starting.abort()
  }

  #stop({ stop, stopSeconds }: Stoppable): void {
    this.#isStopping = true
    say('Stopping …')
    setTimeout(() => {
      process.stderr.write(
        `Not stopped within ${stopSeconds} s. The process exits, and another process takes over its tasks.\n`,
      )
      process.exit(1)
    }, stopSeconds * 1_000).unref()
    stop().then(
      () => process.exit(this.#status),
      (error: unknown) => {
        process.stderr.write(`${(error as Error).stack}\n`)
        process.exit(1)
      },
    )
  }
}
