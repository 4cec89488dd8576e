import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase, world } from '../../testing/index.ts'
import { Listening } from '../../testing/listening.ts'

after(async () => (await testDatabase()).close())

test('a stream ends before its token does, and says so', async () => {
  // Tokens that are issued half an hour ago, but for twelve seconds.
  const w = await world({ now: () => Date.now() - 30 * 60_000 + 12_000 })
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
    const { data } = await listening.heard('stream.error', 14_000)
    assert.equal(data['code'], 'token_expired')
    assert.ok(Date.now() <= ends.exp * 1_000 + 500)
    await listening.ended
  } finally {
    await w.close()
  }
})

test('a stop sends each listener a short retry delay, and does not wait long', async () => {
  const w = await world()
  const scan = await w.acme.scan(
    await w.acme.provider('700000000002', { aws_access_key_id: 'a', aws_secret_access_key: 'b' }),
  )
  const open = await Promise.all(
    Array.from({ length: 5 }, () =>
      Listening.to(`${w.base}/scans/${scan}/event-stream`, { Authorization: w.acme.authorization }),
    ),
  )
  const started = performance.now()
  await w.close()
  assert.ok(performance.now() - started < 8_000)
  for (const listening of open) {
    await listening.ended
    const last = listening.events.at(-1)
    assert.deepEqual([last?.event, last?.data['code']], ['stream.error', 'draining'])
    const retry = Number(/retry: (\d+)\n\n$/.exec(listening.text)?.[1])
    assert.ok(retry >= 500 && retry <= 5_000, listening.text)
  }
})

test('a stop without listeners does not wait for any', async () => {
  const w = await world({ settings: { EVENTSTREAM_DRAIN_SECONDS: '30' } })
  const started = performance.now()
  await w.close()
  assert.ok(performance.now() - started < 5_000)
})
