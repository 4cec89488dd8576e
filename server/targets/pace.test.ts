import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pace } from './pace.ts'

test('a burst goes at once, then calls go evenly, and a key waits for itself alone', async () => {
  let now = 0
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => {
    waits.push(ms)
    now += ms
  }
  const pace = new Pace({ perSecond: 10, burst: 3 }, () => now, sleep)
  const { signal } = new AbortController()
  for (let call = 0; call < 6; call += 1) await pace.turn('a', signal)
  assert.deepEqual(waits, [100, 100, 100])
  await pace.turn('b', signal)
  assert.equal(waits.length, 3)
  now += 10_000
  for (let call = 0; call < 3; call += 1) await pace.turn('a', signal)
  assert.equal(waits.length, 3)
})
