// Every way in which a right ends, with the notice and without it, against the bounds that are promised.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Announcement, MemoryBroker, memoryBackend, type EventBackend } from '@plumbline/sse'
import { leapingClock } from '../../testing/clock.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { type Tx, sql } from '../db/index.ts'
import type { RightsChange } from '../tenancy/index.ts'
import { halfAMinute, hearsNoMore } from './testing/ends.ts'
import { apiKey, member, type Member, node, type Node } from './testing/node.ts'

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
    name: 'the session is ended',
    change: (tx, { userId, sessionId }) => tx.run(sql`select end_session(${userId}, ${sessionId})`),
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

/** A listener with a token, or with a key, and an onlooker of another tenant. */
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

for (const { name, change, notice, by } of ways) {
  test(`with a notice that ${name}, the stream ends without a sweep`, async () => {
    const at = await node(db)
    try {
      const { who, key, listening, onlooker, beside, other } = await listeners(at, by)
      await db.database.inTenant(who.tenantId, async (tx) => {
        await change(tx, who)
        at.streams.rightsChanged(tx, notice(who, key))
      })
      await hearsNoMore(at, listening, who)
      at.send(other, 'still here')
      await onlooker.heard('note.created')
      if (!/resource|shows less/.test(name)) await beside.heard('note.created')
    } finally {
      await at.close()
    }
  })

  test(`without a notice that ${name}, the sweep ends the stream within 35 s`, async () => {
    const clock = leapingClock()
    const at = await node(db, { clock })
    try {
      const { who, listening, onlooker, other } = await listeners(at, by)
      await db.database.inTenant(who.tenantId, (tx) => change(tx, who))
      at.send(who, 'not yet noticed')
      await listening.heard('note.created')
      await halfAMinute(clock)
      await hearsNoMore(at, listening, who)
      at.send(other, 'still here')
      await onlooker.heard('note.created')
    } finally {
      await at.close()
    }
  })
}

for (const isAnnounced of [true, false]) {
  const when = isAnnounced ? 'with a notice' : 'without one'
  test(`${when} that ${tenantWay}, all its streams end and no other`, async () => {
    const clock = leapingClock()
    const at = await node(db, { clock })
    try {
      const { who, listening, onlooker, beside, other } = await listeners(at)
      await db.administer(`delete from tenants where id = '${who.tenantId}'`)
      if (isAnnounced)
        await db.database.inTenant(who.tenantId, async (tx) =>
          at.streams.rightsChanged(tx, { kind: 'tenant' }),
        )
      else await halfAMinute(clock)
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
    await listening.heard('stream.error')
  } finally {
    await one.close()
    await two.close()
  }
})

test('a permission that ends between the check and the first byte opens no stream', async () => {
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
    for (const isAnnounced of [true, false]) {
      const who = await member(db, at)
      onSubscribe = () =>
        db.database.inTenant(who.tenantId, async (tx) => {
          await tx.run(sql`
            delete from user_roles where tenant_id = ${tx.tenantId} and user_id = ${who.userId}`)
          if (isAnnounced) at.streams.rightsChanged(tx, { kind: 'role', user: who.userId })
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
