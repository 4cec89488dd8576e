/** The long waits of event streams as they are: over HTTP, on the embedded database, by the real clock. */
import assert from 'node:assert/strict'
import { type Database, sql } from '../../server/platform/db/index.ts'
import { member, node } from '../../server/platform/streams/testing/node.ts'
import { freshDatabase } from '../../server/testing/database.ts'
import { systemClock } from '../../sse/index.ts'

/** Prints how long each took; throws if one took longer than promised. */
export async function realTime(say: (text: string) => void): Promise<void> {
  const test = await freshDatabase()
  let isAway = false
  const away = (): Promise<never> => Promise.reject(new Error('The database is away.'))
  const database: Database = {
    ...test.database,
    inTenant: (tenantId, work) => (isAway ? away() : test.database.inTenant(tenantId, work)),
    outsideTenants: (work) => (isAway ? away() : test.database.outsideTenants(work)),
  }
  const at = await node(test, { clock: systemClock, database })
  try {
    const [announced, unannounced, stays] = [
      await member(test, at),
      await member(test, at),
      await member(test, at),
    ]
    const [first, second, last] = [
      await at.listen(announced),
      await at.listen(unannounced),
      await at.listen(stays),
    ]

    let startedMs = performance.now()
    await test.database.inTenant(announced.tenantId, async (tx) => {
      await tx.run(sql`delete from memberships where tenant_id = ${tx.tenantId}`)
      at.streams.rightsChanged(tx, { kind: 'membership', user: announced.userId })
    })
    await first.ended
    check('a removed member, with a notice', performance.now() - startedMs, 1_000)

    startedMs = performance.now()
    await test.database.inTenant(unannounced.tenantId, (tx) =>
      tx.run(sql`delete from memberships where tenant_id = ${tx.tenantId}`),
    )
    await second.ended
    check('a removed member, without one', performance.now() - startedMs, 35_000)
    assert.ok(!last.text.includes('stream.error'))

    startedMs = performance.now()
    isAway = true
    await last.ended
    check('nobody to ask', performance.now() - startedMs, 95_000)
    assert.match(last.text, /auth_unavailable/)
    assert.ok(performance.now() - startedMs > 45_000, 'two more sweeps are waited for')
  } finally {
    isAway = false
    await at.close()
    await test.close()
  }

  function check(name: string, ms: number, mostMs: number): void {
    say(`${name}: closed after ${(ms / 1_000).toFixed(1)} s, promised within ${mostMs / 1_000} s`)
    assert.ok(ms <= mostMs, name)
  }
}
