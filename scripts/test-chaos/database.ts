/** A PostgreSQL primary with a synchronous standby on a separate disk, and the faults of both. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migratePostgres } from '../../server/platform/db/index.ts'
import { administrator } from '../../server/platform/db/postgres.ts'
import { clusterIn, createLogin, preparePostgres } from '../services.ts'
import type { Journal } from './journal.ts'
import { PostgresNode } from './postgres-node.ts'

const name = 'chaos'
const diskBytes = 4 * 2 ** 30
/** For a standby to be in sync again. */
const syncMs = 60_000

type Row = Record<string, unknown>

export class ChaosDatabase {
  readonly #folder: string
  #primary: PostgresNode
  #standby: PostgresNode
  /** True if the servers are on a separate disk, which can be filled. */
  readonly hasOwnDisk: boolean
  /** Ends with the last fault: one that takes longer than planned delays the next one. */
  #faults: Promise<unknown> = Promise.resolve()

  private constructor(
    [primary, standby]: readonly [PostgresNode, PostgresNode],
    { folder, hasOwnDisk }: { folder: string; hasOwnDisk: boolean },
  ) {
    this.#primary = primary
    this.#standby = standby
    this.#folder = folder
    this.hasOwnDisk = hasOwnDisk
  }

  static async create(hasOwnDisk: boolean, journal: Journal): Promise<ChaosDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-chaos-'))
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    chmodSync(folder, 0o711) // the user of the server has to enter it
    if (hasOwnDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk])
    const [one, other] = ['a', 'b'].map((part) => join(disk, part)) as [string, string]
    for (const path of [one, other]) mkdirSync(path, { mode: 0o700 })
    const primary = new PostgresNode('A', await preparePostgres(one), journal)
    const standby = new PostgresNode('B', await clusterIn(other), journal)
    const database = new ChaosDatabase([primary, standby], { folder, hasOwnDisk })
    await primary.start()
    await database.administer(`alter system set wal_keep_size = '256MB'`, 'postgres')
    await database.administer(`create database ${name}`, 'postgres')
    await migratePostgres(primary.cluster.adminUrl(name))
    await database.administer(createLogin, 'postgres')
    await database.#addStandby()
    return database
  }

  /** The port of the server that is the primary at the moment. */
  get port(): number {
    return this.#primary.cluster.port
  }

  /** The server's address with another port, which leads to the primary. */
  urlAt(port: number): string {
    const url = new URL(this.#primary.cluster.appUrl(name))
    url.port = String(port)
    return url.href
  }

  /** Runs in a separate connection as a superuser, without row-level security. */
  async administer(script: string, database = name): Promise<Row[]> {
    return this.#session((run) => run(script), database)
  }

  async #session<T>(
    work: (run: (script: string) => Promise<Row[]>) => Promise<T>,
    database = name,
  ): Promise<T> {
    const session = await administrator(this.#primary.cluster.adminUrl(database))
    try {
      return await work(session.run)
    } finally {
      await session.close().catch(() => {}) // the server has ended with it
    }
  }

  /** Runs the fault when the one before has ended and the primary accepts connections. */
  #fault<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#faults
      .catch(() => {})
      .then(() => this.#primary.settled)
      .then(work)
    this.#faults = run
    return run
  }

  restart(how: 'fast' | 'crash'): Promise<void> {
    return this.#fault(() => this.#primary.restart(how))
  }

  /**
   * The primary ends without a checkpoint, the standby is promoted, and `promoted` leads clients to it. A copy of the new
   * primary is the next standby. As a cluster manager does, it promotes only a standby that is in sync.
   */
  failOver(promoted: () => void): Promise<void> {
    return this.#fault(async () => {
      await this.#standby.settled
      await this.#inSync()
      const [old, next] = [this.#primary, this.#standby]
      await old.stop('crash')
      await next.cluster.program('pg_ctl', 'promote')
      this.#primary = next
      this.#standby = old
      // Without a standby, each commit would wait for one.
      await this.#waitForStandby(false)
      promoted()
      await this.#addStandby()
    })
  }

  /** Copies the primary and waits until commits wait for the copy. */
  async #addStandby(): Promise<void> {
    this.#standby.cluster.clear()
    const from = ['-d', `host=127.0.0.1 port=${this.port} user=admin`]
    const copy = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
    await this.#standby.cluster.program('pg_basebackup', ...from, ...copy)
    await this.#standby.start()
    await this.#waitForStandby(true)
    await this.#inSync()
  }

  async #waitForStandby(isSynchronous: boolean): Promise<void> {
    const names = isSynchronous ? '*' : ''
    await this.#session(async (run) => {
      await run(`alter system set synchronous_standby_names = '${names}'`)
      await run('select pg_reload_conf()')
    }, 'postgres')
  }

  async #inSync(): Promise<void> {
    const deadline = performance.now() + syncMs
    while (performance.now() < deadline) {
      const rows = await this.administer(
        `select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`,
        'postgres',
      )
      if (rows.length > 0) return
      await sleep(100)
    }
    throw new Error(`the standby was not in sync within ${syncMs / 1_000} s`)
  }

  /** Each commit waits for the standby meanwhile: it is done, but it is neither visible nor acknowledged. */
  stopStandby(seconds: number): Promise<void> {
    return this.#fault(async () => {
      await this.#standby.settled
      await this.#standby.stop()
      await sleep(seconds * 1_000)
      await this.#standby.start()
      await this.#inSync()
    })
  }

  /** The disk has no free byte meanwhile. */
  fillDisk(seconds: number): Promise<void> {
    return this.#fault(async () => {
      await this.#fillDisk(seconds)
      await this.#primary.settled
    })
  }

  async #fillDisk(seconds: number): Promise<void> {
    const disk = join(this.#folder, 'disk')
    const resize = (bytes: number): void =>
      void execFileSync('mount', ['-o', `remount,size=${bytes}`, disk], { stdio: 'ignore' })
    for (let isFull = false; !isFull; ) {
      const { blocks, bfree, bsize } = statfsSync(disk)
      try {
        resize((blocks - bfree) * bsize)
        isFull = true
      } catch {
        await sleep(10) // more was written meanwhile
      }
    }
    try {
      await sleep(seconds * 1_000)
    } finally {
      resize(diskBytes)
    }
  }

  /** As during a failover: connections are cut, and new ones refuse writes. */
  readOnly(seconds: number): Promise<void> {
    const set = (isReadOnly: boolean): Promise<Row[]> =>
      this.administer(
        `alter database ${name} set default_transaction_read_only = ${isReadOnly}`,
        'postgres',
      )
    return this.#fault(async () => {
      await set(true)
      try {
        await this.administer(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
          'postgres',
        )
        await sleep(seconds * 1_000)
      } finally {
        await set(false) // connections that were opened meanwhile stay read-only
      }
    })
  }

  lock(table: string, seconds: number): Promise<void> {
    return this.#fault(() =>
      this.#session(async (run) => {
        await run(`begin; lock table ${table} in access exclusive mode`)
        await sleep(seconds * 1_000)
        await run('commit')
      }),
    )
  }

  async stop(): Promise<void> {
    await this.#faults.catch(() => {}) // it was reported when it happened
    for (const node of [this.#standby, this.#primary]) await node.stop()
    if (this.hasOwnDisk) execFileSync('umount', [join(this.#folder, 'disk')])
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
