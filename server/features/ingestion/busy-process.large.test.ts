import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { block } from '../../testing/block.ts'
import { type World, world } from '../../testing/index.ts'
import { record, send, ended } from './testing/files.ts'

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
  // Each account is looked up, so that the file is still being read when its reader is kept busy.
  const records = Array.from({ length: 3_000 }, (_, at) =>
    record({ uid: `f${at}`, account: String(300_000_000_000 + at) }),
  )
  const { id } = (await send(w.acme, records)).item
  const state = async (): Promise<unknown> =>
    (await w.test.administer(`select state from ingestions where id = '${id}'`))[0]?.['state']
  while ((await state()) === 'pending') await sleep(5)
  assert.equal(await state(), 'processing')

  block(leaseSeconds * 2_500)
  const [row] = await w.test.administer(`
    select i.task_id, t.fence::int as fence, t.lease_until > now() as is_held
      from ingestions i join tasks t on t.tenant_id = i.tenant_id and t.id = i.task_id
     where i.id = '${id}'`)
  assert.deepEqual([row?.['fence'], row?.['is_held']], [1, true])
  assert.equal((await w.acme.ask('DELETE', `/tasks/${row?.['task_id']}`)).status, 202)
  assert.equal((await ended(w.acme, id)).at('status'), 'failed')
})
