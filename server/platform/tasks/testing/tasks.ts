/** A kind of task for tests of the worker, its tasks, and a worker that runs them. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { text } from '@plumbline/jsonapi'
import { eventually, type TestDatabase } from '../../../testing/index.ts'
import { sql } from '../../db/index.ts'
import { newId } from '../../ids.ts'
import type { Facts, Log } from '../../log.ts'
import { type Ending, type Queued, type Running, task } from '../task.ts'
import { Worker, type WorkerSettings, workerDefaults } from '../worker.ts'

export const name = 'provider-connection-check'
export const input = { word: text }
export type Kind = Queued<typeof input>

export const kindOf = (
  run: (input: { word: string }, running: Running) => Promise<object | undefined>,
  gaveUp?: (failure: Ending) => void,
): Kind =>
  task(name, {
    input,
    may: 'manage_providers',
    run: run as Parameters<typeof task<typeof input>>[1]['run'],
    gaveUp: async (_input, _running, failure) => gaveUp?.(failure),
  })

/** Work that waits for a database is tried again at once. */
export const unavailableFor = { leastSeconds: 0, mostSeconds: 0, hours: 12 }

export interface Working {
  readonly lines: { event: string; facts: Facts }[]
  stop(): Promise<void>
}

export interface Row {
  readonly state: string
  readonly result: Record<string, unknown> | null
  readonly attempts: number
}

export class Tasks {
  readonly #db: TestDatabase

  constructor(db: TestDatabase) {
    this.#db = db
  }

  async newTenant(): Promise<string> {
    const id = newId()
    await this.#db.database.inTenant(id, (tx) =>
      tx.run(sql`select create_tenant(${tx.tenantId}, 'a tenant')`),
    )
    return id
  }

  enqueue(kind: Kind, tenantId: string, word: string): Promise<string> {
    return this.#db.database.inTenant(tenantId, async (tx) => (await kind.enqueue(tx, { word })).id)
  }

  /** Starts a worker, which stops with the test. */
  async work(t: TestContext, kind: Kind, more: Partial<WorkerSettings> = {}): Promise<Working> {
    const lines: { event: string; facts: Facts }[] = []
    const record = (event: string, facts: Facts = {}): void => void lines.push({ event, facts })
    const log: Log = { info: record, warn: record, error: record }
    const settings = { ...workerDefaults, pollMs: 50, sweepMs: 100, leaseSeconds: 1, ...more }
    const worker = new Worker(this.#db.database, [kind], { sweeps: [], settings, log })
    await worker.start()
    let stopped: Promise<void> | undefined
    const stop = (): Promise<void> => (stopped ??= worker.stop())
    t.after(stop)
    return { lines, stop }
  }

  async row(id: string): Promise<Row> {
    const [found] = await this.#db.administer(
      `select state, result, attempts from tasks where id = '${id}'`,
    )
    assert.ok(found)
    return found as unknown as Row
  }

  async ended(id: string): Promise<Row> {
    const hasEnded = async () => /completed|failed|cancelled/.test((await this.row(id)).state)
    await eventually('the task has ended', hasEnded)
    return this.row(id)
  }
}
