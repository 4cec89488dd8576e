import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { lastUsed } from './last-used.ts'

test('the last use of a key is told no finer than the minute in which it is written', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  equal(lastUsed(null, now), 'Never')
  equal(lastUsed('2026-11-23T12:00:00Z', now), 'Within a minute')
  equal(lastUsed('2026-11-23T11:59:01Z', now), 'Within a minute')
  equal(lastUsed('2026-11-23T11:58:59Z', now), '1 minute ago')
  equal(lastUsed('2026-11-20T11:00:00Z', now), '3 days ago')
})
