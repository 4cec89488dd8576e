import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { backoff, retryAfter } from './backoff.ts'

test('waits are jittered over a doubling and capped range', () => {
  equal(
    backoff(1, () => 0.999),
    199,
  )
  equal(
    backoff(3, () => 0.5),
    400,
  )
  equal(
    backoff(30, () => 0.5),
    10_000,
  )
  equal(
    backoff(5, () => 0),
    0,
  )
})

test('Retry-After is read as seconds or as a date, and bounded', () => {
  const now = Date.parse('2026-01-15T12:00:00Z')
  equal(retryAfter('2', now), 2_000)
  equal(retryAfter('Thu, 15 Jan 2026 12:00:05 GMT', now), 5_000)
  equal(retryAfter('Thu, 15 Jan 2026 11:00:00 GMT', now), 0)
  equal(retryAfter('86400', now), 60_000)
  equal(retryAfter('soon', now), null)
  equal(retryAfter(undefined, now), null)
})
