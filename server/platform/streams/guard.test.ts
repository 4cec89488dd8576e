// What checks cost, and what happens when the database is down.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { notFound } from '@plumbline/jsonapi'
import { leapingClock, passing } from '../../testing/clock.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { type Database, DatabaseError, sql } from '../db/index.ts'
import { halfAMinute, hearsNoMore } from './testing/ends.ts'
import { member, type Member, node, notes } from './testing/node.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

/** The real database, until it fails: then it refuses, or never responds. */
function failing(database: Database): { database: Database; fails: 'no' | 'refuses' | 'hangs' } {
  const state: { database: Database; fails: 'no' | 'refuses' | 'hangs' } = {
    fails: 'no',
    database: {
      ...database,
      inTenant: (tenantId, work) => through(() => database.inTenant(tenantId, work)),
      outsideTenants: (work) => through(() => database.outsideTenants(work)),
    },
  }
  const through = <T>(work: () => Promise<T>): Promise<T> => {
    if (state.fails === 'no') return work()
    if (state.fails === 'hangs') return new Promise(() => {})
    return Promise.reject(new DatabaseError('The database is away.', '57P01'))
  }
  return state
}

for (const fails of ['refuses', 'hangs'] as const) {
  test(`while the database ${fails}, streams stay open for two more sweeps and close within 95 s`, async () => {
    const clock = leapingClock()
    const state = failing(db.database)
    const at = await node(db, { clock, database: state.database })
    try {
      const who = await member(db, at)
      const listening = await at.listen(who)
      state.fails = fails
      if (fails === 'refuses') {
        const refused = await at.listen(await member(db, at))
        assert.equal(refused.status, 503)
        assert.ok(Number(refused.headers.get('retry-after')) >= 1)
        assert.equal(at.streams.counters()['rejected_total{status="503"}'], 1)
      }
      clock.leap(40_000)
      await passing(clock, 5_000)
      at.send(who, 'still trusted')
      await listening.heard('note.created')
      await passing(clock, 50_000)
      assert.equal((await listening.heard('stream.error')).data['code'], 'auth_unavailable')
      await listening.ended
    } finally {
      state.fails = 'no'
      await at.close()
    }
  })
}

test('a database that comes back in time ends no stream', async () => {
  const clock = leapingClock()
  const state = failing(db.database)
  const at = await node(db, { clock, database: state.database })
  try {
    const who = await member(db, at)
    const listening = await at.listen(who)
    // Two sweeps may fail at most in 47 s; the third one succeeds, and the count restarts.
    for (let outage = 0; outage < 2; outage += 1) {
      state.fails = 'refuses'
      await passing(clock, 47_000)
      state.fails = 'no'
      await passing(clock, 31_000)
    }
    at.send(who, 'still here')
    await listening.heard('note.created')
    const counts = at.streams.counters()
    assert.ok((counts['reauth_total{result="unavailable"}'] ?? 0) >= 2)
    assert.ok((counts['reauth_total{result="unchanged"}'] ?? 0) >= 2)
  } finally {
    await at.close()
  }
})

test('a notice that no database could answer is not lost: the next sweep resolves the channels', async () => {
  const clock = leapingClock()
  const state = failing(db.database)
  let isThere = true
  const at = await node(db, {
    clock,
    database: state.database,
    // A resource that no version of a listener's rights covers.
    resolve: {
      async channels({ tx, id }) {
        if (!isThere) throw notFound()
        return [notes.channel(tx.tenantId, id)]
      },
    },
  })
  try {
    const who = await member(db, at)
    const listening = await at.listen(who)
    state.fails = 'refuses'
    isThere = false
    await db.database.inTenant(who.tenantId, async (tx) =>
      at.streams.rightsChanged(tx, { kind: 'resource', resource: who.providerId }),
    )
    while (!at.streams.counters()['reauth_total{result="unavailable"}']) await passing(clock, 1_000)
    state.fails = 'no'
    assert.ok(!listening.text.includes('stream.error'))
    await halfAMinute(clock)
    await hearsNoMore(at, listening, who)
  } finally {
    await at.close()
  }
})

test('an open stream holds no transaction, and so no connection of the database', async () => {
  let open = 0
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    open += 1
    try {
      return await work()
    } finally {
      open -= 1
    }
  }
  const database: Database = {
    ...db.database,
    inTenant: (tenantId, work) => held(() => db.database.inTenant(tenantId, work)),
    outsideTenants: (work) => held(() => db.database.outsideTenants(work)),
  }
  const at = await node(db, { database })
  try {
    const who = await member(db, at)
    const streams = await Promise.all(Array.from({ length: 5 }, () => at.listen(who)))
    assert.equal(open, 0)
    at.send(who, 'hello')
    for (const one of streams) await one.heard('note.created')
    assert.equal(open, 0)
  } finally {
    await at.close()
  }
})

test('a sweep is one statement for all listeners, and resolves channels only of those whose rights changed', async () => {
  const clock = leapingClock()
  let statements = 0
  const database: Database = {
    ...db.database,
    inTenant: (tenantId, work) => {
      statements += 1
      return db.database.inTenant(tenantId, work)
    },
    outsideTenants: (work) => {
      statements += 1
      return db.database.outsideTenants(work)
    },
  }
  const at = await node(db, { clock, database })
  try {
    const members: Member[] = []
    for (let n = 0; n < 10; n += 1) members.push(await member(db, at))
    const all = await Promise.all(members.flatMap((who) => [at.listen(who), at.listen(who)]))
    const swept = async (): Promise<number> => {
      statements = 0
      await halfAMinute(clock)
      return statements
    }
    const quiet = await swept()
    assert.ok(quiet >= 1 && quiet <= 2, String(quiet)) // half a minute may contain two sweeps
    const [first] = members
    assert.ok(first)
    await db.database.inTenant(first.tenantId, (tx) =>
      tx.run(sql`
        update roles set manage_scans = true
         where tenant_id = ${tx.tenantId} and id = ${first.roleId}`),
    )
    const changed = await swept()
    assert.ok(changed >= 3 && changed <= 4, String(changed))
    for (const who of members) at.send(who, 'still here')
    for (const one of all) await one.heard('note.created')
  } finally {
    await at.close()
  }
})
