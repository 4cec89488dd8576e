import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '../api/problem.ts'
import {
  asked,
  isGroup,
  levelsOf,
  newQuestion,
  type Question,
  replaced,
  treeOf,
  type WireNode,
  written,
} from './condition.ts'
import { sorted } from './faults.ts'
import { conditionWords } from './sentences.ts'

const deep: WireNode = {
  op: 'and',
  conditions: [
    { op: 'count_gte', count: 5, filter: { severity: ['critical', 'high'] } },
    {
      op: 'not',
      condition: { op: 'or', conditions: [{ op: 'expiring', days: 7 }, { op: 'new' }] },
    },
  ],
}

for (const condition of [
  deep,
  { op: 'any' },
  { op: 'connection_lost', filter: { provider_type: ['aws'] } },
  { op: 'not', condition: { op: 'not', condition: { op: 'none' } } },
  { op: 'or', conditions: [{ op: 'any' }, { op: 'reopened' }] },
] satisfies readonly WireNode[])
  test(`what is read and not changed is sent as it was: ${JSON.stringify(condition)}`, () =>
    deepEqual(written(treeOf(condition)).condition, condition))

test('each node has its place in what is sent', () => {
  const tree = treeOf(deep)
  const [count, not] = tree.nodes
  const { places } = written(tree)
  equal(places.get(tree.key), '')
  equal(places.get(count?.key ?? ''), '/conditions/0')
  const inner = not && isGroup(not) ? not.nodes[0] : undefined
  equal(places.get(inner?.key ?? ''), '/conditions/1/condition')
  equal(levelsOf(tree), 4)
})

test('a group around one question is that question, whose place is that of the condition', () => {
  const tree = treeOf({ op: 'any' })
  const { condition, places } = written(tree)
  deepEqual(condition, { op: 'any' })
  deepEqual([...places.values()], [''])
})

test('an empty number and an empty filter are not sent', () => {
  const question: Question = {
    ...newQuestion('count_gte'),
    number: ' ',
    filter: { severity: [], service: ['s3'] },
  }
  const tree = replaced(treeOf({ op: 'not', condition: { op: 'any' } }), 'none', () => [])
  const first = tree.nodes[0]
  const changed = replaced(tree, first?.key ?? '', () => [question])
  deepEqual(written(changed).condition, {
    op: 'not',
    condition: { op: 'count_gte', filter: { service: ['s3'] } },
  })
})

test('a question about accounts keeps the filters of accounts alone', () => {
  const filter = { severity: ['high'], provider_type: ['aws'] }
  const lost = asked({ ...newQuestion('count_gte'), number: '5', filter }, 'connection_lost')
  deepEqual(lost.filter, { provider_type: ['aws'] })
  equal(asked({ ...newQuestion('count_gte'), number: '5' }, 'count_lte').number, '5')
  equal(asked({ ...newQuestion('count_gte'), number: '5' }, 'expiring').number, '14')
})

test('what the API says stands at the node and the field that its pointer names', () => {
  const tree = treeOf(deep)
  const { places } = written(tree)
  const error = (pointer: string | undefined, detail: string): ApiError => ({
    status: '400',
    code: 'invalid',
    detail,
    ...(pointer && { source: { pointer } }),
  })
  const at = '/data/attributes/condition'
  const { faults, others } = sorted(
    [
      error(`${at}/conditions/0/count`, 'Too small.'),
      error(`${at}/conditions/0/filter/severity/1`, 'No such severity.'),
      error(`${at}/conditions/1/condition/conditions/0`, 'Too deep.'),
      error('/data/attributes/name', 'Too short.'),
      error(undefined, 'Too many.'),
    ],
    places,
  )
  const byPlace = new Map([...faults].map(([key, fields]) => [places.get(key), fields]))
  deepEqual(byPlace.get('/conditions/0'), { count: 'Too small.', severity: 'No such severity.' })
  deepEqual(byPlace.get('/conditions/1/condition/conditions/0'), { '': 'Too deep.' })
  deepEqual(
    others.map(({ detail }) => detail),
    ['Too short.', 'Too many.'],
  )
})

const id = '00000000-0000-4000-8000-000000000001'
for (const [condition, said] of [
  [
    deep,
    'At least 5 findings fail, severity critical or high; and not (a mute or attestation ends within 7 days; or a failing finding is new)',
  ],
  [
    { op: 'any', filter: { provider_id: [id], region: ['a', 'b', 'c', 'd'] } },
    'Any finding fails, provider Production, region a or b or c or 1 more',
  ],
  [
    {
      op: 'or',
      conditions: [{ op: 'none' }, { op: 'and', conditions: [{ op: 'new' }, { op: 'any' }] }],
    },
    'No finding fails; or (a failing finding is new; and any finding fails)',
  ],
] satisfies readonly (readonly [WireNode, string])[])
  test(`a condition reads: ${said}`, () =>
    equal(conditionWords(condition, new Map([[id, 'Production']])), said))
