import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { latestOfEach, newestOfEach } from '../compliance/latest.ts'
import { mergedNewest, nextStep, stillFailed } from './attention.ts'

type Trigger = 'manual' | 'scheduled' | 'imported'

const scan = (
  id: string,
  provider: string,
  inserted_at: string,
  state = 'completed',
  trigger: Trigger = 'manual',
) => ({
  id,
  trigger,
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

test('an import does not replace a failed scan or the gaps of a scan', () => {
  const imported = (id: string, at: string, state = 'completed') =>
    scan(id, 'a', at, state, 'imported')
  const failed = [scan('f', 'a', '02', 'failed'), imported('fi', '01', 'failed')]
  deepEqual(ids(stillFailed(failed, [imported('i', '03')])), ['f'])
  deepEqual(ids(stillFailed(failed, [scan('s', 'a', '03')])), [])
  deepEqual(ids(stillFailed([imported('fi', '03', 'failed')], [scan('s', 'a', '02')])), ['fi'])
  const all = mergedNewest([imported('i', '03')], [scan('s', 'a', '02')], [scan('s', 'a', '02')])
  deepEqual(ids(all), ['i', 's'])
  deepEqual(ids(latestOfEach(all)), ['s'])
  deepEqual(ids(latestOfEach([imported('i2', '04'), imported('i', '03')])), ['i2'])
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
