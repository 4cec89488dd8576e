import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assess, type CheckTally, type Framework, rollUp, totalsOf } from './index.ts'

const cases: readonly [what: string, tally: CheckTally, status: string][] = [
  ['nothing was found', { pass: 0, fail: 0, manual: 0 }, 'MANUAL'],
  ['all pass', { pass: 3, fail: 0, manual: 0 }, 'PASS'],
  ['one of many fails', { pass: 99, fail: 1, manual: 5 }, 'FAIL'],
  ['all fail', { pass: 0, fail: 2, manual: 0 }, 'FAIL'],
  ['people have to look, and nothing fails', { pass: 7, fail: 0, manual: 1 }, 'MANUAL'],
  ['only people can tell', { pass: 0, fail: 0, manual: 4 }, 'MANUAL'],
]
for (const [what, tally, status] of cases) {
  test(`a requirement is ${status} where ${what}`, () => assert.equal(rollUp(tally), status))
}

const count = fc.nat({ max: 5 })
const tally = fc.record({ pass: count, fail: count, manual: count })
const checks = ['a', 'b', 'c', 'd', 'e']

/** A framework of some requirements over two kinds of account. */
const framework = fc
  .array(
    fc.tuple(
      fc.uniqueArray(fc.nat({ max: checks.length - 1 })),
      fc.uniqueArray(fc.nat({ max: checks.length - 1 })),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map(
    (requirements): Framework => ({
      id: 'x',
      framework: 'X',
      version: '1',
      providers: ['aws', 'gcp'],
      checks: [checks, checks],
      requirements: requirements.map((places, at) => ({
        id: String(at),
        checks: places.map((one) => Uint16Array.from(one)),
        attributes: {},
      })),
    }),
  )
const findings = fc.array(
  fc.record({
    provider: fc.constantFrom('aws', 'gcp'),
    check: fc.constantFrom(...checks),
    status: fc.constantFrom('PASS', 'FAIL', 'MANUAL'),
  }),
  { maxLength: 30 },
)

test('a framework is assessed as its findings are, one by one', () => {
  fc.assert(
    fc.property(framework, findings, (one, all) => {
      const of = (provider: string, check: string, status: string): number =>
        all.filter((f) => f.provider === provider && f.check === check && f.status === status)
          .length
      const assessed = assess(one, (provider, check) => ({
        pass: of(provider, check, 'PASS'),
        fail: of(provider, check, 'FAIL'),
        manual: of(provider, check, 'MANUAL'),
      }))
      for (const { requirement, status, pass, fail } of assessed) {
        const own = all.filter(({ provider, check }) =>
          requirement.checks[one.providers.indexOf(provider)]?.includes(checks.indexOf(check)),
        )
        const statuses = own.map((finding) => finding.status)
        const expected = statuses.includes('FAIL')
          ? 'FAIL'
          : statuses.length > 0 && statuses.every((each) => each === 'PASS')
            ? 'PASS'
            : 'MANUAL'
        assert.equal(status, expected)
        assert.equal(pass, statuses.filter((each) => each === 'PASS').length)
        assert.equal(fail, statuses.filter((each) => each === 'FAIL').length)
      }
      const totals = totalsOf(assessed)
      assert.equal(totals.passed + totals.failed + totals.manual, totals.total)
      assert.equal(totals.total, one.requirements.length)
    }),
  )
})

test('more passes never make a failing requirement pass, and a fail is never outweighed', () => {
  fc.assert(
    fc.property(tally, tally, (a, b) => {
      const both = { pass: a.pass + b.pass, fail: a.fail + b.fail, manual: a.manual + b.manual }
      const statuses = [rollUp(a), rollUp(b)]
      assert.equal(rollUp(both) === 'FAIL', statuses.includes('FAIL'))
      if (rollUp(both) === 'PASS') assert.ok(statuses.includes('PASS'))
    }),
  )
})
