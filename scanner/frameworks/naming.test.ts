import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf, framework, frameworksOf, namings, namingsOf } from './index.ts'

test('a check is named by the requirements that list it, framework by framework', async () => {
  const byCheck = await namings('aws')
  const id = 'iam_root_mfa_enabled'
  const found = byCheck.get(id) ?? []
  ok(found.length > 10)
  for (const entry of frameworksOf('aws')) {
    const whole = await framework(entry.id)
    ok(whole)
    const expected = whole.requirements.filter((one) => checksOf(whole, one, 'aws').includes(id))
    const naming = found.find((one) => one.id === entry.id)
    deepEqual(
      naming?.requirements ?? [],
      expected.map((one) => one.id),
      entry.id,
    )
  }
})

test('what names a check by an id that it had before is counted with it, once', () => {
  const cis = (...requirements: string[]) => [{ id: 'cis', name: 'CIS', requirements }]
  const byCheck = new Map([
    ['new', cis('1', '2')],
    ['old', cis('2', '3')],
  ])
  deepEqual(namingsOf(byCheck, ['new', 'old']), cis('1', '2', '3'))
  equal(namingsOf(byCheck, ['other']).length, 0)
})
