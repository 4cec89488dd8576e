import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type World, world } from '../../testing/index.ts'
import { block } from '../../testing/block.ts'

const leaseSeconds = 5
let w: World
before(async () => {
  w = await world({ settings: { LEASE_SECONDS: String(leaseSeconds) } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('a scan whose process is busy for longer than its lease is taken over by nobody', async () => {
  const user = await w.user()
  const provider = { type: 'providers', id: await user.provider() }
  const restore = w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
  const task = await user.make('/scans', 'scans', {}, { provider })
  const scan = task.text('task_args', 'scan_id')
  while ((await user.get(`/scans/${scan}`)).item.number('progress') < 10) await sleep(20)

  block(leaseSeconds * 2_500)
  // Queried first, as by another worker whose clock kept running. A transaction that was open when the process became
  // busy keeps the task locked for as long.
  const [row] = await w.test.administer(`
    select t.fence::int as fence,
           t.lease_until > now() or not exists (
             select from (select id from tasks where id = t.id for update skip locked) free) as is_held
      from tasks t where t.id = '${task.id}'`)
  assert.deepEqual(row, { fence: 1, is_held: true })
  restore()
  assert.equal((await user.ask('DELETE', `/tasks/${task.id}`)).status, 202)
  assert.equal((await user.finished(task.id)).at('state'), 'cancelled')
})
