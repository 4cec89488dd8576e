import { equal, ok } from 'node:assert/strict'
import test from 'node:test'
import { backoff, retryAfterMs } from './delays.ts'

test('attempts are one to two seconds apart at first, and never more than thirty', () => {
  equal(
    backoff(1, () => 0),
    1_000,
  )
  let last = 0
  for (let attempt = 1; attempt < 50; attempt += 1) {
    const least = backoff(attempt, () => 0)
    const most = backoff(attempt, () => 0.999)
    ok(least >= last && most <= 30_000 && least >= 1_000 && most > least)
    last = least
  }
  equal(last, 15_000)
})

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.UTC(2026, 0, 1)
  equal(retryAfterMs('7', now), 7_000)
  equal(retryAfterMs(new Date(now + 9_000).toUTCString(), now), 9_000)
  equal(retryAfterMs(new Date(now - 9_000).toUTCString(), now), 0)
  equal(retryAfterMs('soon', now), null)
  equal(retryAfterMs(null, now), null)
})
