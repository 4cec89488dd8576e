import { deepEqual, equal, ok } from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Batch, type Observation, pack, stage } from '../versions/index.ts'
import { allKeys, maxRows, type Batch as RecordBatch, slices } from './batches.ts'
import { type Spool, Spools } from './spool.ts'

const parent = join(mkdtempSync(join(tmpdir(), 'plumbline-spool-')), 'spool')
after(() => rmSync(join(parent, '..'), { recursive: true, force: true }))

const observation = (at: number): Observation => {
  const record = Math.floor(at / 3)
  return {
    uid: `finding-${at}`,
    check_id: `check-${at % 3}`,
    status: 'FAIL',
    severity: 'low',
    status_extended: `Sentence ${at}.`,
    service: 's3',
    region: 'eu-west-1',
    resource_type: 'AwsS3Bucket',
    resource: {
      uid: `resource-${record}`,
      name: 'name',
      region: 'eu-west-1',
      service: 's3',
      type: 'AwsS3Bucket',
      partition: 'aws',
      tags: { at: `${record}` },
    },
    raw_result: { record, text: 'a "quoted"\nline' },
  }
}

const batches = (count: number): Batch[] =>
  Array.from({ length: Math.ceil(count / 999) }, (_, at) => {
    const length = Math.min(999, count - at * 999)
    return stage(
      's3/eu-west-1',
      Array.from({ length }, (_, index) => observation(at * 999 + index)),
    )
  })

function filled(spool: Spool, count: number): Spool {
  for (const batch of batches(count)) spool.add(pack(batch))
  return spool
}
const foldersIn = (): string[] => (existsSync(parent) ? readdirSync(parent) : [])

const byKey = <T>(rows: readonly T[], key: (row: T) => string): T[] =>
  rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))

for (const count of [0, 1, 3_999, 12_345, 30_000]) {
  for (const maxSize of [200_000, Number.POSITIVE_INFINITY]) {
    test(`${count} findings come back as they were, with ${maxSize} bytes in memory`, () => {
      const spool = filled(new Spools(parent, maxSize).open('s3/eu-west-1'), count)
      equal(foldersIn().length > 0, count > 1 && maxSize < Number.POSITIVE_INFINITY)
      const recorded: RecordBatch[] = [...spool.batches()]
      spool.close()
      const all = batches(count)
      deepEqual(
        recorded.flatMap(({ resources }) => resources),
        all.flatMap(({ resources }) => resources),
      )
      deepEqual(
        recorded.flatMap(({ bodies }) => bodies),
        all.flatMap(({ bodies }) => bodies),
      )
      const cut = recorded.flatMap((batch) => batch.slices)
      const findings = all.flatMap(({ findings }) => findings)
      deepEqual(
        cut.flatMap(({ staged }) => staged),
        byKey(findings, ({ finding_key }) => finding_key),
      )
      equal(cut[0]?.from, allKeys.from)
      equal(cut.at(-1)?.until, null)
      equal(cut.filter(({ first }) => first).length, 1)
      const [whole] = slices(findings)
      for (const [at, { staged, from, checks }] of cut.entries()) {
        if (at > 0) equal(from, cut[at - 1]?.until)
        ok(staged.length <= maxRows)
        deepEqual(checks, whole?.checks)
      }
    })
  }
}

test('units share their memory: when it is full, the largest waits in files', () => {
  const spools = new Spools(parent, 1_000_000)
  const large = filled(spools.open('s3/eu-west-1'), 2_000)
  const small = filled(spools.open('s3/eu-west-1'), 20)
  deepEqual(foldersIn(), [])
  const other = filled(spools.open('s3/eu-west-1'), 1_500)
  equal(foldersIn().length, 1)
  ok(large.size < small.size, 'the largest is in files')
  ok(other.size > small.size)
  large.close()
  deepEqual(foldersIn(), [])
  filled(other, 500)
  deepEqual(foldersIn(), [], 'what a unit held is free once it is closed')
  small.close()
  other.close()
})

test('the files of a unit are for nobody else, and go with it', () => {
  const spool = filled(new Spools(parent, 0).open('s3/eu-west-1'), 9_000)
  const [folder = ''] = readdirSync(parent)
  equal(statSync(parent).mode & 0o777, 0o700)
  const files = readdirSync(join(parent, folder))
  for (const file of files) equal(statSync(join(parent, folder, file)).mode & 0o777, 0o600)
  spool.close()
  deepEqual(readdirSync(parent), [])
})

test('the files of a killed process are deleted when the next unit waits in files', () => {
  const old = join(parent, 'unit-old')
  const young = join(parent, 'unit-young')
  for (const folder of [old, young]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'findings-00'), 'x')
  }
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(old, yesterday, yesterday)
  const spool = filled(new Spools(parent, 0).open('s3/eu-west-1'), 10)
  deepEqual([existsSync(old), existsSync(young)], [false, true])
  spool.close()
  rmSync(young, { recursive: true })
})
