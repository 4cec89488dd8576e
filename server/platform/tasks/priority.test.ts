import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { sql } from '../db/index.ts'
import { newId } from '../ids.ts'
import { task } from './task.ts'

const name = 'provider-connection-check'
const kind = task(name, { input: {}, may: 'manage_providers', run: async () => ({}) })
const tenant = newId()
let db: TestDatabase
before(async () => {
  db = await freshDatabase()
  await db.database.inTenant(tenant, (tx) =>
    tx.run(sql`select create_tenant(${tx.tenantId}, 'a tenant')`),
  )
})
after(() => db.close())

const enqueue = (): Promise<string> =>
  db.database.inTenant(tenant, async (tx) => (await kind.enqueue(tx, {})).id)

test('from the thousandth on, the tasks of a tenant that wait go by age', async () => {
  const flood = (count: number): Promise<unknown> =>
    db.administer(`
      insert into tasks (tenant_id, id, name, input, task_args, metadata)
      select '${tenant}', gen_random_uuid(), '${name}', '{}', '{}', '{}'
        from generate_series(1, ${count})`)
  const turn = async (): Promise<number> => {
    const [task] = await db.administer(`select turn from tasks where id = '${await enqueue()}'`)
    return Number(task?.['turn'])
  }
  assert.equal(await turn(), 1)
  await flood(997)
  assert.deepEqual([await turn(), await turn(), await turn()], [999, 1_000, 1_001])
  await flood(1_000)
  assert.equal(await turn(), 1_001)
})
