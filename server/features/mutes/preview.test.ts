import { deepEqual } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { InCaller } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { listIn } from './lists.ts'
import { previewMutelist } from './preview.ts'

let db: TestDatabase
let database: Database
before(async () => {
  db = await freshDatabase()
  database = db.database
})
after(() => db.close())

test('the database is free for others while a preview waits for its list', async () => {
  const tenantId = newId()
  const caller = { tenantId, userId: newId(), unlimitedVisibility: true } as unknown as Caller
  const list = {
    Mutelist: { Accounts: { '*': { Checks: { some: { Regions: ['*'], Resources: ['*'] } } } } },
  }
  await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`select create_tenant(${tenantId}, 'a tenant')`)
    await tx.run(sql`
      insert into providers (tenant_id, id, provider, uid)
      values (${tenantId}, ${newId()}, 'aws', '210987654321')`)
  })
  const order: string[] = []
  const text = `Mutelist: {Accounts: {a: {Checks: {b: {Regions: [${'x, '.repeat(4_000)}x]}}}}}`
  const reads = [1, 2, 3, 4].map(() => listIn(tenantId, text)) // the thread does these first
  const asked = Promise.withResolvers<void>()
  const inCaller: InCaller = (work) =>
    database.inTenant(tenantId, (tx) => {
      asked.resolve()
      return work(tx, caller)
    })
  const preview = previewMutelist(inCaller, tenantId, list)
  preview.then(() => order.push('preview'))
  await asked.promise
  await database.outsideTenants((tx) => tx.rows(sql`select 1`))
  order.push('others')
  await Promise.all([preview, ...reads])
  deepEqual(order, ['others', 'preview'])
})
