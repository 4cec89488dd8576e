import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { leapingClock } from '../../testing/clock.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import type { Listening } from '../../testing/listening.ts'
import { member, type Member, node, type Node } from './testing/node.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

/** Opens one after the other until one is refused; returns the open ones, and the refusal. */
async function fill(at: Node, next: () => Promise<Member>): Promise<[Listening[], Listening]> {
  const open: Listening[] = []
  for (;;) {
    const listening = await at.listen(await next())
    if (listening.status !== 200) return [open, listening]
    open.push(listening)
    assert.ok(open.length < 100)
  }
}
async function refusal(listening: Listening): Promise<string> {
  await listening.ended
  assert.equal(listening.status, 429)
  assert.ok(Number(listening.headers.get('retry-after')) >= 1)
  const { errors } = JSON.parse(listening.text) as { errors: { code: string }[] }
  return errors[0]?.code ?? ''
}

test('a user, a tenant and a process hold so many streams and no more; a closed stream frees its seat', async () => {
  const limits = { streamsPerUser: 2, streamsPerTenant: 3, streamsPerProcess: 5 }
  const at = await node(db, { limits })
  try {
    const one = await member(db, at)
    const [ofOne, third] = await fill(at, async () => one)
    assert.equal(ofOne.length, 2)
    assert.equal(await refusal(third), 'too_many_streams')
    const [ofTenant, fourth] = await fill(at, () => member(db, at, one))
    assert.equal(ofTenant.length, 1)
    assert.equal(await refusal(fourth), 'too_many_streams')
    assert.match(fourth.text, /This tenant/)
    const [others, last] = await fill(at, () => member(db, at))
    assert.equal(others.length, 2)
    assert.equal(await refusal(last), 'too_many_streams')
    assert.match(last.text, /This server/)

    await ofOne[0]?.leave()
    let again = await at.listen(one)
    for (let tries = 0; again.status !== 200 && tries < 200; tries += 1) {
      await sleep(10)
      again = await at.listen(one)
    }
    assert.equal(again.status, 200)
    for (const listening of [...ofTenant, ...others]) {
      assert.ok(!listening.text.includes('stream.error'))
    }
  } finally {
    await at.close()
  }
})

test('a user connects twenty times a minute by default, refused attempts included', async () => {
  const clock = leapingClock()
  const { connectsPerMinute } = readConfig({})
  assert.equal(connectsPerMinute, 20)
  const at = await node(db, { clock, limits: { connectsPerMinute } })
  try {
    const who = await member(db, at)
    const connects = async (): Promise<number> => {
      for (let count = 0; ; count += 1) {
        const listening = await at.listen(who)
        if (listening.status !== 200) {
          assert.equal(await refusal(listening), 'too_many_connects')
          return count
        }
        await listening.leave()
      }
    }
    const first = await connects()
    assert.ok(first >= 20 && first <= 22, String(first)) // a loaded machine refills on the way
    clock.leap(30_000)
    const second = await connects()
    assert.ok(second >= 10 && second <= 12, String(second))
    // Another user of the tenant is not blocked by it.
    const other = await at.listen(await member(db, at, who))
    assert.equal(other.status, 200)
  } finally {
    await at.close()
  }
})

test('the defaults are those that are promised', () => {
  const config = readConfig({})
  assert.deepEqual(
    [
      config.streamsPerUser,
      config.streamsPerTenant,
      config.streamsPerProcess,
      config.channelsPerStream,
      config.connectsPerMinute,
      config.drainSeconds,
      config.sweepSeconds,
      config.streamMinutes,
    ],
    [10, 500, 20_000, 10, 20, 10, 30, 60],
  )
})
