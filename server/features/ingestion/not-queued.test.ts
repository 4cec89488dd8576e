/** Uploads whose task cannot be created. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { record, send } from './testing/files.ts'

const file = [record({ uid: 'a' })]

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Uploads a file while each task of the tenant is refused with this SQLSTATE. */
async function refused(user: Client, code: string): ReturnType<typeof send> {
  await w.test.administer(`
    create function refuse_task() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
    create trigger refuse_task before insert on tasks
      for each row when (new.tenant_id = '${user.tenantId}') execute function refuse_task()`)
  try {
    return await send(user, file)
  } finally {
    await w.test.administer('drop trigger refuse_task on tasks; drop function refuse_task')
  }
}

test('a file whose task cannot be queued has failed, with an error that says so', async () => {
  const user = await w.user()
  const answer = await refused(user, 'P0001')
  deepEqual([answer.status, answer.fault.code], [503, 'not_queued'])
  const [row] = (await user.get('/ingestions?filter[status]=failed')).items
  const [error] = (await user.get(`/ingestions/${row?.id}/errors`)).items
  equal(error?.text('code'), 'not_queued')
})

test('an upload that a database refuses for a while is logged as a warning, and any other failure as an error', async () => {
  const levels = { '55P03': 'warn', '25006': 'warn', '53100': 'error', P0001: 'error' }
  const user = await w.user()
  for (const [code, level] of Object.entries(levels)) {
    equal((await refused(user, code)).status, 503)
    const lines = w.logged.filter(({ event }) => event === 'ingestion was not queued')
    equal(lines.at(-1)?.level, level, code)
  }
})
