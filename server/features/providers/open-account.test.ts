import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Database, sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { taskHeld } from '../../platform/tasks/index.ts'
import { type Vault, vault as openVault } from '../../platform/vault/index.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { insertSecret, NotHeld, openAccount } from './secrets.ts'

let db: TestDatabase
let database: Database
let vault: Vault
const tenantId = newId()
const [provider, other, task] = [newId(), newId(), newId()]
before(async () => {
  db = await freshDatabase()
  database = db.database
  vault = openVault({ id: newId(), bytes: randomBytes(32) })
  await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`select create_tenant(${tenantId}, 'a tenant')`)
    for (const id of [provider, other]) {
      await tx.run(sql`
        insert into providers (tenant_id, id, provider, uid) values (${tenantId}, ${id}, 'aws', ${id})`)
      const secret = { provider: id, name: null, secret_type: 'static', secret: { of: id } }
      await insertSecret(tx, vault, secret)
    }
    await tx.run(sql`
      insert into tasks (tenant_id, id, name, provider_id)
      values (${tenantId}, ${task}, 'provider-connection-check', ${provider})`)
  })
})
after(() => db.close())

/** Opens the account of a provider for the one task, updated by `change`. */
async function asked(change: string, providerId: string): Promise<unknown> {
  await db.administer(`update tasks set ${change} where id = '${task}'`)
  return database.inTenant(tenantId, async (tx) => {
    const held = taskHeld(tx, task, sql`p.id`)
    return (
      await openAccount(tx, vault, {
        providerId,
        held,
        work: { name: 'provider-connection-check', taskId: task },
      })
    )?.secret
  })
}
const running = `state = 'executing', lease_until = now() + interval '1 minute'`

test('a running task decrypts the secret of its provider', async () => {
  assert.deepEqual(await asked(running, provider), { of: provider })
})

const refused: [name: string, change: string, providerId: string][] = [
  ['that waits', `state = 'available', lease_until = null`, provider],
  ['whose lease has run out', `state = 'executing', lease_until = now()`, provider],
  ['that was cancelled', `state = 'cancelled', lease_until = null`, provider],
  ['of another provider', running, other],
]
for (const [name, change, providerId] of refused) {
  test(`a task ${name} decrypts no secret`, async () => {
    await assert.rejects(asked(change, providerId), NotHeld)
  })
}
