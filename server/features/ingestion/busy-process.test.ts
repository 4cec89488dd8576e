import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { block } from '../../testing/block.ts'
import { type World, world } from '../../testing/index.ts'
import * as lease from './lease.ts'
import { record, send, settled } from './testing/files.ts'

const leaseSeconds = 3
let w: World
before(async () => {
  w = await world({ settings: { LEASE_SECONDS: String(leaseSeconds) } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('a file whose reader is busy for longer than its lease is read by nobody else', async () => {
  // Each account is asked about, so that the file is still being read when its reader is kept busy.
  const records = Array.from({ length: 3_000 }, (_, at) =>
    record({ uid: `f${at}`, account: String(300_000_000_000 + at) }),
  )
  const { id } = (await send(w.acme, records)).item
  const state = async (): Promise<unknown> =>
    (await w.test.administer(`select state from ingestions where id = '${id}'`))[0]?.['state']
  while ((await state()) === 'pending') await sleep(5)
  assert.equal(await state(), 'processing')

  block(leaseSeconds * 2_500)
  const claim = await w.test.database.inTenant(w.acme.tenantId, (tx) =>
    lease.claim(tx, id, leaseSeconds),
  )
  assert.equal(claim, undefined)
  const [row] = await w.test.administer(`select task_id from ingestions where id = '${id}'`)
  assert.equal((await w.acme.ask('DELETE', `/tasks/${row?.['task_id']}`)).status, 202)
  assert.equal((await settled(w.acme, id)).at('status'), 'failed')
})
