import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { pathsOf } from './paths.ts'

test('what is asked of a scan is asked of the past, and all else of the present', () => {
  equal(pathsOf({ 'filter[scan]': 'x', 'filter[delta]': 'new' }).findings, '/findings')
  equal(pathsOf({ 'filter[inserted_at__gte]': '2026-11-01' }).groups, '/finding-groups')
  equal(pathsOf({ 'filter[status]': 'FAIL' }).findings, '/findings/latest')
  equal(pathsOf({}).metadata, '/findings/metadata/latest')
})
