import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { assess, type Evidence, type Framework, overAccounts, type ScanValues } from './index.ts'

const framework: Framework = {
  id: 'x_1.0_aws',
  aliases: [],
  framework: 'X',
  version: '1.0',
  providers: ['aws'],
  checks: [['unused', 'other']],
  requirements: [
    {
      id: '1',
      checks: [Uint16Array.from([0, 1])],
      attributes: {},
      thresholds: [{ check: 'unused', key: 'days', need: { atMost: 45 } }],
    },
    { id: '2', checks: [Uint16Array.from([0, 1])], attributes: {} },
  ],
}
const evidence = (values: readonly ScanValues[], found: Partial<Evidence> = {}): Evidence => ({
  pass: 1,
  fail: 0,
  manual: 0,
  muted: 0,
  unread: false,
  excluded: false,
  notApplicable: false,
  values,
  ...found,
})
/** Evaluates the first requirement, which states a value, with this evidence for its check. */
const first = (...accounts: readonly Evidence[]) => {
  const [requirement] = assess(framework, () => overAccounts(accounts))
  return requirement
}

test('one account with a weaker value fails the requirement', () => {
  const one = first(evidence([{ days: 45 }]), evidence([{ days: 90 }]), evidence([{ days: 120 }]))
  deepEqual([one?.status, one?.reason], ['FAIL', 'weaker_configuration'])
  equal(
    one?.detail,
    'The scan configuration is weaker than the requirement: days must be at most 45, but the scan used 90; days must be at most 45, but the scan used 120.',
  )
})

test('findings that passed by a weaker value count as failed for the requirement', () => {
  const one = first(evidence([{ days: 90 }], { pass: 3 }))
  // Three findings of the check with the value, and three of the other check.
  deepEqual([one?.pass, one?.fail], [3, 3])
})

test('a requirement that states no value does not look at the configuration', () => {
  const [, second] = assess(framework, () => overAccounts([evidence([{ days: 90 }])]))
  deepEqual([second?.status, second?.detail], ['PASS', null])
})

test('a failed check is the reason, and the weaker value is named as well', () => {
  const one = first(evidence([{ days: 90 }], { fail: 1 }))
  equal(one?.reason, 'failed')
  equal(one?.detail?.includes('days must be at most 45'), true)
})

test('a check that found nothing, or whose values are not known, is not weaker', () => {
  equal(first(evidence([{ days: 90 }], { pass: 0, notApplicable: true }))?.status, 'MANUAL')
  equal(first(evidence([]))?.status, 'PASS')
  equal(first(evidence([{ days: null }]))?.status, 'PASS')
})
