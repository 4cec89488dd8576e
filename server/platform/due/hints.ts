import { EventEmitter } from 'node:events'
import { type Database, type SystemTx, sql, type Tx } from '../db/index.ts'

/** The workers of one process. */
const emitter = new EventEmitter().setMaxListeners(100)

export interface Listening {
  /** Hints of other processes arrive, too. */
  readonly ofOthers: boolean
  close(): Promise<void>
}

/**
 * Tells workers that rows of one queue are due: those of this process, and over the database those of others. These are
 * only hints, for workers also look from time to time.
 */
export class Hints {
  readonly #queue: string

  constructor(queue: string) {
    this.#queue = queue
  }

  /** Workers hear it when the transaction commits. */
  send(tx: Tx | SystemTx): Promise<number> {
    tx.afterCommit(() => void emitter.emit(this.#queue))
    return tx.run(sql`select pg_notify('plumbline_due', ${this.#queue})`)
  }

  listen(database: Database, listener: () => void): Listening {
    emitter.on(this.#queue, listener)
    const close = database.listen(this.#queue, listener)
    return {
      ofOthers: close !== false,
      close: async () => {
        emitter.off(this.#queue, listener)
        if (close) await close()
      },
    }
  }
}
