import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Assessed, coverageOf, critical, reachOf, scoreOf } from './index.ts'

const one = (
  id: string,
  { pass = 0, fail = 0, manual = 0, missing = 0, Weight = 1, LevelOfRisk = 1, Section = '1' },
): Assessed => ({
  requirement: { id, checks: [], attributes: { Weight, LevelOfRisk, Section } },
  pass,
  fail,
  manual,
  status: fail > 0 ? 'FAIL' : pass > 0 && missing === 0 ? 'PASS' : 'MANUAL',
  reason: fail > 0 ? 'failed' : pass > 0 ? 'all_passed' : 'not_judged',
  detail: null,
  checks: {
    named: Number(pass > 0) + Number(fail > 0) + Number(manual > 0) + missing,
    failed: Number(fail > 0),
    passed: Number(pass > 0),
    unread: Number(manual > 0),
    excluded: 0,
    missing,
    not_applicable: 0,
  },
  missing: [],
})
const score = (assessed: readonly Assessed[]): number => scoreOf(reachOf(assessed)) ?? Number.NaN
const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`)

test('what nobody has judged has no score', () => {
  assert.equal(scoreOf(reachOf([])), null)
  assert.equal(scoreOf(reachOf([one('a', { manual: 3 })])), null)
})

test('how much was judged counts checks by the weight of their requirements', () => {
  assert.equal(coverageOf([]), 0)
  assert.equal(coverageOf([one('a', { pass: 1 }), one('b', { fail: 1 })]), 1)
  assert.equal(coverageOf([one('a', { pass: 1, missing: 1 })]), 0.5)
  assert.equal(coverageOf([one('a', { pass: 1, Weight: 3 }), one('b', { missing: 1 })]), 0.75)
})

test('a heavy requirement weighs as much as its weight and risk say', () => {
  const heavy = one('a', { pass: 1, fail: 1, Weight: 1_000, LevelOfRisk: 5 })
  const light = one('b', { pass: 2, Weight: 10, LevelOfRisk: 3, Section: '2' })
  // (1 · 1000 · 2.25 + 2 · 10 · 1.75) / (2 · 1000 · 2.25 + 2 · 10 · 1.75)
  close(score([heavy, light]), (100 * 2_285) / 4_535)
  close(score([heavy]), 50)
  close(score([light]), 100)
})

test('critical are requirements that fail at a risk of four or five', () => {
  const list = [
    one('a', { fail: 1, LevelOfRisk: 3 }),
    one('b', { fail: 1, LevelOfRisk: 4 }),
    one('c', { pass: 1, LevelOfRisk: 5 }),
    one('d', { pass: 9, fail: 1, LevelOfRisk: 5 }),
  ]
  assert.deepEqual(
    critical(list).map(({ requirement }) => requirement.id),
    ['b', 'd'],
  )
})

test('a score lies between 0 and 100, and mending a finding never lowers it', () => {
  const requirement = fc.record({
    pass: fc.nat({ max: 9 }),
    fail: fc.nat({ max: 9 }),
    Weight: fc.constantFrom(1, 8, 10, 100, 1_000),
    LevelOfRisk: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(requirement, { minLength: 1 }), (facts) => {
      const overall = score(facts.map((fact, at) => one(String(at), fact)))
      if (Number.isNaN(overall)) return
      assert.ok(overall >= 0 && overall <= 100)
      const mended = facts.map((fact, at) =>
        at === 0 && fact.fail > 0 ? { ...fact, pass: fact.pass + 1, fail: fact.fail - 1 } : fact,
      )
      const after = score(mended.map((fact, at) => one(String(at), fact)))
      assert.ok(after >= overall - 1e-9)
    }),
  )
})
