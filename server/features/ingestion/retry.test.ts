/** A file whose import failed for a reason that is not in the file. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { unavailable } from '../../testing/unavailable.ts'
import { ended, ingest, record } from './testing/files.ts'

/** Part of the statement that fails, as by a bug. */
let broken: string | undefined
let w: World
before(async () => {
  const test = await freshDatabase()
  const fault = (statement: string): string | undefined =>
    broken !== undefined && statement.replace(/\s+/g, ' ').includes(broken) ? 'XX000' : undefined
  w = await world({
    test: { ...test, database: unavailable(test.database, fault) },
    sweepMs: 20,
  })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const file = [record({ uid: 'a' }), record({ uid: 'b' }), record({ uid: 'c' })]
const hasFiles = ({ tenantId }: Client): boolean => {
  const folder = join(w.config.dataDir, 'ingestions', tenantId)
  return existsSync(folder) && readdirSync(folder).length > 0
}
/** Until a sweep that begins now has looked at the files. */
const swept = async (): Promise<void> => {
  const other = await w.user()
  await ingest(other, file)
  await eventually('the files of a completed import are deleted', () => !hasFiles(other))
}
const retry = (user: Client, id: string) => user.ask('POST', `/ingestions/${id}/retry`)

for (const [what, statement, code, scans] of [
  ['reading', 'reader_fence =', 'ingestion_failed', [1]],
  ['recording', 'set position =', 'scan_failed', [1, 2]],
] as const)
  test(`an import that failed while ${what} keeps its file and completes when it is retried`, async () => {
    const user = await w.user()
    broken = statement
    const failed = await ingest(user, file)
    broken = undefined
    deepEqual([failed.text('status'), failed.at('is_retryable')], ['failed', true])
    const faults = (await user.get(`/ingestions/${failed.id}/errors`)).items
    deepEqual(
      faults.map((one) => one.at('code')),
      [code],
    )
    await swept()
    ok(hasFiles(user))
    const again = await retry(user, failed.id)
    equal(again.status, 202)
    equal(again.item.at('is_retryable'), false)
    const done = await ended(user, failed.id)
    equal(done.text('status'), 'completed')
    const none = { outdated: 0, duplicate: 0, invalid: 0 }
    deepEqual(done.at('summary'), { total: 3, processed: 3, ...none })
    equal((await user.get(`/ingestions/${failed.id}/errors`)).count, 0)
    equal((await user.get('/findings/latest')).count, 3)
    equal((await user.get('/scans')).count, scans.at(-1))
    await eventually('the file is deleted', () => !hasFiles(user))
    equal((await retry(user, failed.id)).status, 409)
  })

test('the kept file of an import can be deleted instead', async () => {
  const user = await w.user()
  broken = 'set position ='
  const { id } = await ingest(user, file)
  broken = undefined
  equal((await w.rival.ask('DELETE', `/ingestions/${id}/file`)).status, 404)
  equal((await user.ask('DELETE', `/ingestions/${id}/file`)).status, 204)
  equal((await user.get(`/ingestions/${id}`)).item.at('is_retryable'), false)
  await eventually('the file is deleted', () => !hasFiles(user))
  equal((await user.ask('DELETE', `/ingestions/${id}/file`)).fault.code, 'not_retryable')
})

test('a file without valid findings is not kept', async () => {
  const user = await w.user()
  const failed = await ingest(user, [record({ uid: 'a', account: 'unknown' })])
  deepEqual([failed.text('status'), failed.at('is_retryable')], ['failed', false])
  await eventually('the file is deleted', () => !hasFiles(user))
})
