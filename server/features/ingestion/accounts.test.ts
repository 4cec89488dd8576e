/** The scans of a file with many accounts begin in short transactions: the embedded database has one session. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Database, DatabaseError, toStatement, type Tx } from '../../platform/db/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { Client, type TestDatabase, testDatabase, world } from '../../testing/index.ts'
import { ended, record, send } from './testing/files.ts'

/** What one committed transaction wrote when it began scans. */
interface Begun {
  scans: number
  units: number
}

/** Reports each committed transaction that began scans of a file. `onBegun` may throw as a lost connection would. */
function watchedForScans(database: Database, onBegun: (begun: Begun) => void): Database {
  return {
    ...database,
    async inTenant(tenantId, work, turn) {
      const begun = { scans: 0, units: 0 }
      const noted: typeof work = (tx) => {
        const run: Tx['run'] = async (statement) => {
          const written = await tx.run(statement)
          const { text } = toStatement(statement)
          if (text.includes('insert into ingestion_scans')) begun.scans += written
          if (text.includes('insert into ingestion_units')) begun.units += written
          return written
        }
        return work({ ...tx, run })
      }
      const result = await database.inTenant(tenantId, noted, turn)
      if (begun.scans > 0) onBegun(begun)
      return result
    },
  }
}

const accountsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(400_000_000_000 + at))

const fileOf = (accounts: readonly string[], regions: number): Buffer =>
  gzipSync(
    accounts
      .flatMap((account) =>
        Array.from({ length: regions }, (_, at) =>
          JSON.stringify(record({ uid: `${account} ${at}`, account, region: `region-${at}` })),
        ),
      )
      .join('\n'),
  )

/** How many scans of the file each account has. */
const scansByAccount = async (test: TestDatabase, id: string): Promise<Record<string, unknown>> => {
  const rows = await test.administer(`
    select p.uid, count(*)::int as scans
      from ingestion_scans n
      join scans s on s.tenant_id = n.tenant_id and s.id = n.scan_id
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id
     where n.ingestion_id = '${id}'
     group by p.uid
     order by p.uid`)
  return Object.fromEntries(rows.map(({ uid, scans }) => [uid, scans]))
}

const taskState = async (test: TestDatabase, id: string): Promise<unknown> =>
  (
    await test.administer(`
      select t.state
        from ingestions i
        join tasks t on t.tenant_id = i.tenant_id and t.id = i.task_id
       where i.id = '${id}'`)
  )[0]?.['state']

const shared = await testDatabase()
after(() => shared.close())

test('a transaction begins the scans of few accounts', async () => {
  const transactions: Begun[] = []
  const database = watchedForScans(shared.database, (begun) => void transactions.push(begun))
  const w = await world({ test: { ...shared, database } })
  try {
    const [accounts, regions] = [accountsOf(120), 100]
    const { id } = (await send(w.acme, fileOf(accounts, regions))).item
    await eventually(
      'the scans have begun',
      async () => (await taskState(shared, id)) === 'completed',
    )
    const once = Object.fromEntries(accounts.map((account) => [account, 1]))
    deepEqual(await scansByAccount(shared, id), once)
    const sum = (of: keyof Begun): number => transactions.reduce((all, one) => all + one[of], 0)
    deepEqual([sum('scans'), sum('units')], [accounts.length, accounts.length * regions])
    ok(Math.max(...transactions.map(({ scans }) => scans)) <= 20)
    ok(Math.max(...transactions.map(({ units }) => units)) <= 3_000)
  } finally {
    await w.close()
  }
})

test('a worker that stops between two transactions is followed by one that begins each scan once', async () => {
  const settings = { DATA_DIR: mkdtempSync(join(tmpdir(), 'plumbline-test-')) }
  let transactions = 0
  let stopped: Promise<void> | undefined
  const database = watchedForScans(shared.database, () => {
    transactions += 1
    // The commit happened, and its answer is lost.
    if (transactions === 1) throw new DatabaseError('The connection was lost.', '08006')
    if (transactions === 2) stopped = first.close()
  })
  const first = await world({ settings, test: { ...shared, database } })
  const accounts = accountsOf(41)
  const user = first.acme
  const { id } = (await send(user, fileOf(accounts, 1))).item
  await eventually('the worker stops', () => stopped !== undefined)
  await stopped
  ok(Object.keys(await scansByAccount(shared, id)).length < accounts.length)
  const next = await world({ settings, test: shared })
  const same = new Client(next.base, user)
  try {
    const done = await ended(same, id)
    equal(done.text('status'), 'completed')
    const once = Object.fromEntries(accounts.map((account) => [account, 1]))
    deepEqual(await scansByAccount(shared, id), once)
    deepEqual(done.object('summary'), {
      total: 41,
      processed: 41,
      outdated: 0,
      duplicate: 0,
      invalid: 0,
    })
  } finally {
    await next.close()
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
  }
})
