/** The cost of a search with the longest texts that an imported file can contain. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../../testing/index.ts'
import { ingest, record } from '../ingestion/testing/files.ts'

const there = await world()
after(async () => {
  await there.close()
  await there.test.close()
})
const user = await there.user()
const long = 'a'.repeat(8_000)
await ingest(
  user,
  [1, 2, 3].map((n) =>
    record({
      uid: `long-${n}`,
      resource: `${long}${n}`,
      message: `Begins so. ${'a'.repeat(16_000)} ends so.`,
    }),
  ),
)

const searches = [
  ['/findings/latest', 'filter[search]'],
  ['/findings/latest', 'filter[resource_uid__icontains]'],
  ['/findings/metadata/latest', 'filter[search]'],
  ['/resources', 'filter[search]'],
  ['/resources', 'filter[uid__icontains]'],
  ['/resources', 'filter[tag]'],
  ['/resources', 'filter[tags]'],
  ['/resources', 'filter[tag_key]'],
  ['/resources', 'filter[tag_value]'],
  ['/resources/metadata', 'filter[search]'],
  ['/providers', 'filter[search]'],
  ['/tasks', 'filter[search]'],
  ['/overviews/findings', 'filter[search]'],
] as const

for (const [path, parameter] of searches) {
  test(`${path}?${parameter} takes 256 characters and refuses more`, async () => {
    const refused = await user.get(`${path}?${parameter}=${'a'.repeat(256)}b`)
    equal(refused.status, 400)
    deepEqual(
      refused.faults.map(({ source, code }) => [source, code]),
      [[{ parameter }, 'max_length']],
    )
    equal((await user.get(`${path}?${parameter}=${'a'.repeat(255)}b`)).status, 200)
  })
}

test('a search finds what stands in the first 1,000 characters of a message, in either case', async () => {
  const found = async (text: string) =>
    (await user.get(`/findings/latest?filter[search]=${text}`)).count
  equal(await found('BEGINS'), 3)
  equal(await found('ends'), 0)
})

test('a long name is found by its whole text', async () => {
  equal((await user.get(`/resources?filter[uid]=${long}2`)).count, 1)
})
