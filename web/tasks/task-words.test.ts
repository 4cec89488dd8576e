import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf, problemOf, tookWords, waitsFor, whyProtected } from './task-words.ts'

test('DELETE of tasks of provider deletions is not offered', () => {
  for (const name of ['provider-deletion', 'tenant-deletion', 'mutelist-apply', 'mute-rule-apply'])
    ok(whyProtected({ name }), name)
  equal(whyProtected({ name: 'scan-perform' }), undefined)
})

test('a task has a name for people, also one of a kind that is new to the app', () => {
  equal(kindOf('provider-connection-check'), 'Connection test')
  equal(kindOf('report-write'), 'Report write')
})

test('a task says how long it took, why it failed, and what it waits for', () => {
  const task = {
    name: 'scan-perform',
    state: 'failed',
    inserted_at: '2026-11-23T11:00:00Z',
    started_at: '2026-11-23T11:00:10Z',
    completed_at: '2026-11-23T11:01:30Z',
    result: { code: 'access_denied', detail: 'The role may not be assumed.' },
    metadata: {},
  } as const
  equal(tookWords(task), '1 min 20 s')
  equal(tookWords({ ...task, started_at: null }), '')
  equal(problemOf(task), 'The role may not be assumed.')
  equal(problemOf({ ...task, state: 'completed' }), undefined)
  equal(waitsFor({ metadata: { scans_ahead: 2 } }), 'Waiting for 2 scans')
  equal(waitsFor(task), undefined)
  const delayed = { code: 'database_unavailable', detail: 'The database was unavailable.' }
  equal(
    waitsFor({ metadata: { delayed } }),
    'The database was unavailable. It is retried automatically.',
  )
})
