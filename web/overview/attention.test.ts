import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { newestOfEach } from '../compliance/latest.ts'
import { nextStep, stillFailed } from './attention.ts'

const scan = (id: string, provider: string, inserted_at: string, state = 'completed') => ({
  id,
  state: state as 'completed',
  is_partial: false,
  inserted_at,
  related: { provider: { type: 'providers', id: provider } },
})
const ids = (scans: readonly { readonly id: string }[]): readonly string[] =>
  scans.map(({ id }) => id)

test('a failed scan is told until a later full scan of its provider completes', () => {
  const failed = [scan('f2', 'b', '03', 'failed'), scan('f1', 'a', '01', 'failed')]
  deepEqual(ids(stillFailed(failed, [])), ['f2', 'f1'])
  deepEqual(ids(stillFailed(failed, [scan('c', 'a', '02'), scan('d', 'b', '02')])), ['f2'])
})

test('of several scans of a provider the newest counts', () => {
  deepEqual(ids(newestOfEach([scan('3', 'a', '3'), scan('2', 'b', '2'), scan('1', 'a', '1')])), [
    '3',
    '2',
  ])
})

test('a new user is led from the account over a provider to the first scan', () => {
  equal(nextStep({ providers: 0, running: 0, completed: 0 }), 'connect')
  equal(nextStep({ providers: 1, running: 0, completed: 0 }), 'scan')
  equal(nextStep({ providers: 1, running: 1, completed: 0 }), 'watch')
  equal(nextStep({ providers: 1, running: 1, completed: 1 }), null)
})
