/** What one answer carries of the findings of resources that have very many. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Item, world } from '../../testing/index.ts'
import { ingest, record } from '../ingestion/testing/files.ts'

const there = await world()
after(async () => {
  await there.close()
  await there.test.close()
})
const user = await there.user()
const [resources, each] = [6, 210]
await ingest(
  user,
  Array.from({ length: resources * each }, (_, n) =>
    record({ uid: `f${n}`, resource: `arn:aws:s3:::bucket-${n % resources}` }),
  ),
)

const shown = (row: Item) => [row.linked('findings').length, row.linkedCount('findings')]

test('a resource names 200 of its findings, and says how many there are', async () => {
  const list = await user.get('/resources')
  equal(list.items.length, resources)
  for (const row of list.items) deepEqual(shown(row), [200, each])
  deepEqual(shown((await user.get(`/resources/${list.items[0]?.id}`)).item), [200, each])
})

test('an answer includes 1,000 rows of a relationship, all of them named in it, and says that there are more', async () => {
  const answer = await user.get('/resources?include=findings')
  equal(answer.included.length, 1_000)
  const named = new Set(answer.items.flatMap((row) => row.linked('findings')))
  ok(answer.included.every(({ id }) => named.has(id)))
  equal(answer.document.meta?.['included_truncated'], true)
})

test('an answer that includes all that is linked says nothing of more', async () => {
  const answer = await user.get('/findings/latest?include=resources')
  ok(answer.included.length > 0)
  equal(answer.document.meta?.['included_truncated'], undefined)
})

test('an included resource is cut like any other', async () => {
  const { included } = await user.get('/findings/latest?include=resources')
  for (const row of included) deepEqual(shown(row), [200, each])
})

test('one row whose findings do not all fit says so when it includes them', async () => {
  const id = (await user.get('/resources?page[size]=1')).item.id
  const answer = await user.get(`/resources/${id}?include=findings`)
  equal(answer.included.length, 200)
  equal(answer.document.meta?.['included_truncated'], true)
})
