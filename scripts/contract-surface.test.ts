import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Corrections, corrected, type Surface } from './contract-surface.ts'

const surface: Surface = {
  source: { title: 'Another', version: '1' },
  operations: [{ method: 'PATCH', path: '/roles/{id}', tag: 'Role', takes: 'Role', shows: 'Rule' }],
  shapes: { Role: { type: 'roles', attributes: ['name'], relationships: [] } },
}
const none: Corrections = { operations: [], shapes: {}, more: {} }

test('a correction changes what it names and leaves the rest', () => {
  const { operations, shapes } = corrected(surface, {
    operations: [
      { method: 'PATCH', path: '/roles/{pk}', shows: 'Role' },
      { method: 'GET', path: '/schema', tag: 'Documentation' },
    ],
    shapes: { Rule: { type: 'rules', attributes: [], relationships: [] } },
    more: { Role: ['manage_alerts'] },
  })
  assert.deepEqual(
    operations.map(({ tag, takes, shows }) => [tag, takes, shows]),
    [
      ['Role', 'Role', 'Role'],
      ['Documentation', undefined, undefined],
    ],
  )
  assert.deepEqual(shapes['Role']?.attributes, ['name', 'manage_alerts'])
  assert.deepEqual(Object.keys(shapes), ['Role', 'Rule'])
})

test('a correction of what is not there is refused', () => {
  const operations = [{ method: 'PATCH', path: '/rolls/{id}', shows: 'Role' }]
  assert.throws(() => corrected(surface, { ...none, operations }), /finds no such operation/)
  assert.throws(() => corrected(surface, { ...none, more: { Roll: [] } }), /finds no such shape/)
})
