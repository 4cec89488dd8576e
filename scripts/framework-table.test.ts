import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corrected } from './framework-corrections.ts'
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

test('corrections replace former ids, split ids at spaces and rename a second requirement', () => {
  const cis = corrected({
    ...facts,
    id: 'cis_5.0_aws',
    requirements: [
      { id: '1.1', checks: ['eks_endpoints_not_publicly_accessible', ' x'] },
      { id: '1.2', checks: ['ec2_instance_ebs_optimized', 'y z'] },
      { id: '1.1', checks: ['x'] },
    ],
  })
  assert.deepEqual(cis.requirements, [
    { id: '1.1', checks: ['eks_cluster_not_publicly_accessible', 'x'] },
    { id: '1.2', checks: ['y', 'z'] },
    { id: '1.10', checks: ['x'] },
  ])
  const several = corrected({
    ...facts,
    provider: 'multi',
    requirements: [{ id: 'a', checks: { gcp: ['cloudsql_instance_ssl_required'], aws: ['x'] } }],
  })
  assert.deepEqual(several.requirements, [
    { id: 'a', checks: { gcp: ['cloudsql_instance_ssl_connections'], aws: ['x'] } },
  ])
})
