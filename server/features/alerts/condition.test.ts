import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '@plumbline/jsonapi'
import {
  type Condition,
  condition,
  holds,
  type Leaf,
  leafHolds,
  leavesOf,
  limits,
  namedProviders,
} from './condition.ts'

const any = { op: 'any' } as const
const none = { op: 'none' } as const
const id = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d'

/** The condition as it is read, or `code pointer` of each fault. */
function read(value: unknown): unknown {
  const faults: string[] = []
  const found = condition.read(value, (_, code = 'invalid', at = '') => {
    faults.push(`${code} ${at}`.trim())
    return failed
  })
  return found === failed ? faults : found
}

const taken: readonly unknown[] = [
  any,
  { op: 'count_gte', count: 5, filter: { severity: ['critical', 'high'] } },
  { op: 'count_lte', count: 0 },
  { op: 'new', filter: { check_id: ['s3_bucket_default_encryption'], region: ['eu-west-1'] } },
  { op: 'expiring', days: 14, filter: { service: ['s3'] } },
  { op: 'connection_lost', filter: { provider_id: [id], provider_type: ['aws'] } },
  { op: 'and', conditions: [any, { op: 'or', conditions: [none, { op: 'not', condition: any }] }] },
]
for (const value of taken)
  test(`${JSON.stringify(value)} is a condition`, () => assert.deepEqual(read(value), value))

const nested = (depth: number): unknown =>
  depth === 1 ? any : { op: 'not', condition: nested(depth - 1) }

const refused: readonly [value: unknown, ...faults: string[]][] = [
  [null, 'invalid_type'],
  [[any], 'invalid_type'],
  [{}, 'required /op'],
  [{ op: 'all' }, 'invalid_choice /op'],
  [{ op: 'any', count: 1 }, 'unknown /count'],
  [{ op: 'count_gte' }, 'required /count'],
  [{ op: 'count_gte', count: -1 }, 'out_of_range /count'],
  [{ op: 'expiring', days: 91 }, 'out_of_range /days'],
  [{ op: 'any', filter: { severity: ['grave'] } }, 'invalid_choice /filter/severity/0'],
  [{ op: 'any', filter: { severity: [] } }, 'min_items /filter/severity'],
  [{ op: 'any', filter: { status: ['PASS'] } }, 'unknown /filter/status'],
  [{ op: 'connection_lost', filter: { severity: ['high'] } }, 'unknown /filter/severity'],
  [{ op: 'and', conditions: [] }, 'min_items /conditions'],
  [{ op: 'not', conditions: [any] }, 'unknown /conditions', 'required /condition'],
  [
    { op: 'or', conditions: [any, { op: 'not', condition: { op: 'x' } }, 7] },
    'invalid_choice /conditions/1/condition/op',
    'invalid_type /conditions/2',
  ],
  [nested(limits.depth + 1), `too_deep ${'/condition'.repeat(limits.depth)}`],
]
for (const [value, ...faults] of refused)
  test(`${JSON.stringify(value).slice(0, 100)} is refused: ${faults.join(', ')}`, () => {
    assert.deepEqual(read(value), faults)
  })

test('a condition is as deep and as large as its limits, and no larger', () => {
  assert.deepEqual(read(nested(limits.depth)), nested(limits.depth))
  const wide = (leaves: number) => ({
    op: 'and',
    conditions: [
      { op: 'or', conditions: Array.from({ length: leaves - 1 }, () => any) },
      { op: 'not', condition: any },
    ],
  })
  assert.deepEqual(read(wide(limits.leaves)), wide(limits.leaves))
  assert.deepEqual(read(wide(limits.leaves + 1)), ['too_many /conditions/1/condition'])
  const values = Array.from({ length: limits.values + 1 }, (_, n) => `check_${n}`)
  assert.deepEqual(read({ op: 'any', filter: { check_id: values } }), [
    'max_items /filter/check_id',
  ])
})

const answers: readonly [leaf: Leaf, found: number, is: boolean][] = [
  [{ op: 'count_gte', count: 5 }, 4, false],
  [{ op: 'count_gte', count: 5 }, 5, true],
  [{ op: 'count_lte', count: 5 }, 5, true],
  [{ op: 'count_lte', count: 5 }, 6, false],
  [any, 0, false],
  [any, 1, true],
  [none, 0, true],
  [none, 1, false],
  [{ op: 'new' }, 0, false],
  [{ op: 'reopened' }, 1, true],
  [{ op: 'expiring', days: 7 }, 1, true],
  [{ op: 'connection_lost' }, 0, false],
]
for (const [leaf, found, is] of answers)
  test(`${JSON.stringify(leaf)} is ${is} of ${found}`, () => {
    assert.equal(leafHolds(leaf, found), is)
  })

const not = (one: Condition): Condition => ({ op: 'not', condition: one })
const and = (...conditions: Condition[]): Condition => ({ op: 'and', conditions })
const or = (...conditions: Condition[]): Condition => ({ op: 'or', conditions })
const trees: readonly [tree: Condition, is: boolean][] = [
  [any, true],
  [not(any), false],
  [and(any, none), false],
  [or(any, none), true],
  [and(any, not(none)), true],
  [or(not(any), and(none, any)), false],
  [not(or(none, not(any))), true],
]
for (const [tree, is] of trees)
  test(`${JSON.stringify(tree)} is ${is} where "any" is true and "none" is not`, () => {
    assert.equal(
      holds(tree, ({ op }) => op === 'any'),
      is,
    )
  })

test('what is below a "not" is no reason for a message', () => {
  const tree = and(any, not(or({ op: 'new' }, { op: 'any', filter: { provider_id: [id] } })))
  assert.deepEqual(
    leavesOf(tree).map(({ at, isReason }) => [at, isReason]),
    [
      ['/conditions/0', true],
      ['/conditions/1/condition/conditions/0', false],
      ['/conditions/1/condition/conditions/1', false],
    ],
  )
  assert.deepEqual(namedProviders(tree), [
    { id, at: '/conditions/1/condition/conditions/1/filter/provider_id/0' },
  ])
})
