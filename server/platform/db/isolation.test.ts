import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../../testing/database.ts'
import { newId } from '../ids.ts'
import { readCanaries, plantCanaries, insertCanary } from './testing/canaries.ts'
import { connectPostgres } from './connect.ts'
import type { Database } from './database.ts'
import { DatabaseError } from './errors.ts'
import type { Tx } from './port.ts'
import { raw, sql } from './sql.ts'

const opened = await freshDatabase()
after(opened.close)
const tenants = await plantCanaries(opened, 20)
const [acme = '', rival = ''] = tenants
const { database } = opened

const refusedByPolicy = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '42501'

for (const table of ['canaries', 'canaries_only']) {
  const t = raw(table)
  const what = table === 'canaries' ? 'a table' : 'a partition named directly'

  test(`${what} returns only rows of the tenant`, async () => {
    deepEqual(await database.inTenant(acme, (tx) => readCanaries(tx, table)), [acme])
    deepEqual(
      await database.inTenant(acme, (tx) =>
        tx.rows(sql`select word from ${t} where tenant_id = ${rival}`),
      ),
      [],
    )
    deepEqual(await database.outsideTenants((tx) => tx.rows(sql`select word from ${t}`)), [])
    const random = await database.inTenant(newId(), (tx) => readCanaries(tx, table))
    deepEqual(random, [])
  })

  test(`${what} lets no tenant change, move, delete or add another’s rows`, async () => {
    await database.inTenant(acme, async (tx) => {
      equal(await tx.run(sql`update ${t} set word = 'taken' where tenant_id = ${rival}`), 0)
      ok((await tx.run(sql`update ${t} set n = n where true`)) < tenants.length)
      equal(await tx.run(sql`delete from ${t} where tenant_id <> ${acme}`), 0)
    })
    const writes = [
      sql`insert into ${t} (tenant_id, id, word) values (${rival}, ${newId()}, 'planted')`,
      sql`update ${t} set tenant_id = ${rival} where tenant_id = ${acme}`,
      sql`insert into ${t} (tenant_id, id, word)
          select ${rival}, id, word from ${t} where tenant_id = ${acme}`,
    ]
    for (const write of writes) {
      await rejects(
        database.inTenant(acme, (tx) => tx.run(write)),
        refusedByPolicy,
      )
    }
    await rejects(
      database.outsideTenants((tx) =>
        tx.run(sql`
        insert into ${t} (tenant_id, id, word) values (${rival}, ${newId()}, 'planted')`),
      ),
      refusedByPolicy,
    )
    deepEqual(await database.inTenant(rival, (tx) => readCanaries(tx, table)), [rival])
  })

  test(`${what}: no conflict reveals a row of another tenant`, async () => {
    const id = newId()
    await database.inTenant(rival, (tx) => insertCanary(tx, rival, id))
    equal(await database.inTenant(acme, (tx) => insertCanary(tx, acme, id)), 1)
  })
}

test('the restricted role can do nothing to the tables themselves', async () => {
  for (const attempt of [
    'truncate canaries',
    'alter table canaries disable row level security',
    'alter table canaries no force row level security',
    'drop policy tenant on canaries',
    'create policy all_rows on canaries using (true)',
    'create table mine (id int)',
    'select * from users',
    'select * from tenants',
    'select * from refresh_families',
    'select * from signing_keys',
    'update migrations set checksum = name',
    'set local role plumbline_auth',
  ]) {
    // On the embedded database the session belongs to the superuser: only our code prevents this one.
    if (attempt.startsWith('set local role') && database.kind === 'embedded') continue
    await rejects(
      database.inTenant(acme, (tx) => tx.rows(raw(attempt))),
      refusedByPolicy,
      attempt,
    )
  }
})

test('a temporary table cannot stand in for one that a definer function reads', async () => {
  await database.outsideTenants(async (tx) => {
    await tx.rows(sql`
      create temp table users (id uuid, email text, password_hash text, session_epoch int, is_active boolean)
          on commit drop`)
    await tx.rows(sql`grant select on users to public`)
    await tx.rows(sql`
      insert into pg_temp.users values (${newId()}, 'forged@example.test', 'known hash', 0, true)`)
    deepEqual(await tx.rows(sql`select * from find_login('forged@example.test')`), [])
  })
})

/** A seeded generator, so that a failing run can be repeated. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const planned = new Error('planned')

/** What a transaction may do before it ends: well, by our error, by the database's, or by a cancel. */
const endings: readonly ((tx: Tx) => Promise<unknown>)[] = [
  async () => {},
  (tx) => tx.run(sql`update canaries set n = n + 1 where tenant_id = ${tx.tenantId}`),
  (tx) => insertCanary(tx, tx.tenantId),
  () => Promise.reject(planned),
  (tx) => tx.rows(sql`select 1 / 0`),
  (tx) => tx.rows(sql`select 1 / 0`).catch(() => {}),
  (tx) =>
    Promise.all([
      tx.rows(sql`select * from nowhere`),
      insertCanary(tx, 'unwanted'),
      readCanaries(tx),
    ]),
  (tx) => {
    void readCanaries(tx).catch(() => {})
    return Promise.reject(planned)
  },
  (tx) =>
    tx.rows(sql`select set_config('app.tenant_id', '', true), set_config('role', 'none', true)`),
]

test('2,000 transactions of 20 tenants over 3 connections, with errors and cancels, each hear only their own', async () => {
  const { url, isPooled } = opened
  const pool: Database = url
    ? await connectPostgres({ url, poolSize: 3, statementTimeoutMs: 30_000, isPooled })
    : database
  // PostgreSQL gets a request to cancel whatever sleeps; the embedded engine has no cancel.
  const ends = url ? [...endings, (tx: Tx) => tx.rows(sql`select pg_sleep(20)`)] : endings
  const over = new AbortController()
  const cancelling = (async () => {
    if (!url) return
    while (!over.signal.aborted) {
      await opened.administer(`
        select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`)
      await sleep(5)
    }
  })()
  const random = chances(20)
  let next = 0
  let clean = 0
  const leaks: string[] = []
  async function one(): Promise<void> {
    const tenant = tenants[Math.floor(random() * tenants.length)] ?? ''
    // Half of them end badly; a sleep costs a cancel's delay, so it is rare.
    const at = random() < 0.02 ? ends.length - 1 : Math.floor(random() * endings.length)
    const check = (words: readonly string[], when: string): void => {
      if (words.length !== 1 || words[0] !== tenant) leaks.push(`${when}: ${words} for ${tenant}`)
    }
    await pool
      .inTenant(tenant, async (tx) => {
        check(await readCanaries(tx), 'at first')
        await ends[at]?.(tx)
        if (at < 3) check(await readCanaries(tx), 'at last')
      })
      .then(
        () => (clean += 1),
        (error: unknown) => {
          if (error !== planned && !(error instanceof DatabaseError)) leaks.push(String(error))
        },
      )
  }
  const lane = async (): Promise<void> => {
    while (next < 2_000) {
      next += 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: 12 }, lane))
  over.abort()
  await cancelling
  deepEqual(leaks, [])
  ok(clean > 600 && clean < 1_400, `${clean} of 2,000 ended well`)
  const withoutTenant = await pool.outsideTenants((tx) => tx.rows(sql`select word from canaries`))
  deepEqual(withoutTenant, [])
  for (const tenant of tenants) {
    deepEqual(await pool.inTenant(tenant, (tx) => readCanaries(tx)), [tenant])
  }
  if (pool !== database) await pool.close()
})
