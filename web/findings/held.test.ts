import { QueryClient } from '@tanstack/react-query'
import { equal } from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { newestHeld } from './held.ts'

const client = new QueryClient()
const path = '/findings/a'
const row = (triage_status?: string) => ({
  id: 'a',
  uid: 'a',
  ...(triage_status && { triage_status }),
})
const cache = (key: readonly unknown[], data: object, updatedAt: number): void => {
  client.setQueryData(key, data, { updatedAt })
}

afterEach(() => client.clear())

test('a row of a list replaces the version of a panel that was closed before', () => {
  cache([path, {}, 'one'], { row: row('open') }, 1)
  cache(['/findings/latest', { page: 1 }], { rows: [row('remediating')] }, 2)
  equal(newestHeld(client, 'a')?.triage_status, 'remediating')
})

test('the newest of several panels and pages is returned', () => {
  cache([path, { include: 'scan' }, 'one'], { row: row('open') }, 1)
  cache(['/findings', {}], { rows: [row('under_review')] }, 2)
  cache([path, { include: 'resources' }, 'one'], { row: row('resolved') }, 3)
  equal(newestHeld(client, 'a')?.triage_status, 'resolved')
})

test('pages that were fetched only for the count are passed over', () => {
  cache(['/findings/latest', { page: 1 }], { rows: [row('open')] }, 1)
  cache(['/findings/latest', { page: 2 }], { rows: [row()] }, 2)
  cache(['/findings/latest', { page: 3 }], { count: 4 }, 3)
  equal(newestHeld(client, 'a')?.triage_status, 'open')
  equal(newestHeld(client, 'b'), undefined)
})
