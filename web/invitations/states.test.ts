import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOf, stateWords } from './states.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const dates = { expires_at: '2026-11-20T11:00:00Z', updated_at: '2026-11-21T11:00:00Z' }

test('an invitation says in words what became of it, and when', () => {
  const pending = { state: 'pending', ...dates, expires_at: '2026-11-29T13:00:00Z' } as const
  equal(stateWords(pending, now), 'Pending, expires in 6 days')
  equal(stateWords({ state: 'expired', ...dates }, now), 'Expired 3 days ago')
  equal(stateWords({ state: 'revoked', ...dates }, now), 'Revoked 2 days ago')
  equal(stateWords({ state: 'accepted', ...dates }, now), 'Accepted 2 days ago')
})

test('Expired and revoked invitations cannot be edited or revoked', () => {
  deepEqual(actionsOf({ state: 'pending' }), ['edit', 'link', 'revoke'])
  deepEqual(actionsOf({ state: 'expired' }), ['again'])
  deepEqual(actionsOf({ state: 'revoked' }), ['again'])
  deepEqual(actionsOf({ state: 'accepted' }), [])
})
