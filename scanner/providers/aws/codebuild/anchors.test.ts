import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isAnchored, isOpen } from './anchors.ts'

const rows: [string, boolean][] = [
  ['^16024985$', true],
  ['^(16024985|755743)$', true],
  ['^16024985$|^755743$', true],
  ['^[|]$', true],
  ['16024985', false],
  ['^16024985', false],
  ['16024985$', false],
  ['^16024985|755743$', false],
  ['^16024985$|755743', false],
  [String.raw`^refs/heads/main\$`, false],
  ['', false],
]

test('a pattern is anchored where each of its alternatives is, at both ends', () => {
  for (const [pattern, anchored] of rows) equal(isAnchored(pattern), anchored, pattern)
})

const ends: [string, boolean][] = [
  ['^16024985$', false],
  ['^(16024985|755743)$', false],
  ['^1602498[57]$', false],
  [String.raw`^\{6f2a0d1e-0b1c\}$`, false],
  ['^16024985.*$', true],
  [String.raw`^16024985\d+$`, true],
  ['^[0-9]{8}$', true],
  ['^[0-9]+$', true],
]

test('a pattern is open where it takes characters that it does not name', () => {
  for (const [pattern, open] of ends) equal(isOpen(pattern), open, pattern)
})
