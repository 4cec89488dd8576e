/** A PostgreSQL cluster on a separate disk, and the faults of both. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migratePostgres } from '../../server/platform/db/index.ts'
import { administrator } from '../../server/platform/db/postgres.ts'
import { createLogin, ended, type PostgresCluster, preparePostgres } from '../services.ts'
import type { Journal } from './journal.ts'

const name = 'chaos'
const diskBytes = 4 * 2 ** 30

type Row = Record<string, unknown>

export class ChaosDatabase {
  readonly url: string
  readonly #folder: string
  readonly #cluster: PostgresCluster
  readonly #journal: Journal
  /** True if the cluster is on a separate disk, which can be filled. */
  readonly hasOwnDisk: boolean
  #child: ChildProcess
  #isExpected = false
  #isStopped = false
  /** Ends when the server accepts connections again. */
  #starting: Promise<void> = Promise.resolve()

  private constructor(
    cluster: PostgresCluster,
    child: ChildProcess,
    { folder, hasOwnDisk, journal }: { folder: string; hasOwnDisk: boolean; journal: Journal },
  ) {
    this.url = cluster.appUrl(name)
    this.#cluster = cluster
    this.#child = child
    this.#folder = folder
    this.hasOwnDisk = hasOwnDisk
    this.#journal = journal
    this.#watch()
  }

  static async create(hasOwnDisk: boolean, journal: Journal): Promise<ChaosDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-chaos-'))
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    chmodSync(folder, 0o711) // the user of the server has to enter it
    if (hasOwnDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk])
    const cluster = await preparePostgres(disk)
    const child = await cluster.start()
    const database = new ChaosDatabase(cluster, child, { folder, hasOwnDisk, journal })
    await database.administer(`create database ${name}`, 'postgres')
    await migratePostgres(cluster.adminUrl(name))
    await database.administer(createLogin, 'postgres')
    return database
  }

  /** Runs in a separate connection as a superuser, without row-level security. */
  async administer(script: string, database = name): Promise<Row[]> {
    return this.#session((run) => run(script), database)
  }

  async #session<T>(
    work: (run: (script: string) => Promise<Row[]>) => Promise<T>,
    database = name,
  ): Promise<T> {
    const session = await administrator(this.#cluster.adminUrl(database))
    try {
      return await work(session.run)
    } finally {
      await session.close().catch(() => {}) // the server has ended with it
    }
  }

  /** As a supervisor does: a server that ends by itself, as with a full disk, is started again. */
  #watch(): void {
    this.#child.once('exit', (code, signal) => {
      if (this.#isStopped) return
      if (!this.#isExpected) this.#journal.note(`PostgreSQL ended by itself (${signal ?? code})`)
      this.#isExpected = false
      this.#starting = this.#startAgain()
    })
  }

  async #startAgain(): Promise<void> {
    while (!this.#isStopped) {
      try {
        this.#child = await this.#cluster.start()
        this.#watch()
        this.#journal.note('PostgreSQL accepts connections')
        return
      } catch {
        await sleep(500) // for example the disk is still full
      }
    }
  }

  async restart(how: 'fast' | 'crash'): Promise<void> {
    await this.#starting
    this.#isExpected = true
    await ended(this.#child, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await this.#starting
  }

  /** The disk has no free byte meanwhile. */
  async fillDisk(seconds: number): Promise<void> {
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
    await this.#starting
  }

  /** As during a failover: connections are cut, and new ones refuse writes. */
  async readOnly(seconds: number): Promise<void> {
    const set = (isReadOnly: boolean): Promise<Row[]> =>
      this.administer(
        `alter database ${name} set default_transaction_read_only = ${isReadOnly}`,
        'postgres',
      )
    await this.#starting
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
  }

  async lock(table: string, seconds: number): Promise<void> {
    await this.#starting // a recovery may take longer than the schedule allows for it
    await this.#session(async (run) => {
      await run(`begin; lock table ${table} in access exclusive mode`)
      await sleep(seconds * 1_000)
      await run('commit')
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#starting
    await ended(this.#child, 'SIGINT')
    if (this.hasOwnDisk) execFileSync('umount', [join(this.#folder, 'disk')])
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
