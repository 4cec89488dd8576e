import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  assess,
  type CheckResult,
  type CheckState,
  checkStates,
  type Evidence,
  type Framework,
  overAccounts,
  type StatusReason,
  stateOf,
  totalsOf,
} from './index.ts'

const none: Evidence = {
  pass: 0,
  fail: 0,
  manual: 0,
  muted: 0,
  unread: false,
  excluded: false,
  notApplicable: false,
  values: [],
}
const checksOut: readonly [what: string, evidence: Evidence | undefined, state?: CheckState][] = [
  ['nobody has made it', undefined, 'missing'],
  ['it says nothing at all', none, 'missing'],
  ['it passed', { ...none, pass: 3 }, 'passed'],
  ['one of many fails', { ...none, pass: 99, fail: 1, manual: 5, unread: true }, 'failed'],
  ['people have to look', { ...none, pass: 7, manual: 1 }, 'unread'],
  ['a region was denied', { ...none, pass: 7, unread: true }, 'unread'],
  ['a region was left out', { ...none, pass: 7, excluded: true }, 'excluded'],
  ['a region was left out and another denied', { ...none, unread: true, excluded: true }, 'unread'],
  ['there is nothing to look at', { ...none, notApplicable: true }, 'not_applicable'],
  ['every finding is muted', { ...none, muted: 2 }, undefined],
  ['a fail is muted and the rest passes', { ...none, pass: 1, muted: 1 }, 'passed'],
  ['all is muted and a region was denied', { ...none, muted: 2, unread: true }, 'unread'],
]
for (const [what, evidence, state] of checksOut) {
  test(`a check is ${state ?? 'left out'} where ${what}`, () =>
    assert.equal(stateOf(evidence), state))
}

test('over several accounts a check is no better than on the worst, and one that is muted does not count', () => {
  const passed = { ...none, pass: 1 }
  assert.equal(overAccounts([passed, passed]).state, 'passed')
  assert.equal(overAccounts([passed, undefined]).state, 'missing')
  assert.equal(overAccounts([passed, { ...none, muted: 1 }]).state, 'passed')
  assert.equal(overAccounts([passed, { ...none, notApplicable: true }]).state, 'passed')
  assert.equal(overAccounts([{ ...none, muted: 1 }]).state, undefined)
  assert.deepEqual(overAccounts([passed, { ...none, pass: 2, fail: 3 }]), {
    pass: 3,
    fail: 3,
    manual: 0,
    state: 'failed',
    values: [],
  })
})

const ids = ['a', 'b', 'c', 'd', 'e']
const frameworkOf = (requirements: readonly (readonly number[])[][]): Framework => ({
  id: 'x',
  aliases: [],
  framework: 'X',
  version: '1',
  providers: ['aws', 'gcp'],
  checks: [ids, ids],
  requirements: requirements.map((places, at) => ({
    id: String(at),
    checks: places.map((one) => Uint16Array.from(one)),
    attributes: {},
  })),
})
const result = (state: CheckState | undefined): CheckResult => ({
  pass: state === 'passed' ? 1 : 0,
  fail: state === 'failed' ? 1 : 0,
  manual: 0,
  state,
  values: [],
})

/** Evaluates one requirement that includes checks a, b, … of AWS in these states. */
const judged = (states: readonly (CheckState | undefined)[]) => {
  const one = frameworkOf([[states.map((_, at) => at), []]])
  const resultOf = (kind: string, id: string) =>
    kind === 'aws' ? result(states[ids.indexOf(id)]) : undefined
  const [assessed] = assess(one, resultOf)
  assert.ok(assessed)
  return assessed
}
const requirements: readonly [(CheckState | undefined)[], string, StatusReason][] = [
  [['passed'], 'PASS', 'all_passed'],
  [['passed', 'not_applicable'], 'PASS', 'all_passed'],
  [['passed', undefined], 'PASS', 'all_passed'],
  [['passed', 'missing'], 'MANUAL', 'partly_judged'],
  [['passed', 'excluded'], 'MANUAL', 'partly_judged'],
  [['passed', 'unread'], 'MANUAL', 'partly_judged'],
  [['unread', 'not_applicable'], 'MANUAL', 'not_judged'],
  [['missing', 'missing'], 'MANUAL', 'not_judged'],
  [['not_applicable'], 'MANUAL', 'not_applicable'],
  [['failed', 'missing', 'unread'], 'FAIL', 'failed'],
  [[undefined], 'MANUAL', 'not_judged'],
  [[], 'MANUAL', 'by_people'],
]
for (const [states, status, reason] of requirements) {
  test(`a requirement of checks that are ${states.join(', ') || 'none'} is ${status}: ${reason}`, () => {
    const assessed = judged(states)
    assert.deepEqual([assessed.status, assessed.reason], [status, reason])
  })
}

test('kinds of which no account was scanned say nothing', () => {
  const one = frameworkOf([
    [[0], [0]],
    [[], [1]],
  ])
  const [both, other] = assess(one, (kind) => (kind === 'aws' ? result('passed') : undefined))
  assert.deepEqual([both?.status, both?.checks.named], ['PASS', 1])
  assert.deepEqual([other?.status, other?.reason], ['MANUAL', 'no_checks'])
})

test('missing checks are named, each once', () => {
  assert.deepEqual(judged(['passed', 'missing', 'missing']).missing, ['b', 'c'])
})

const places = fc.uniqueArray(fc.nat({ max: ids.length - 1 }))
const anyFramework = fc
  .array(fc.tuple(places, places), { minLength: 1, maxLength: 12 })
  .map((requirements) => frameworkOf(requirements.map((pair) => [...pair])))
const evidence: fc.Arbitrary<Evidence> = fc.record({
  pass: fc.nat({ max: 2 }),
  fail: fc.nat({ max: 1 }),
  manual: fc.nat({ max: 1 }),
  muted: fc.nat({ max: 2 }),
  unread: fc.boolean(),
  excluded: fc.boolean(),
  notApplicable: fc.boolean(),
  values: fc.constant([]),
})
/** The evidence for each check, for accounts of each provider type. */
const accounts = fc.array(
  fc.record({
    kind: fc.constantFrom('aws', 'gcp'),
    said: fc.dictionary(fc.constantFrom(...ids), evidence),
  }),
  { maxLength: 4 },
)

test('no requirement passes unless every check that it names passed or had nothing to look at, on every account', () => {
  fc.assert(
    fc.property(anyFramework, accounts, (one, all) => {
      const saidOf = (kind: string, id: string) =>
        all.filter((account) => account.kind === kind).map(({ said }) => said[id])
      const assessed = assess(one, (kind, id) => {
        const each = saidOf(kind, id)
        return each.length === 0 ? undefined : overAccounts(each)
      })
      for (const { requirement, status, checks, fail } of assessed) {
        const pairs = requirement.checks.flatMap((own, at) =>
          [...own].flatMap((place) => saidOf(one.providers[at] ?? '', ids[place] ?? '')),
        )
        const states = pairs.map(stateOf)
        if (status === 'PASS') {
          assert.ok(states.includes('passed'))
          for (const state of states)
            assert.ok(state === undefined || state === 'passed' || state === 'not_applicable')
        }
        assert.equal(status === 'FAIL', states.includes('failed'))
        assert.equal(status === 'FAIL', fail > 0)
        assert.equal(
          checks.named,
          checkStates.reduce((sum, state) => sum + checks[state], 0),
        )
      }
      const totals = totalsOf(assessed)
      assert.equal(totals.passed + totals.failed + totals.manual, totals.total)
      assert.ok(totals.partial <= totals.manual && totals.judged <= totals.named)
    }),
  )
})
