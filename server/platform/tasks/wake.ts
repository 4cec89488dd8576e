import { EventEmitter } from 'node:events'
import { type Database, sql, type Tx } from '../db/index.ts'

/** Where processes tell each other that a task was queued. */
const channel = 'plumbline_tasks'

/**
 * Notifies workers about queued work: those of this process, and over the database those of others. Only a hint:
 * workers also poll. So there may be one emitter for the process, and nothing depends on it.
 */
const hints = new EventEmitter().setMaxListeners(100)

/** Workers hear of it when the transaction commits. */
export const notifyWorkers = (tx: Tx): Promise<number> => {
  tx.afterCommit(() => void hints.emit('queued'))
  return tx.run(sql`select pg_notify(${channel}, '')`)
}

export interface Hints {
  /** Whether those of other processes arrive. */
  readonly ofOthers: boolean
  close(): Promise<void>
}

export function onWake(database: Database, listener: () => void): Hints {
  hints.on('queued', listener)
  const close = database.listen(channel, listener)
  return {
    ofOthers: close !== false,
    async close() {
      hints.off('queued', listener)
      if (close) await close()
    },
  }
}
