import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, noActivity, sql, type Tx } from '../platform/db/index.ts'
import { watched } from './watched.ts'

const tx: Tx = {
  tenantId: 'a tenant',
  rows: async () => [],
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
  threadAddress: refuse,
  listen: refuse,
  activity: noActivity,
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

test('a transaction that takes rights away and announces nothing fails', async () => {
  for (const statement of takes) {
    const asked = watched(database).inTenant('', (spied) => spied.run(statement))
    await assert.rejects(asked, /rightsChanged was not called beside/)
  }
})

test('one that announces it, or takes no rights away, passes', async () => {
  const eyed = watched(database)
  for (const statement of takes)
    await eyed.inTenant('', async (spied) => {
      await spied.run(statement)
      spied.afterCommit(() => {})
    })
  for (const statement of leaves) await eyed.inTenant('', (spied) => spied.rows(statement))
})
