import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, sql, type Tx } from '../platform/db/index.ts'
import { watchRights } from './rights-told.ts'

const tx: Tx = {
  tenantId: 'a tenant',
  rows: async () => [],
  keyed: async () => [],
  maybe: async () => undefined,
  single: () => Promise.reject(new Error('no row')),
  run: async () => 1,
  afterCommit() {},
}
const refuse = (): never => {
  throw new Error('not here')
}
const database: Database = {
  kind: 'embedded',
  inTenant: (_tenantId, work) => work(tx),
  outsideTenants: refuse,
  settle: refuse,
  close: refuse,
}

const takes = [
  sql`delete from memberships where id = ${1}`,
  sql`
    update roles
       set manage_users = false`,
  sql`update api_keys as k
         set revoked = true`,
  sql`select delete_user(${'id'})`,
  sql`delete from role_provider_groups`,
]
const leaves = [
  sql`insert into memberships values (${1})`,
  sql`update api_keys set last_used_at = now()`,
  sql`select * from roles`,
  sql`update providers set alias = ${'x'}`,
]

test('a transaction that takes rights and tells nobody fails', async () => {
  for (const statement of takes) {
    const asked = watchRights(database).inTenant('', (spied) => spied.run(statement))
    await assert.rejects(asked, /rightsChanged was not called beside/)
  }
})

test('one that tells, or that takes nothing, is good', async () => {
  const watched = watchRights(database)
  for (const statement of takes)
    await watched.inTenant('', async (spied) => {
      await spied.run(statement)
      spied.afterCommit(() => {})
    })
  for (const statement of leaves) await watched.inTenant('', (spied) => spied.rows(statement))
})
