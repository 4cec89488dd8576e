import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import {
  bucketOf,
  countedOf,
  deltaCodes,
  deltaOf,
  severityCodes,
  severityOf,
  statusCodes,
  statusOf,
  triageCodes,
  triageOf,
} from './codes.ts'

const tables: readonly [
  string,
  Readonly<Record<string, number>>,
  (code: number) => string | null,
][] = [
  ['status', statusCodes, statusOf],
  ['severity', severityCodes, severityOf],
  ['delta', deltaCodes, deltaOf],
  ['triage', triageCodes, triageOf],
]
for (const [name, codes, nameOf] of tables) {
  test(`every ${name} comes back from its code`, () => {
    for (const [word, code] of Object.entries(codes)) equal(nameOf(code), word)
    throws(() => nameOf(0), RangeError)
    throws(() => nameOf(99), RangeError)
  })
}

test('a finding without a delta has none', () => {
  equal(deltaOf(null), null)
})

test('a bucket and its severity are read back from one small number', () => {
  const seen = new Set<number>()
  for (const severity of Object.values(severityCodes)) {
    for (const status of Object.values(statusCodes)) {
      for (const muted of [false, true]) {
        const counted = countedOf(severity, status, muted)
        deepEqual([counted >> 3, counted & 7], [severity, bucketOf(status, muted)])
        seen.add(counted)
      }
    }
  }
  equal(seen.size, 30)
})
