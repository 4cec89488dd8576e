/**
 * Tests every value that a requirement states with the rule of the check: the value itself passes, a laxer one fails.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { configKeys, providers } from '../index.ts'
import {
  assess,
  checksOf,
  type CheckResult,
  type Framework,
  framework,
  type ScanValues,
  type Threshold,
  thresholds,
} from './index.ts'

interface Stated {
  readonly of: Framework
  readonly requirement: string
  readonly provider: string
  readonly threshold: Threshold
}

/** All stated values, with the provider type of the check. */
async function statedValues(): Promise<readonly Stated[]> {
  const found: Stated[] = []
  for (const [id, requirements] of Object.entries(thresholds)) {
    const of = await framework(id)
    ok(of, `${id} is not a framework`)
    for (const [requirement, list] of Object.entries(requirements)) {
      const own = of.requirements.find((one) => one.id === requirement)
      ok(own, `${id} has no requirement ${requirement}`)
      for (const threshold of list) {
        const provider = of.providers.find((kind) =>
          checksOf(of, own, kind).includes(threshold.check),
        )
        ok(provider, `${id} ${requirement} does not name ${threshold.check}`)
        found.push({ of, requirement, provider, threshold })
      }
    }
  }
  return found
}

const stated = await statedValues()
const keys = new Map(
  await Promise.all(
    Object.entries(providers).map(
      async ([kind, provider]) => [kind, await configKeys(provider)] as const,
    ),
  ),
)

/** Evaluates the requirement with all its checks passed in a scan with these values. */
function assessedBy({ of, requirement, provider }: Stated, values: ScanValues) {
  const passed: CheckResult = { state: 'passed', pass: 2, fail: 0, manual: 0, values: [values] }
  const found = assess(of, (kind) => (kind === provider ? passed : undefined))
  const own = found.find((one) => one.requirement.id === requirement)
  ok(own)
  return own
}

test('every stated value is about a key of the check, of the type that the key takes', () => {
  for (const { requirement, provider, threshold } of stated) {
    const { check, key, need } = threshold
    const known = keys.get(provider)?.get(key)
    ok(known && known.checks.includes(check), `${requirement}: ${check} does not read ${key}`)
    equal(Array.isArray(known.default), 'includes' in need, key)
  }
})

for (const one of stated) {
  const { of, requirement, threshold } = one
  const { key, need } = threshold
  test(`${of.id} ${requirement} does not pass on a weaker ${key}`, () => {
    if ('includes' in need) {
      equal(assessedBy(one, { [key]: [...need.includes, 'more'] }).status, 'PASS')
      const [first = ''] = need.includes
      const { status, reason, detail } = assessedBy(one, { [key]: need.includes.slice(1) })
      deepEqual([status, reason], ['FAIL', 'weaker_configuration'])
      ok(detail?.includes(`${key} must include ${first}`), detail ?? '')
      return
    }
    const [bound, laxer] =
      'atMost' in need ? [need.atMost, need.atMost + 1] : [need.atLeast, need.atLeast - 1]
    deepEqual([assessedBy(one, { [key]: bound }).status], ['PASS'])
    const { status, reason, detail } = assessedBy(one, { [key]: laxer })
    deepEqual([status, reason], ['FAIL', 'weaker_configuration'])
    const word = 'atMost' in need ? 'at most' : 'at least'
    equal(
      detail,
      `The scan configuration is weaker than the requirement: ${key} must be ${word} ${bound}, but the scan used ${laxer}.`,
    )
  })
}
