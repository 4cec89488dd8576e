import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type World, world } from '../../testing/index.ts'
import { eventually } from '../../testing/eventually.ts'

let w: World
before(async () => {
  w = await world({ settings: { LEASE_SECONDS: '2' } }) // a task that fails is tried again after it
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('a deletion that was given up says why, and is taken up again later', async () => {
  await w.test.administer(`
    create function refuse_deletion() returns trigger language plpgsql as $$
      begin raise exception 'this disk is full'; end $$;
    create trigger refuse_deletion before delete on providers
      for each row execute function refuse_deletion()`)
  const user = await w.user()
  const provider = await user.provider()
  const { item } = await user.ask('DELETE', `/providers/${provider}`)
  const failed = await user.finished(item.id)
  assert.equal(failed.at('state'), 'failed')
  assert.deepEqual(failed.at('result'), {
    code: 'error',
    detail:
      'The task failed because of an internal error. The server log has details under its ID.',
  })
  assert.equal((await user.get(`/providers/${provider}`)).status, 404)

  await w.test.administer('drop trigger refuse_deletion on providers')
  await sleep(1_500) // several sweeps
  assert.deepEqual((await user.get('/tasks')).ids, [item.id]) // not before ten minutes have passed
  await w.test.administer(`
    update tasks set completed_at = now() - interval '11 minutes' where id = '${item.id}'`)
  const rows = () => w.test.administer(`select id from providers where id = '${provider}'`)
  await eventually('the provider is gone', async () => (await rows()).length === 0, 50)
  const tasks = (await user.get('/tasks?sort=inserted_at')).items
  const last = await user.finished(tasks.at(-1)?.id ?? '')
  assert.deepEqual(
    [tasks.length, last.at('name'), last.at('state'), last.at('task_args', 'provider_id')],
    [2, 'provider-deletion', 'completed', provider],
  )
})
