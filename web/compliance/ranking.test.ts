import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { frameworkName } from '../kit/framework-name.ts'
import { failingShare, judged, passShare, worstFirst } from './ranking.ts'
import { findingsScope, scopeOf } from './scope.ts'

const framework = (id: string, requirements_failed: number, requirements_passed: number) => ({
  id,
  requirements_failed,
  requirements_passed,
})

test('frameworks are ranked by what fails of what was decided', () => {
  equal(failingShare(framework('none', 0, 0)), 0)
  deepEqual(
    worstFirst([
      framework('a', 1, 9),
      framework('b', 5, 5),
      framework('none', 0, 0),
      framework('c', 10, 10),
    ]).map(({ id }) => id),
    ['c', 'b', 'a', 'none'],
  )
})

test('the share that passed is of what was decided, and full only if nothing failed', () => {
  equal(passShare(framework('none', 0, 0)), '–')
  equal(passShare(framework('a', 1, 9)), '90 %')
  equal(passShare(framework('b', 1, 1_000)), '99 %')
  equal(passShare(framework('c', 0, 4)), '100 %')
  equal(passShare(framework('d', 4, 0)), '0 %')
})

test('a score says how much of it was judged', () => {
  equal(judged({ checks_judged: 2, checks_named: 1_207 }), '2 of 1,207 checks evaluated')
  equal(judged({ checks_judged: 0, checks_named: 0 }), 'no checks for these accounts')
})

test('names of frameworks are read, not spelled', () => {
  equal(frameworkName({ framework: 'CIS', version: '2.0' }), 'CIS 2.0')
  equal(frameworkName({ framework: 'NIST-800-53', version: '' }), 'NIST 800 53')
  equal(
    frameworkName({ framework: 'NIST-800-53-Revision-4', version: 'Revision 4' }),
    'NIST 800 53 Revision 4',
  )
  equal(frameworkName({ framework: 'MITRE-ATTACK', version: '2021' }), 'MITRE-ATTACK 2021')
})

test('a scope is one scan, one provider, or all kinds that are connected', () => {
  deepEqual(scopeOf({}, ['gcp', 'aws', 'aws']), { 'filter[provider_type__in]': 'aws,gcp' })
  deepEqual(scopeOf({ 'filter[scan_id]': '1' }, undefined), { 'filter[scan_id]': '1' })
  deepEqual(scopeOf({ 'filter[provider_id]': '2' }, ['aws']), { 'filter[provider_id]': '2' })
  equal(scopeOf({}, undefined), undefined)
  equal(scopeOf({}, []), undefined)
  deepEqual(findingsScope({ 'filter[scan_id]': '1' }), { 'filter[scan]': '1' })
})
