import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../db/index.ts'
import { withChainKey } from './audit.ts'

test('transactions that note changes wait for their turn as they would without a key', async () => {
  const turns: unknown[] = []
  const database = {
    inTenant: async (_tenantId: string, _work: unknown, turn: unknown) => void turns.push(turn),
  } as unknown as Database
  const keyed = withChainKey(database, { id: 'a key', bytes: new Uint8Array(32) })
  await keyed.inTenant('a tenant', async () => undefined, { lane: 'work' })
  assert.deepEqual(turns, [{ lane: 'work' }])
})
