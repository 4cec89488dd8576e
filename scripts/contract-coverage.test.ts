import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  draft,
  type Operation,
  openapi,
  resource,
  text,
  timestamp,
  toOne,
} from '../jsonapi/index.ts'
import { coverage, type Kind, type Node, type Surface } from './contract-coverage.ts'

const scans = resource('scans', {
  attributes: { name: text, inserted_at: timestamp },
  relationships: { provider: toOne('providers') },
  filters: { name: ['eq', 'icontains'] },
  sort: ['-inserted_at', 'name'],
  include: ['provider'],
})
const newScan = draft('scans', { attributes: { name: text } })
const about = { tag: 'Scan', summary: 'What it does', resource: scans }
const operations: readonly Operation[] = [
  { ...about, method: 'GET', path: '/scans', operationId: 'scans_list', kind: 'list' },
  { ...about, method: 'GET', path: '/scans/:id', operationId: 'scans_retrieve', kind: 'one' },
  {
    ...about,
    method: 'POST',
    path: '/scans',
    operationId: 'scans_create',
    kind: 'one',
    draft: newScan,
  },
]
const ours = JSON.parse(
  JSON.stringify(
    openapi({
      info: { title: 'Plumbline', version: '1' },
      servers: [{ url: '/api/v1' }],
      operations,
    }),
  ),
) as Node

const source = { title: 'Another', version: '1' }
const shapes: Surface['shapes'] = {
  Scan: {
    type: 'scans',
    attributes: ['name', 'inserted_at', 'duration'],
    relationships: ['provider', 'task'],
  },
}

function figures(wanted: Surface['operations']) {
  const { byTag, gaps } = coverage(ours, { source, shapes, operations: wanted })
  const of = (tag: string, kind: Kind): string => {
    const tally = byTag.get(tag)?.[kind]
    return `${tally?.have}/${tally?.want}`
  }
  return { of, gaps }
}

test('what a list knows is counted by name, and what it lacks is listed', () => {
  const { of, gaps } = figures([
    {
      method: 'GET',
      path: '/scans',
      tag: 'Scan',
      filters: ['name', 'name__icontains', 'state'],
      sort: ['name', 'inserted_at', 'duration'],
      include: ['provider', 'task'],
      fields: { scans: ['name', 'duration'] },
      shows: 'Scan',
    },
  ])
  assert.equal(of('Scan', 'operations'), '1/1')
  assert.equal(of('Scan', 'filters'), '2/3')
  assert.equal(of('Scan', 'sort'), '2/3')
  assert.equal(of('Scan', 'include'), '1/2')
  assert.equal(of('Scan', 'fields'), '1/2')
  assert.equal(of('Scan', 'attributes'), '3/5')
  assert.deepEqual(gaps, [
    'GET /scans: filters state',
    'GET /scans: include task',
    'GET /scans: sort duration',
    'GET /scans: fields scans.duration',
    'GET /scans: attributes duration',
    'GET /scans: attributes task',
  ])
})

test('an operation is the same however its parameters are spelled', () => {
  const { of } = figures([{ method: 'GET', path: '/scans/{scan_id}', tag: 'Scan', shows: 'Scan' }])
  assert.equal(of('Scan', 'operations'), '1/1')
  assert.equal(of('Scan', 'attributes'), '3/5')
})

test('what a body takes is counted apart from what the answer shows', () => {
  const { of } = figures([
    { method: 'POST', path: '/scans', tag: 'Scan', takes: 'Scan', shows: 'Scan' },
  ])
  assert.equal(of('Scan', 'attributes'), '4/10')
})

test('an operation that is not there counts as missing whole, and is no gap of one that is', () => {
  const { of, gaps } = figures([
    { method: 'DELETE', path: '/scans/{id}', tag: 'Scan', shows: 'Scan' },
    { method: 'GET', path: '/tasks', tag: 'Task', filters: ['state'] },
  ])
  assert.equal(of('Scan', 'operations'), '0/1')
  assert.equal(of('Scan', 'attributes'), '0/5')
  assert.equal(of('Task', 'filters'), '0/1')
  assert.deepEqual(gaps, [])
})
