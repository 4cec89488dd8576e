/** The specification of ingestion: the job and its states, the permission, and invalid files. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { record, send, ended } from '../../features/ingestion/testing/files.ts'
import { type Client, type World, world } from '../index.ts'
import { grant, member, revoke } from '../member.ts'

let w: World
let owner: Client
before(async () => {
  w = await world()
  owner = await w.user()
})
after(async () => {
  await w.close()
  await w.test.close()
})
const file = [record({ uid: 'a finding' })]

test('Ingestion job: a file that was sent is pending until somebody reads it, and ends', async () => {
  const answer = await send(owner, file)
  equal(answer.status, 202, answer.text)
  equal(answer.item.type, 'ingestions')
  match(answer.item.text('status'), /^(pending|processing)$/) // a reader may be quicker than the answer
  equal((await ended(owner, answer.item.id)).text('status'), 'completed')
})

test('Ingestion job: a failed enqueue marks the ingestion as failed', async () => {
  await w.test.administer(`
    create function refuse_task() returns trigger language plpgsql as
      $$ begin if new.tenant_id::text = '${owner.tenantId}' then raise 'no queue'; end if; return new; end $$;
    create trigger refuse_task before insert on tasks for each row execute function refuse_task()`)
  try {
    equal((await send(owner, file)).status, 503)
  } finally {
    await w.test.administer('drop trigger refuse_task on tasks; drop function refuse_task')
  }
  const { items } = await owner.get('/ingestions?filter[status]=failed')
  equal(items.length, 1)
  const errors = await owner.get(`/ingestions/${items[0]?.id}/errors`)
  deepEqual(
    errors.items.map((error) => error.text('code')),
    ['not_queued'],
  )
})

test('Permissions: ingestion upload requires the Manage Ingestions permission', async () => {
  const { client, roleId } = await member(w, owner, ['unlimited_visibility', 'manage_scans'])
  const before = await owner.get('/ingestions')
  equal((await send(client, file)).status, 403)
  equal((await owner.get('/ingestions')).count, before.count)
  await grant(w, roleId, ['manage_ingestions'])
  const taken = await send(client, file)
  equal(taken.status, 202, taken.text)
  await ended(owner, taken.item.id)
  await revoke(w, roleId, 'manage_ingestions')
  equal((await send(client, file)).status, 403)
})

const refused: readonly (readonly [what: string, content: string])[] = [
  ['is empty', ''],
  ['is no JSON', 'status;severity\nFAIL;high\n'],
  ['is JSON of something else', JSON.stringify([{ name: 'a package', version: '1.0.0' }])],
]
for (const [what, content] of refused) {
  test(`Errors: import of a file that ${what} → refused, and there is no ingestion of it`, async () => {
    const before = await owner.get('/ingestions')
    const answer = await send(owner, content)
    equal(answer.status, 400, answer.text)
    equal((await owner.get('/ingestions')).count, before.count)
  })
}
