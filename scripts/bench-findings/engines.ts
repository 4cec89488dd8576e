/** The two engines, one at a time, each with a fresh database, and with functions for its size and processor time. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectEmbedded,
  connectPostgres,
  migratePostgres,
} from '../../server/platform/db/index.ts'
import { administrator } from '../../server/platform/db/postgres.ts'
import type { TestDatabase } from '../../server/testing/database.ts'
import { createLogin, startPostgres } from '../services.ts'

export interface Engine extends TestDatabase {
  readonly name: 'postgres' | 'embedded'
  /** Seconds of processor time of the database's own processes; 0 where it is in this one. */
  processorSeconds(): Promise<number>
}

async function onPostgres(): Promise<Engine> {
  const service = await startPostgres()
  const root = await administrator(service.adminUrl())
  await root.run('create database bench')
  await migratePostgres(service.adminUrl('bench'))
  await root.run(createLogin)
  const own = await administrator(service.adminUrl('bench'))
  const url = service.appUrl('bench')
  /** Of each process, also of those that have ended since. */
  const seconds = new Map<number, number>()
  const database = await connectPostgres({ url, poolSize: 4, statementTimeoutMs: 600_000 })
  return {
    name: 'postgres',
    database,
    url,
    administer: own.run,
    async processorSeconds() {
      for (const { pid } of await own.run('select pid from pg_stat_activity'))
        seconds.set(Number(pid), processorSecondsOf(Number(pid)))
      return [...seconds.values()].reduce((sum, one) => sum + one, 0)
    },
    async close() {
      await database.close()
      await own.close()
      await root.close()
      await service.stop()
    },
  }
}

/** User and system time of a process, from its fields 14 and 15 in hundredths of a second. */
export function processorSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0 // it has ended, or this system has no /proc
  }
}

async function onEmbedded(): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
  const database = await connectEmbedded({ directory, checkpointSeconds: 30, template: null })
  return {
    name: 'embedded',
    database,
    url: null,
    administer: database.administer,
    processorSeconds: () => Promise.resolve(0),
    async close() {
      await database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export const startEngine = (name: Engine['name']): Promise<Engine> =>
  name === 'postgres' ? onPostgres() : onEmbedded()
