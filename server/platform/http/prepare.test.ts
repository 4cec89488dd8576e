/** Slow work before the transaction of a change. */
import { equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { forbidden } from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Exchange } from './endpoint.ts'
import { remove } from './index.ts'

test('slow work before a change is not begun for callers without the permission', async () => {
  let begun = 0
  const about = { may: 'manage_account', tag: '', operationId: '', summary: '' } as const
  const prepare = async (): Promise<void> => void (begun += 1)
  const { run } = remove('/words/:id', { ...about, prepare }, async () => true)
  const exchange = {
    authenticate: async () => ({ tenantId: 'a tenant', userId: 'a user' }) as Identity,
    database: { inTenant: () => Promise.reject(forbidden()) },
    loaders: new Map(),
    search: '',
    params: { id: '0191d8a0-0000-7000-8000-000000000001' },
  } as unknown as Exchange
  await rejects(run(exchange), { status: 403 })
  equal(begun, 0)
})
