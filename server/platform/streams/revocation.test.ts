// Every way in which a right ends, with the notice and without it, against the bounds that are promised.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { notFound } from '@plumbline/jsonapi'
import { type Announcement, MemoryBroker, memoryBackend, type EventBackend } from '@plumbline/sse'
import { type LeapingClock, leapingClock, passing } from '../../testing/clock.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import type { Listening } from '../../testing/listening.ts'
import { type Database, DatabaseError, type Tx, sql } from '../db/index.ts'
import type { RightsChange } from '../tenancy/index.ts'
import { apiKey, member, type Member, node, type Node, notes } from './testing/node.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

interface Way {
  readonly name: string
  /** In the tenant's transaction, as a feature would. */
  readonly change: (tx: Tx, who: Member) => Promise<unknown>
  readonly notice: (who: Member, key: string) => RightsChange
  readonly by?: 'key'
}
const ways: readonly Way[] = [
  {
    name: 'the membership is removed',
    change: (tx, { userId }) =>
      tx.run(sql`
        delete from memberships where tenant_id = ${tx.tenantId} and user_id = ${userId}`),
    notice: ({ userId }) => ({ kind: 'membership', user: userId }),
  },
  {
    name: 'the role is lost',
    change: (tx, { userId }) =>
      tx.run(sql`delete from user_roles where tenant_id = ${tx.tenantId} and user_id = ${userId}`),
    notice: ({ userId }) => ({ kind: 'role', user: userId }),
  },
  {
    name: 'the role shows less',
    change: (tx, { roleId }) =>
      tx.run(sql`
        update roles set unlimited_visibility = false
         where tenant_id = ${tx.tenantId} and id = ${roleId}`),
    notice: () => ({ kind: 'role' }),
  },
  {
    name: 'the key is revoked',
    change: (tx, { userId }) =>
      tx.run(sql`
        update api_keys set revoked = true
         where tenant_id = ${tx.tenantId} and user_id = ${userId}`),
    notice: (_, key) => ({ kind: 'key', credential: key }),
    by: 'key',
  },
  {
    name: 'the user is deleted',
    change: (tx, { userId }) => tx.run(sql`select delete_user(${userId})`),
    notice: ({ userId }) => ({ kind: 'user', user: userId }),
  },
  {
    name: 'the user of a key is deleted',
    change: (tx, { userId }) => tx.run(sql`select delete_user(${userId})`),
    notice: ({ userId }) => ({ kind: 'user', user: userId }),
    by: 'key',
  },
  {
    name: 'the password is changed',
    change: (tx, { userId }) =>
      tx.run(sql`select change_user(${userId}, null, null, null, 'another')`),
    notice: ({ userId }) => ({ kind: 'session', user: userId }),
  },
  {
    name: 'the resource is deleted',
    change: (tx, { providerId }) =>
      tx.run(sql`
        update providers set deleted_at = now()
         where tenant_id = ${tx.tenantId} and id = ${providerId}`),
    notice: ({ providerId }) => ({ kind: 'resource', resource: providerId }),
  },
]
const tenantWay = 'the tenant is deleted'

/** A listener by token, or by key, with an onlooker of another tenant beside him. */
async function listeners(at: Node, by?: 'key') {
  const who = await member(db, at)
  const other = await member(db, at)
  const { id, key } = await apiKey(db, who)
  const listening = await at.listen(who, by === 'key' ? { Authorization: `Api-Key ${key}` } : {})
  assert.equal(listening.status, 200)
  const onlooker = await at.listen(other)
  const colleague = await member(db, at, who)
  const beside = await at.listen(colleague)
  return { who, other, key: id, listening, onlooker, beside }
}

/** Half a minute, in which there is a sweep; none comes before 24 s, so these go by at once. */
async function sweep(clock: LeapingClock): Promise<void> {
  clock.leap(20_000)
  await passing(clock, 10_000)
}

/** Nothing that is sent from now on arrives, though the others hear it. */
async function hearsNoMore(at: Node, listening: Listening, who: Member): Promise<void> {
  const closed = await listening.heard('stream.error', 3_000)
  assert.equal(closed.data['code'], 'access_revoked')
  at.send(who, 'too late')
  await listening.ended
  assert.ok(!listening.text.includes('too late'))
}

for (const { name, change, notice, by } of ways) {
  test(`told that ${name}, the last byte is written within a second`, async () => {
    const at = await node(db)
    try {
      const { who, key, listening, onlooker, beside, other } = await listeners(at, by)
      const started = performance.now()
      await db.database.inTenant(who.tenantId, async (tx) => {
        await change(tx, who)
        at.streams.rightsChanged(tx, notice(who, key))
      })
      await hearsNoMore(at, listening, who)
      assert.ok(performance.now() - started < 1_000, `${performance.now() - started} ms`)
      at.send(other, 'still here')
      await onlooker.heard('note.created')
      if (!/resource|shows less/.test(name)) await beside.heard('note.created')
    } finally {
      await at.close()
    }
  })

  test(`when nobody tells that ${name}, the sweep ends the stream within 35 s`, async () => {
    const clock = leapingClock()
    const at = await node(db, { clock })
    try {
      const { who, listening, onlooker, other } = await listeners(at, by)
      await db.database.inTenant(who.tenantId, (tx) => change(tx, who))
      at.send(who, 'not yet noticed')
      await listening.heard('note.created')
      await sweep(clock)
      await hearsNoMore(at, listening, who)
      at.send(other, 'still here')
      await onlooker.heard('note.created')
    } finally {
      await at.close()
    }
  })
}

for (const told of [true, false]) {
  const when = told ? 'told' : 'not told'
  test(`${when} that ${tenantWay}, all its streams end and no other`, async () => {
    const clock = leapingClock()
    const at = await node(db, { clock })
    try {
      const { who, listening, onlooker, beside, other } = await listeners(at)
      await db.administer(`delete from tenants where id = '${who.tenantId}'`)
      if (told)
        await db.database.inTenant(who.tenantId, async (tx) =>
          at.streams.rightsChanged(tx, { kind: 'tenant' }),
        )
      else await sweep(clock)
      await hearsNoMore(at, listening, who)
      await hearsNoMore(at, beside, who)
      at.send(other, 'still here')
      await onlooker.heard('note.created')
    } finally {
      await at.close()
    }
  })
}

test('a notice reaches every process, and one that was rolled back reaches none', async () => {
  const broker = new MemoryBroker()
  const one = await node(db, { backend: memoryBackend(broker) })
  const two = await node(db, { backend: memoryBackend(broker) })
  try {
    const who = await member(db, one)
    const listening = await two.listen(who)
    const failed = db.database.inTenant(who.tenantId, async (tx) => {
      one.streams.rightsChanged(tx, { kind: 'user', user: who.userId })
      throw new Error('no')
    })
    await assert.rejects(failed, /no/)
    two.send(who, 'still here')
    await listening.heard('note.created')
    await db.database.inTenant(who.tenantId, async (tx) =>
      one.streams.rightsChanged(tx, { kind: 'user', user: who.userId }),
    )
    await listening.heard('stream.error', 1_000)
  } finally {
    await one.close()
    await two.close()
  }
})

test('a right that ends between the look-up and the first byte opens no stream', async () => {
  const broker = new MemoryBroker()
  const memory = memoryBackend(broker)
  let onSubscribe = async (): Promise<void> => {}
  const backend: EventBackend = {
    ...memory,
    async subscribe(topic) {
      await memory.subscribe(topic)
      if (topic.startsWith('notes:')) await onSubscribe()
    },
  }
  const at = await node(db, { backend })
  try {
    for (const told of [true, false]) {
      const who = await member(db, at)
      onSubscribe = () =>
        db.database.inTenant(who.tenantId, async (tx) => {
          await tx.run(sql`
            delete from user_roles where tenant_id = ${tx.tenantId} and user_id = ${who.userId}`)
          if (told) at.streams.rightsChanged(tx, { kind: 'role', user: who.userId })
        })
      const refused = await at.listen(who)
      await refused.ended
      assert.equal(refused.status, 404, refused.text)
      assert.doesNotMatch(refused.text, /retry:|event:/)
    }
  } finally {
    await at.close()
  }
})

test('nothing is written at or after the expiry of the token, whatever is sent', async () => {
  const clock = leapingClock()
  const at = await node(db, { clock })
  try {
    const who = await member(db, at)
    const listening = await at.listen(who)
    const { exp } = JSON.parse(
      Buffer.from(who.token.split('.')[1] ?? '', 'base64url').toString(),
    ) as { exp: number }
    // Streams live an hour at most, tokens here four: the lifetime comes first.
    clock.leap(60 * 60_000)
    assert.equal((await listening.heard('stream.error')).data['code'], 'lifetime_reached')
    clock.leap(exp * 1_000 - clock.now() - 30_000)
    const late = await at.listen(who)
    at.send(who, 'in time')
    await late.heard('note.created')
    clock.leap(30_000)
    at.send(who, 'too late')
    assert.equal((await late.heard('stream.error')).data['code'], 'token_expired')
    await late.ended
    assert.ok(!late.text.includes('too late'))
    const again = await at.listen(who)
    assert.equal(again.status, 401)
  } finally {
    await at.close()
  }
})

test('a stream by key lives an hour at most, though the key lives a year', async () => {
  const clock = leapingClock()
  const at = await node(db, { clock })
  try {
    const who = await member(db, at)
    const { key } = await apiKey(db, who)
    const listening = await at.listen(who, { Authorization: `Api-Key ${key}` })
    clock.leap(60 * 60_000)
    assert.equal((await listening.heard('stream.error')).data['code'], 'lifetime_reached')
  } finally {
    await at.close()
  }
})

/** The database as it is, until it is taken away: then it refuses, or never answers. */
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
  test(`while the database ${fails}, streams live on for two more sweeps and are closed within 95 s`, async () => {
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
    // Two sweeps may fail at most in 47 s; the third one is answered, and all begins anew.
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

test('a notice that no database could answer is not forgotten: the next sweep resolves the channels', async () => {
  const clock = leapingClock()
  const state = failing(db.database)
  let isThere = true
  const at = await node(db, {
    clock,
    database: state.database,
    // A resource that no version of anybody's rights knows of.
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
    await sweep(clock)
    await hearsNoMore(at, listening, who)
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
      await sweep(clock)
      return statements
    }
    const quiet = await swept()
    assert.ok(quiet >= 1 && quiet <= 2, String(quiet)) // half a minute may hold two sweeps
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

const nonsense: readonly Announcement[] = [
  {},
  { kind: 'user' },
  { kind: 'user', tenant: 'TENANT' },
  { kind: 'key', tenant: 'TENANT' },
  { kind: 7, tenant: 'TENANT' },
]
test('a notice that does not say whom it is about ends nobody', async () => {
  const { concernedBy } = await import('./notices.ts')
  for (const notice of nonsense) assert.equal(concernedBy(notice), null, JSON.stringify(notice))
  const unknown = concernedBy({ kind: 'of a newer version', tenant: 'TENANT' })
  assert.equal(unknown?.must, 'resolve')
})
