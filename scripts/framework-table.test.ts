import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableOf, textOf } from './framework-table.ts'

const facts = {
  id: 'law_1.0_aws',
  framework: 'LAW',
  version: '1.0',
  provider: 'aws',
  requirements: [
    { id: 'a', checks: ['x', 'y', 'x'], attributes: [{ ItemId: 'a', Section: '1', Weight: 10 }] },
    { id: 'b', checks: [], attributes: [{ Section: '2' }] },
    { id: 'a', checks: ['z', 'y'], attributes: [{ Section: '9' }] },
  ],
}

test('a requirement that the facts have twice is one, with the checks of both', () => {
  const table = tableOf(facts)
  assert.deepEqual(table.checks, [['x', 'y', 'z']])
  assert.deepEqual(table.attributes, ['Section', 'Weight'])
  assert.deepEqual(table.requirements, [
    ['a', '0 1 2', '1', 10],
    ['b', '', '2', null],
  ])
})

test('a framework about several kinds of account has a cell for each', () => {
  const table = tableOf({
    ...facts,
    provider: 'multi',
    requirements: [
      { id: 'a', checks: { aws: ['x'], gcp: ['y', 'z'] } },
      { id: 'b', checks: [] },
      { id: 'c', checks: { gcp: ['z'] } },
    ],
  })
  assert.deepEqual(table.providers, ['aws', 'gcp'])
  assert.deepEqual(table.checks, [['x'], ['y', 'z']])
  assert.deepEqual(table.requirements, [
    ['a', '0', '0 1'],
    ['b', '', ''],
    ['c', '', '1'],
  ])
})

test('the file has a line for each requirement and says what the table says', () => {
  const table = tableOf(facts)
  const text = textOf(table)
  assert.deepEqual(JSON.parse(text), table)
  const lines = text.split('\n').filter((line) => /^\["[ab]"/.test(line))
  assert.equal(lines.length, table.requirements.length)
})
