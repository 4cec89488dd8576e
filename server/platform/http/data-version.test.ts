import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import { unlessKnown } from './data-version.ts'
import type { Exchange } from './endpoint.ts'

const tx = { tenantId: 'a tenant' } as Tx
const someone = { tenantId: tx.tenantId, granted: new Set(), unlimitedVisibility: true }

/** A list of which the version is handed in, and how often it was read. */
function list() {
  const asked = { read: 0, version: 'first' as string | null }
  const ask = (ifNoneMatch?: string, { search = '', caller = someone as object } = {}) =>
    unlessKnown(
      { base: 'https://it/api/v1', url: '/findings', search, ifNoneMatch } as Exchange,
      { tx, caller: caller as Caller, query: { filters: [], include: [] } },
      async () => ({
        scope: asked.version,
        version: asked.version === null ? null : [asked.version],
      }),
      async (scope) => ({ read: (asked.read += 1), scope }),
    )
  return { asked, ask }
}

test('an answer of the version that the client has is confirmed without being read', async () => {
  const { asked, ask } = list()
  const { status, tag, document } = await ask()
  deepEqual([status, document], [200, { read: 1, scope: 'first' }])
  deepEqual([(await ask(tag)).status, (await ask(`W/${tag}`)).status], [304, 304])
  equal(asked.read, 1)
  asked.version = 'second'
  const next = await ask(tag)
  deepEqual([next.status, next.document], [200, { read: 2, scope: 'second' }])
  notEqual(next.tag, tag)
})

test('If-None-Match: * is about an answer that is there, so it is made first', async () => {
  const { asked, ask } = list()
  equal((await ask('*')).status, 200)
  equal(asked.read, 1)
})

test('without a data version every answer is read anew', async () => {
  const { asked, ask } = list()
  asked.version = null
  deepEqual([(await ask('*')).status, (await ask('*')).tag], [200, undefined])
  equal(asked.read, 2)
})

test('different queries, tenants and permissions have different ETags', async () => {
  const { ask } = list()
  const { tag } = await ask()
  const others = [
    { search: 'page[size]=1' },
    { caller: { ...someone, tenantId: 'another' } },
    { caller: { ...someone, granted: new Set(['manage_scans']) } },
    { caller: { ...someone, unlimitedVisibility: false } },
  ]
  for (const other of others) equal((await ask(tag, other)).status, 200, JSON.stringify(other))
})
