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
import { coverage, type Kind, type Node } from './contract-coverage.ts'
import { differences, incomplete, table } from './contract-report.ts'
import type { Surface } from './contract-surface.ts'

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
  {
    ...about,
    method: 'DELETE',
    path: '/scans/:id/links',
    operationId: 'scans_links_destroy',
    kind: 'none',
    linkage: 'findings',
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
    attributes: ['name', 'inserted_at', 'duration', 'token'],
    relationships: ['provider', 'task'],
    read_only: ['inserted_at', 'duration', 'provider'],
    write_only: ['token'],
  },
}

function against(expected: Surface['operations']) {
  const covered = coverage(ours, { source, shapes, operations: expected })
  const of = (tag: string, kind: Kind): string => {
    const tally = covered.byTag.get(tag)?.[kind]
    return `${tally?.have}/${tally?.expected}`
  }
  const lines = differences(covered, []).split('\n')
  return { covered, of, lines }
}
const list = {
  method: 'GET',
  path: '/scans',
  tag: 'Scan',
  filters: ['name', 'name__icontains', 'state'],
  sort: ['name', 'inserted_at', 'duration'],
  include: ['provider', 'task'],
  fields: { scans: ['id', 'name', 'inserted_at', 'provider', 'url', 'duration'] },
  shows: 'Scan',
} as const

test('what a list knows is counted by name, and what only one side knows is listed', () => {
  const { of, lines } = against([list])
  assert.equal(of('Scan', 'operations'), '1/1')
  assert.equal(of('Scan', 'filters'), '2/3')
  assert.equal(of('Scan', 'sort'), '2/3')
  assert.equal(of('Scan', 'include'), '1/2')
  assert.equal(of('Scan', 'fields'), '4/5')
  assert.equal(of('Scan', 'attributes'), '3/5')
  assert.deepEqual(lines, [
    'extra    Scan: DELETE /scans/{id}/links operations',
    'extra    Scan: GET /scans/{id} operations',
    'extra    Scan: POST /scans operations',
    'missing  Scan: GET /scans attributes · shows duration · shows task',
    'missing  Scan: GET /scans fields · scans.duration',
    'missing  Scan: GET /scans filters · state',
    'missing  Scan: GET /scans include · task',
    'missing  Scan: GET /scans sort · duration',
  ])
})

test('an operation is the same however its parameters are spelled', () => {
  const { of } = against([{ method: 'GET', path: '/scans/{scan_id}', tag: 'Scan', shows: 'Scan' }])
  assert.equal(of('Scan', 'operations'), '1/1')
  assert.equal(of('Scan', 'attributes'), '3/5')
})

test('a body is not asked for what is only shown, nor an answer for what is only sent', () => {
  const { of, lines } = against([
    { method: 'POST', path: '/scans', tag: 'Scan', takes: 'Scan', shows: 'Scan' },
  ])
  assert.equal(of('Scan', 'attributes'), '4/8')
  assert.ok(
    lines.includes(
      'missing  Scan: POST /scans attributes · shows duration · shows task · takes token · takes task',
    ),
  )
})

test('a relationship endpoint is held to the type it links', () => {
  const place = { method: 'DELETE', path: '/scans/{id}/links', tag: 'Scan' }
  assert.equal(against([{ ...place, links: 'findings' }]).of('Scan', 'attributes'), '1/1')
  assert.equal(against([{ ...place, links: 'roles' }]).of('Scan', 'attributes'), '0/1')
})

test('an operation that is not there counts as missing whole', () => {
  const { of, lines } = against([
    { method: 'PATCH', path: '/scans/{id}', tag: 'Scan', shows: 'Scan' },
    { method: 'GET', path: '/tasks', tag: 'Task', filters: ['state'] },
  ])
  assert.equal(of('Scan', 'operations'), '0/1')
  assert.equal(of('Scan', 'attributes'), '0/5')
  assert.equal(of('Task', 'filters'), '0/1')
  const missing = lines.filter((line) => line.startsWith('missing'))
  assert.deepEqual(missing, [
    'missing  Scan: PATCH /scans/{id} operations',
    'missing  Task: GET /tasks operations',
  ])
})

test('a tag is complete when it lacks nothing, whatever it has beyond', () => {
  const whole = { method: 'GET', path: '/scans', tag: 'Scan', sort: ['name'] }
  assert.deepEqual(incomplete(against([whole]).covered, ['Scan']), [])
  assert.deepEqual(incomplete(against([list]).covered, []), [])
  assert.deepEqual(incomplete(against([list]).covered, ['Scan']).slice(0, 2), [
    'Scan is declared complete and lacks GET /scans: filters state.',
    'Scan is declared complete and lacks GET /scans: include task.',
  ])
  assert.deepEqual(incomplete(against([whole]).covered, ['Scans']), [
    'Scans is declared complete and is no tag.',
  ])
})

test('the table says 100 % only of what lacks nothing', () => {
  const whole = { method: 'GET', path: '/scans', tag: 'Scan', sort: ['name'] }
  const lacking = { method: 'GET', path: '/tasks', tag: 'Task' }
  const [, scan, task, together] = table(against([whole, lacking]).covered).split('\n')
  assert.match(scan ?? '', /^Scan .*1\/1.* 100 %$/)
  assert.match(task ?? '', /^Task .*0\/1.* 0 %$/)
  assert.match(together ?? '', /^together .*1\/2.* 66 %$/)
})
