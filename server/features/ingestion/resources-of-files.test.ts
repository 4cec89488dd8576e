import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { firstDay, ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Written {
  readonly uid?: string
  readonly time?: number
  readonly resource?: object
}

/** A record about one bucket. */
const about = ({ uid = 'a', time = firstDay, resource = {} }: Written): object => ({
  ...record({ uid, time }),
  resources: [{ uid: 'arn:aws:s3:::bucket', type: 'AwsS3Bucket', ...resource }],
})

const minute = 60_000

async function resourcesOf(client: Client): Promise<readonly [name: string, tags: object][]> {
  const { items } = await client.get('/resources?page[size]=100')
  return items.map((one) => [one.text('name'), one.object('tags')])
}

test('a record that is older than what is known of its finding does not change its resource', async () => {
  const user = await w.user()
  const current = { name: 'current', labels: ['stage:live'] }
  await ingest(user, [about({ time: firstDay + minute, resource: current })])
  const older = { name: 'older', labels: ['stage:test'] }
  const done = await ingest(user, [about({ resource: older })])
  equal(done.number('summary', 'outdated'), 1)
  deepEqual(await resourcesOf(user), [['current', { stage: 'live' }]])
})

test('an older record of another finding does not change a resource that was seen later', async () => {
  const user = await w.user()
  await ingest(user, [about({ time: firstDay + minute, resource: { name: 'current' } })])
  const done = await ingest(user, [
    about({ uid: 'b', resource: { name: 'older' } }),
    record({ uid: 'new', resource: 'arn:aws:s3:::new' }),
  ])
  deepEqual([done.number('summary', 'processed'), done.number('summary', 'outdated')], [2, 0])
  const names = (await resourcesOf(user)).map(([name]) => name)
  deepEqual(names.toSorted(), ['arn:aws:s3:::new', 'current'])
})

test('a record that is newer than what is known changes its resource, in a file with older ones', async () => {
  const user = await w.user()
  await ingest(user, [about({ time: firstDay + minute, resource: { name: 'current' } })])
  await ingest(user, [
    about({ uid: 'b', resource: { name: 'older' } }),
    about({ time: firstDay + 2 * minute, resource: { name: 'newer' } }),
  ])
  deepEqual(
    (await resourcesOf(user)).map(([name]) => name),
    ['newer'],
  )
})

test('a resource is recorded as the newest record of a file has it', async () => {
  const user = await w.user()
  const [older, newest] = [{ name: 'older' }, { name: 'newest' }]
  await ingest(user, [
    about({ uid: 'a', time: firstDay + minute, resource: older }),
    about({ uid: 'b', time: firstDay + 3 * minute, resource: newest }),
    about({ uid: 'c', time: firstDay + 2 * minute, resource: older }),
  ])
  deepEqual(
    (await resourcesOf(user)).map(([name]) => name),
    ['newest'],
  )
})

test('a file that does not say which tags a resource has leaves the ones that are known', async () => {
  const user = await w.user()
  const time = (minutes: number): number => firstDay + minutes * minute
  await ingest(user, [about({ time: time(1), resource: { name: 'one', labels: ['stage:live'] } })])
  await ingest(user, [about({ time: time(2), resource: { name: 'two' } })])
  deepEqual(await resourcesOf(user), [['two', { stage: 'live' }]])
  await ingest(user, [about({ time: time(3), resource: { name: 'three', labels: [] } })])
  deepEqual(await resourcesOf(user), [['three', {}]])
})

test('a resource with too many tags is recorded, and named once among the errors of the file', async () => {
  const user = await w.user()
  const labels = Array.from({ length: 300 }, (_, at) => `${at}:x`)
  const resource = { labels }
  const done = await ingest(user, [about({ uid: 'a', resource }), about({ uid: 'b', resource })])
  equal(done.text('status'), 'completed')
  deepEqual([done.number('summary', 'processed'), done.number('summary', 'invalid')], [2, 0])
  const errors = (await user.get(`/ingestions/${done.id}/errors`)).items
  deepEqual(
    errors.map((one) => [one.at('index'), one.text('pointer'), one.text('code')]),
    [[0, '/resources/0/tags', 'too_many_tags']],
  )
  const [[, tags] = ['', {}]] = await resourcesOf(user)
  equal(Object.keys(tags).length, 200)
})

test('resources of a record are recorded for the accounts of their owners', async () => {
  const user = await w.user()
  const owned = (uid: string) => ({
    uid: `arn:aws:s3:::of-${uid}`,
    owner: { account: { uid } },
  })
  const accounts = ['111111111111', '222222222222']
  const done = await ingest(user, [
    { ...record({ uid: 'a' }), cloud: { provider: 'aws' }, resources: accounts.map(owned) },
  ])
  equal(done.number('summary', 'processed'), 2)
  const { items } = await user.get('/providers')
  deepEqual(items.map((one) => one.text('uid')).toSorted(), accounts)
  const { items: found } = await user.get('/resources?include=provider')
  equal(found.length, 2)
  equal(new Set(found.flatMap((one) => one.linked('provider'))).size, 2)
})
