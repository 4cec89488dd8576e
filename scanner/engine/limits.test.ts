import { equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../kit/index.ts'
import { createLimits, type Place } from './limits.ts'

/** A clock that advances only when a test sets it or when code sleeps. */
function handClock(): Clock & { time: number } {
  const clock = {
    time: 0,
    now: () => clock.time,
    async sleep(ms: number) {
      clock.time += ms
      await wait(0)
    },
  }
  return clock
}

const signal = new AbortController().signal

/** Runs `count` calls at once and returns the maximum number of concurrent calls. */
async function mostInFlight(
  limits: ReturnType<typeof createLimits>,
  keys: readonly string[],
  report: (place: Place) => void = () => undefined,
): Promise<number> {
  let running = 0
  let most = 0
  await Promise.all(
    keys.map((key) =>
      limits.run(key, signal, async (place) => {
        running++
        most = Math.max(most, running)
        await wait(1)
        running--
        report(place)
      }),
    ),
  )
  return most
}

const times = (n: number, key = 'a') => Array.from({ length: n }, () => key)

test('a key never has more calls in flight than its limit, nor all keys together', async () => {
  const limits = createLimits({ each: 3, overall: 5, perSecond: 1_000, clock: handClock() })
  equal(await mostInFlight(limits, times(12)), 3)
  equal(await mostInFlight(limits, [...times(9, 'a'), ...times(9, 'b')]), 5)
})

test('throttling halves a key’s limit once for answers that arrive together, twenty successes add one', async () => {
  const clock = handClock()
  const limits = createLimits({ each: 8, overall: 100, perSecond: 1_000, clock })
  clock.time = 10_000
  await mostInFlight(limits, times(8), (place) => place.throttled())
  equal(await mostInFlight(limits, times(20)), 4)
  equal(await mostInFlight(limits, times(20, 'other')), 8)
  await mostInFlight(limits, times(20), (place) => place.succeeded())
  equal(await mostInFlight(limits, times(20)), 5)
})

test('a key starts no more calls a second than its rate', async () => {
  const clock = handClock()
  const limits = createLimits({ each: 100, overall: 100, perSecond: 10, clock })
  await mostInFlight(limits, times(30))
  ok(clock.time >= 1_900, `30 calls at 10 a second, of which 10 at once, took ${clock.time} ms`)
})

test('a cancelled call leaves the line and the others go on', async () => {
  const limits = createLimits({ each: 1, overall: 1, perSecond: 100, clock: handClock() })
  const stop = new AbortController()
  const first = limits.run('a', signal, () => wait(20, 'first'))
  const second = limits.run('a', stop.signal, () => Promise.resolve('second'))
  const third = limits.run('a', signal, () => Promise.resolve('third'))
  stop.abort()
  await rejects(second, { name: 'AbortError' })
  equal(await first, 'first')
  equal(await third, 'third')
})
