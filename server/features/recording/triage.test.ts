import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type StatusCode, statusCodes, type TriageCode, triageCodes } from '../versions/codes.ts'
import { decided, mutedBy, type NextTriage, nextTriage, shownTriage } from './triage.ts'

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

const hides = (triage: TriageCode | null): boolean =>
  mutedBy({ muted: false, mute_rule_id: null, muted_reason: null }, { triage, suppression: null })
    .muted

test('an accepted risk and a false positive hide a finding, and nothing else does', () => {
  for (const code of Object.values(triageCodes)) {
    equal(hides(code), code === risk_accepted || code === false_positive)
  }
  equal(hides(null), false)
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

const people: readonly [string, StatusCode, TriageCode, boolean, object | string][] = [
  ['a failure is looked at', FAIL, under_review, false, { triage: under_review, status: FAIL }],
  ['a risk is accepted', FAIL, risk_accepted, false, { triage: risk_accepted, status: FAIL }],
  ['a pass is opened', PASS, open, false, { triage: open, status: PASS }],
  ['a failure is not resolved by hand', FAIL, resolved, true, 'only_manual'],
  ['a pass is not resolved by hand', PASS, resolved, true, 'only_manual'],
  ['a manual finding is not resolved without evidence', MANUAL, resolved, false, 'no_evidence'],
  ['nobody reopens', MANUAL, reopened, true, 'only_scans'],
]
for (const [name, raw_status, requested, evidence, expected] of people) {
  test(`of people: ${name}`, () => {
    const next = decided({ raw_status, triage: null, status_until: null }, requested, {
      evidence,
      now,
    })
    deepEqual(next, typeof expected === 'string' ? expected : { ...expected, status_until: null })
  })
}

test('a manual finding that is resolved with evidence passes for 90 days, to the millisecond', () => {
  const before = { raw_status: MANUAL, triage: open, status_until: null } as const
  const next = decided(before, resolved, { evidence: true, now })
  const until = '2026-08-30T12:00:00.000Z'
  deepEqual(next, { triage: resolved, status: PASS, status_until: until })
  const attested = { raw_status: MANUAL, triage: resolved, status_until: until } as const
  equal(shownTriage(attested, '2026-08-30T11:59:59.999Z'), resolved)
  equal(shownTriage(attested, until), open)
})

/** A naive state machine: each fact separately, in the words of the specification. */
class Story {
  raw: StatusCode
  triage: TriageCode | null = null
  until: string | null = null
  constructor(raw: StatusCode) {
    this.raw = raw
  }
  get shown(): { status: StatusCode; triage: TriageCode } {
    const holds = this.until !== null
    return {
      status: holds ? PASS : this.raw,
      triage: this.triage ?? (this.raw === PASS ? resolved : open),
    }
  }
  pass(now: string): void {
    if (this.until === null || this.until > now) return
    this.until = null
    this.triage = open
  }
  scan(raw: StatusCode): void {
    const attested = this.until !== null
    const was = this.raw
    this.raw = raw
    if (attested && raw === MANUAL) return
    this.until = null
    if (raw === PASS && (attested || was === FAIL)) this.triage = resolved
    if (raw === FAIL && (attested || was === PASS)) this.triage = reopened
  }
  decide(requested: TriageCode, evidence: boolean, now: string): boolean {
    const byHand = requested === resolved
    if (requested === reopened || (byHand && (this.raw !== MANUAL || !evidence))) return false
    this.triage = requested
    this.until = byHand ? new Date(Date.parse(now) + 90 * 86_400_000).toISOString() : null
    return true
  }
}

const step = fc.oneof(
  fc.record({ scan: fc.constantFrom<StatusCode>(PASS, FAIL, MANUAL) }),
  fc.record({
    decide: fc.constantFrom<TriageCode>(...Object.values(triageCodes)),
    evidence: fc.boolean(),
  }),
  fc.record({ days: fc.integer({ min: 0, max: 60 }) }),
)

test('any sequence of scans, triage decisions and days results in the state that the specification requires', () => {
  fc.assert(
    fc.property(fc.constantFrom<StatusCode>(PASS, FAIL, MANUAL), fc.array(step), (first, steps) => {
      const story = new Story(first)
      let row: { raw_status: StatusCode } & NextTriage = {
        raw_status: first,
        triage: null,
        status_until: null,
        status: first,
      }
      let time = Date.parse(now)
      for (const one of steps) {
        const moment = () => new Date(time).toISOString()
        if ('days' in one) {
          time += one.days * 86_400_000
          story.pass(moment())
          if (one.days % 2 === 0) row = { ...row, ...nextTriage(row, row.raw_status, moment()) } // the job
        } else if ('scan' in one) {
          row = { raw_status: one.scan, ...nextTriage(row, one.scan, moment()) }
          story.scan(one.scan)
        } else {
          const { decide, evidence } = one
          const next = decided(row, decide, { evidence, now: moment() })
          equal(typeof next !== 'string', story.decide(decide, evidence, moment()))
          if (typeof next !== 'string') row = { ...row, ...next }
        }
        const over = row.status_until !== null && row.status_until <= moment()
        const shown = {
          status: over ? row.raw_status : row.status,
          triage: shownTriage(row, moment()),
        }
        deepEqual(shown, story.shown)
      }
    }),
    { numRuns: 2_000 },
  )
})
