import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { neededActions } from '../../engine/index.ts'
import { permissions } from './client.ts'
import { github } from './index.ts'
import { callsOf, permissionList } from './permissions.ts'

test('a scan takes every permission that is known, none of which writes', async () => {
  deepEqual(await neededActions(github), [...permissions])
  const list = permissionList(permissions)
  equal(list.trimEnd().split('\n').length, permissions.length)
  match(list, /^administration:read +Repository: Administration, read +repo$/m)
  ok(!list.includes('write'))
})

test('fewer checks take fewer permissions', async () => {
  const actions = await neededActions(github, { checks: ['organization_verified_badge'] })
  deepEqual(actions, ['organization_administration:read'])
  equal(permissionList(actions).split('\n').length, 2)
  equal(permissionList([]), '')
})

test('every permission is that of some call', () => {
  for (const permission of permissions) ok(callsOf(permission).length > 0, permission)
  deepEqual(callsOf('contents:read'), ['POST /graphql'])
})
