import { deepEqual, equal, ok } from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Observation } from './observation.ts'
import { allKeys, maxSlice, type Slice, stageAll } from './record.ts'
import { Spool } from './spool.ts'

const parent = join(mkdtempSync(join(tmpdir(), 'plumbline-spool-')), 'spool')
after(() => rmSync(join(parent, '..'), { recursive: true, force: true }))

const observation = (at: number): Observation => ({
  uid: `finding-${at}`,
  check_id: 'a_check',
  status: 'FAIL',
  severity: 'low',
  status_extended: `Sentence ${at}.`,
  service: 's3',
  region: 'eu-west-1',
  resource_type: 'AwsS3Bucket',
  resource: {
    uid: `resource-${at}`,
    name: 'name',
    region: 'eu-west-1',
    service: 's3',
    type: 'AwsS3Bucket',
    partition: 'aws',
    tags: {},
  },
  raw_result: { at },
})

function spooled(count: number): { slices: Slice[]; files: string[] } {
  const spool = new Spool(parent)
  for (let at = 0; at < count; at += 1_000) {
    const length = Math.min(1_000, count - at)
    spool.add(
      stageAll(
        's3/eu-west-1',
        Array.from({ length }, (_, index) => observation(at + index)),
      ),
    )
  }
  const files = existsSync(parent) ? readdirSync(parent) : []
  const slices = [...spool.slices()]
  spool.close()
  return { slices, files }
}

for (const count of [0, 1, 3_999, 12_345, 30_000]) {
  test(`the slices of ${count} findings hold each once and cover every key`, () => {
    const { slices } = spooled(count)
    const uids = slices.flatMap(({ staged }) => staged.map(({ uid }) => uid))
    equal(new Set(uids).size, count)
    equal(uids.length, count)
    equal(slices[0]?.from, allKeys.from)
    equal(slices.at(-1)?.until, null)
    for (const [at, { staged, from, until }] of slices.entries()) {
      if (at > 0) equal(from, slices[at - 1]?.until)
      ok(staged.length <= maxSlice)
      ok(staged.every(({ ukey }) => ukey >= from && (until === null || ukey < until)))
    }
    equal(slices.filter(({ first }) => first).length, 1)
  })
}

test('what waited in a file comes back as it was', () => {
  const { slices, files } = spooled(12_345)
  equal(files.length, 1)
  const found = slices.flatMap(({ staged }) => staged).find(({ uid }) => uid === 'finding-77')
  deepEqual(found, stageAll('s3/eu-west-1', [observation(77)])[0])
})

test('the files of a unit are for nobody else, and go with it', () => {
  const spool = new Spool(parent)
  spool.add(
    stageAll(
      's3/eu-west-1',
      Array.from({ length: 9_000 }, (_, at) => observation(at)),
    ),
  )
  const [folder = ''] = readdirSync(parent)
  equal(statSync(parent).mode & 0o777, 0o700)
  const [file = ''] = readdirSync(join(parent, folder))
  equal(statSync(join(parent, folder, file)).mode & 0o777, 0o600)
  spool.close()
  deepEqual(readdirSync(parent), [])
})
