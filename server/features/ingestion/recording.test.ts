import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, DatabaseError } from '../../platform/db/index.ts'
import { testDatabase, type TestDatabase, type World, world } from '../../testing/index.ts'
import { ingest, record } from './testing/files.ts'

let shared: TestDatabase
let w: World
const lost = { count: 0 }

/** Commits each batch of a file, and loses the answer to the commit once. */
function forgetful(database: Database): Database {
  const known = new Set<string>()
  return {
    ...database,
    async inTenant(tenantId, work) {
      let isBatch = false
      const result = await database.inTenant(tenantId, (tx) =>
        work({
          ...tx,
          run(statement) {
            isBatch ||= /update ingestion_scans\s+set position/.test(statement.strings.join('?'))
            return tx.run(statement)
          },
        }),
      )
      if (!isBatch || known.has(tenantId)) return result
      known.add(tenantId)
      lost.count += 1
      throw new DatabaseError('The connection was lost.', '08006')
    },
  }
}
before(async () => {
  shared = await testDatabase()
  w = await world({ test: { ...shared, database: forgetful(shared.database) } })
})
after(async () => {
  await w.close()
  await shared.close()
})

test('a batch whose commit was not heard of is counted once', async () => {
  const user = await w.user()
  const files = ['s3', 'ec2'].flatMap((service) =>
    ['a', 'b', 'c'].map((uid) => record({ uid: `${service} ${uid}`, service })),
  )
  const done = await ingest(user, files)
  equal(lost.count, 1)
  deepEqual(done.object('summary'), {
    total: 6,
    processed: 6,
    outdated: 0,
    duplicate: 0,
    invalid: 0,
  })
  const rows = await w.test.administer(`
    select emitted, stored, merged, rejected, checked from scans where tenant_id = '${user.tenantId}'`)
  deepEqual(rows, [{ emitted: 6, stored: 6, merged: 0, rejected: 0, checked: 6 }])
  const units = await w.test.administer(`
    select unit, state, findings from scan_units where tenant_id = '${user.tenantId}' order by unit`)
  deepEqual(units, [
    { unit: 'import/ec2/eu-west-1', state: 'done', findings: 3 },
    { unit: 'import/s3/eu-west-1', state: 'done', findings: 3 },
  ])
})
