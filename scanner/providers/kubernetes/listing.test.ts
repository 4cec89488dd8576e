import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listing } from './listing.ts'

test('a list shows each text once, and of many the first few', () => {
  equal(listing([]), '')
  equal(listing(['a', 'b', 'a']), 'a, b')
  equal(listing([...'abcdefgh']), 'a, b, c, d, e, f, g, h')
  equal(listing([...'abcdefghi']), 'a, b, c, d, e, f and 3 more')
})

test('a text that is too long to be shown is cut between characters', () => {
  equal(listing(['x'.repeat(500)]).length, 500)
  equal(listing([`${'x'.repeat(499)}😀`]), `${'x'.repeat(499)}\ufffd…`)
})
