import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type StatusCode, statusCodes, type TriageCode, triageCodes } from './codes.ts'
import { mutedByTriage, nextTriage } from './triage.ts'

const { PASS, FAIL, MANUAL } = statusCodes
const { open, under_review, remediating, risk_accepted, false_positive, resolved, reopened } =
  triageCodes
const now = '2026-06-01T12:00:00.000Z'
const later = '2026-06-01T12:00:00.001Z'

const plain: readonly [string, StatusCode, StatusCode, TriageCode | null, TriageCode | null][] = [
  ['a failure that stays is what people said it is', FAIL, FAIL, under_review, under_review],
  ['a failure nobody looked at stays unlooked at', FAIL, FAIL, null, null],
  ['a failure that passes is resolved', FAIL, PASS, remediating, resolved],
  ['a failure that passes untriaged is resolved too', FAIL, PASS, null, resolved],
  ['an accepted risk that passes is resolved', FAIL, PASS, risk_accepted, resolved],
  ['a pass that fails is reopened', PASS, FAIL, resolved, reopened],
  ['a pass that fails for the first time is reopened', PASS, FAIL, null, reopened],
  ['an accepted risk that passed and fails again is reopened', PASS, FAIL, risk_accepted, reopened],
  [
    'a false positive that passed and fails again is reopened',
    PASS,
    FAIL,
    false_positive,
    reopened,
  ],
  ['a pass that stays is left alone', PASS, PASS, resolved, resolved],
  ['a manual finding that fails is left to people', MANUAL, FAIL, under_review, under_review],
  ['a manual finding that stays is left to people', MANUAL, MANUAL, open, open],
  ['a failure that becomes manual is left to people', FAIL, MANUAL, reopened, reopened],
]
for (const [name, was, raw, triage, expected] of plain) {
  test(name, () => {
    const next = nextTriage({ raw_status: was, triage, status_until: null }, raw, now)
    deepEqual(next, { triage: expected, status: raw, status_until: null })
  })
}

const attested = { raw_status: MANUAL, triage: resolved, status_until: later } as const

test('an attestation runs on, neither prolonged nor cut, while the check stays manual', () => {
  deepEqual(nextTriage(attested, MANUAL, now), {
    triage: resolved,
    status: PASS,
    status_until: later,
  })
})

test('an attestation whose time is over is back in the queue', () => {
  const expected = { triage: open, status: MANUAL, status_until: null }
  deepEqual(nextTriage(attested, MANUAL, later), expected)
  deepEqual(nextTriage(attested, MANUAL, '2026-09-01T00:00:00.000Z'), expected)
})

test('a real failure ends an attestation and reopens', () => {
  deepEqual(nextTriage(attested, FAIL, now), { triage: reopened, status: FAIL, status_until: null })
})

test('a real pass ends an attestation and resolves', () => {
  deepEqual(nextTriage(attested, PASS, now), { triage: resolved, status: PASS, status_until: null })
})

test('an accepted risk and a false positive hide a finding, and nothing else does', () => {
  for (const code of Object.values(triageCodes)) {
    equal(mutedByTriage(code), code === risk_accepted || code === false_positive)
  }
  equal(mutedByTriage(null), false)
})

const status = fc.constantFrom<StatusCode>(PASS, FAIL, MANUAL)
const triage = fc.option(fc.constantFrom<TriageCode>(...Object.values(triageCodes)))

test('only a running attestation shows another status than the scan gave', () => {
  fc.assert(
    fc.property(
      status,
      status,
      triage,
      fc.option(fc.constantFrom(now, later)),
      (was, raw, decided, until) => {
        const next = nextTriage({ raw_status: was, triage: decided, status_until: until }, raw, now)
        if (next.status_until === null) return next.status === raw
        return raw === MANUAL && next.status === PASS && next.status_until === until && until > now
      },
    ),
  )
})

test('the same observation again changes nothing more', () => {
  fc.assert(
    fc.property(status, status, triage, (was, raw, decided) => {
      const once = nextTriage({ raw_status: was, triage: decided, status_until: null }, raw, now)
      deepEqual(nextTriage({ ...once, raw_status: raw }, raw, now), once)
    }),
  )
})
