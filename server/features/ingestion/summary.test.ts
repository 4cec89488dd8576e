import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { firstDay, ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const errorsOf = async (client: Client, { id }: Item): Promise<readonly Item[]> =>
  (await client.get(`/ingestions/${id}/errors?page[size]=1000`)).items
const places = (errors: readonly Item[]) =>
  errors.map((one) => [one.at('index'), one.text('pointer'), one.text('code')])

test('the summary adds up, and each record that was not recorded has an error that says why', async () => {
  const user = await w.user()
  await ingest(user, [record({ uid: 'a', status: 'PASS', time: firstDay + 60_000 })])
  const done = await ingest(user, [
    record({ uid: 'a' }),
    record({ uid: 'b' }),
    record({ uid: 'b', status: 'PASS', time: firstDay + 1_000 }),
    { class_uid: 1001 },
    record({ uid: 'c' }),
  ])
  equal(done.text('status'), 'completed')
  deepEqual(done.object('summary'), {
    total: 5,
    processed: 2,
    outdated: 1,
    duplicate: 1,
    invalid: 1,
  })
  const errors = await errorsOf(user, done)
  deepEqual(places(errors), [
    [0, '/time', 'outdated'],
    [1, '/finding_info/uid', 'duplicate'],
    [3, '/class_uid', 'not_a_finding'],
  ])
  const [outdated, duplicate] = errors
  match(outdated?.text('detail') ?? '', /2026-01-15T12:00:00\.000Z.*2026-01-15T12:01:00\.000Z/)
  match(duplicate?.text('detail') ?? '', /record 2/)
})

test('records of one finding in two units of a file are duplicates, each with an error', async () => {
  const user = await w.user()
  const done = await ingest(user, [
    record({ uid: 'a', resource: 'arn:aws:s3:::a', service: 's3' }),
    record({ uid: 'a', resource: 'arn:aws:s3:::a', service: 'storage' }),
  ])
  deepEqual(done.object('summary'), {
    total: 2,
    processed: 1,
    outdated: 0,
    duplicate: 1,
    invalid: 0,
  })
  deepEqual(places(await errorsOf(user, done)), [[1, '/finding_info/uid', 'duplicate']])
})

test('the errors of each kind are bounded, and the summary counts all of them', async () => {
  const user = await w.user()
  const many = Array.from({ length: 1_100 }, () => record({ uid: 'a' }))
  const done = await ingest(user, many)
  deepEqual(done.object('summary'), {
    total: 1_100,
    processed: 1,
    outdated: 0,
    duplicate: 1_099,
    invalid: 0,
  })
  equal((await errorsOf(user, done)).length, 1_000)
})

test('scans of several accounts of a file report their errors beside each other', async () => {
  const user = await w.user()
  const accounts = ['111111111111', '222222222222', '333333333333']
  const done = await ingest(
    user,
    accounts.flatMap((account) => [record({ uid: 'a', account }), record({ uid: 'a', account })]),
  )
  deepEqual(done.object('summary'), {
    total: 6,
    processed: 3,
    outdated: 0,
    duplicate: 3,
    invalid: 0,
  })
  deepEqual(
    (await errorsOf(user, done)).map((one) => one.at('index')),
    [1, 3, 5],
  )
})
