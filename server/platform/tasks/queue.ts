import { PgBoss } from 'pg-boss'
import type { Database, SystemTx } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Free } from './places.ts'

/** A job only identifies its task. */
export interface Job {
  readonly tenant_id: string
  readonly task_id: string
}

/** The port to the queue: it must only hand each job to one worker. */
export interface Queue {
  /** Up to `most` jobs of a kind, best priority first, except those of a tenant. They leave the queue. */
  take(name: string, free: Free): Promise<Job[]>
  close(): Promise<void>
}

/**
 * The queue over our own transactions. Jobs only wake: which task may run, and who may write, is
 * decided by leases on our rows, so a job is deleted as soon as it is handed out, and the queue's
 * own supervision stays off.
 */
export async function openQueue(database: Database, log: Log): Promise<Queue> {
  const within = (tx: SystemTx) => ({
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await tx.library(text, values),
    }),
  })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        database.outsideTenants((tx) => within(tx).executeSql(text, values)),
    },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    queueCacheIntervalSeconds: 3_600,
  })
  boss.on('error', (error: Error) => log.warn('queue unavailable', { error }))
  await boss.start()
  return {
    take: (name, { most, except }) =>
      // One transaction: a job that was handed out and not deleted would stay for ever.
      database.outsideTenants(async (tx) => {
        const db = within(tx)
        const jobs = await boss.fetch<Job>(name, {
          batchSize: most,
          ...(except !== undefined && { ignoreGroups: [except] }),
          db,
        })
        if (jobs.length > 0)
          await boss.deleteJob(
            name,
            jobs.map(({ id }) => id),
            { db },
          )
        return jobs.map(({ data }) => data)
      }),
    close: () => boss.stop({ graceful: false, close: false } as Parameters<typeof boss.stop>[0]),
  }
}
