import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase, world } from '../../testing/index.ts'
import { leapingClock, passing } from '../../testing/clock.ts'
import { Listening } from '../../testing/listening.ts'

after(async () => (await testDatabase()).close())

test('a stream ends before its token does, and says so', async () => {
  // Tokens that are issued half an hour ago, but for a minute, which the clock of streams leaps over.
  const clock = leapingClock()
  const w = await world({ now: () => Date.now() - 30 * 60_000 + 60_000, clock })
  try {
    const scan = await w.acme.scan(
      await w.acme.provider('700000000001', { aws_access_key_id: 'a', aws_secret_access_key: 'b' }),
    )
    const ends = JSON.parse(
      Buffer.from(w.acme.authorization.split('.')[1] ?? '', 'base64url').toString(),
    ) as { exp: number }
    const listening = await Listening.to(`${w.base}/scans/${scan}/event-stream`, {
      Authorization: w.acme.authorization,
    })
    await passing(clock, ends.exp * 1_000 - clock.now())
    const { data } = await listening.heard('stream.error')
    assert.equal(data['code'], 'token_expired')
    await listening.ended
  } finally {
    await w.close()
  }
})

test('a stop sends each listener a short retry delay', async () => {
  const w = await world()
  const scan = await w.acme.scan(
    await w.acme.provider('700000000002', { aws_access_key_id: 'a', aws_secret_access_key: 'b' }),
  )
  const open = await Promise.all(
    Array.from({ length: 5 }, () =>
      Listening.to(`${w.base}/scans/${scan}/event-stream`, { Authorization: w.acme.authorization }),
    ),
  )
  await w.close()
  for (const listening of open) {
    await listening.ended
    const last = listening.events.at(-1)
    assert.deepEqual([last?.event, last?.data['code']], ['stream.error', 'draining'])
    const retry = Number(/retry: (\d+)\n\n$/.exec(listening.text)?.[1])
    assert.ok(retry >= 500 && retry <= 5_000, listening.text)
  }
})

test('a stop without listeners does not wait for any', async () => {
  // A stop that waited would not end within the time that a test has.
  const w = await world({ settings: { EVENTSTREAM_DRAIN_SECONDS: '600' } })
  await w.close()
})
