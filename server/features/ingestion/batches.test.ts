import { deepEqual, equal, fail, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { FileFinding } from '@plumbline/scanner/formats'
import { uidOnResource } from '../versions/index.ts'
import { unitsBehind } from '../scans/scan-recorder.ts'
import { batchesOf, type FileBatch } from './batches.ts'
import { openUnitAt, type Position, positionAt } from './checkpoints.ts'
import { FindingsLines } from './findings-lines.ts'

const found = (at: number, service: string, time = at, uid = '210987654321'): FileFinding => ({
  account: { provider: 'aws', uid, name: undefined },
  time,
  finding: {
    uid: `${service} ${at}`,
    check_id: `check_${at % 3}`,
    status: 'FAIL',
    severity: 'low',
    status_extended: '',
    service,
    region: 'eu-west-1',
    resource_type: 'Bucket',
    resource: {
      uid: `${at}`,
      name: '',
      region: 'eu-west-1',
      service,
      type: 'Bucket',
      partition: '',
      tags: {},
    },
    raw_result: { at },
  },
})
const none = (record: number): void => fail(`Record ${record} is left out.`)
/** Units of one, seven, thirty, two and twelve findings. */
const sizes = [1, 7, 30, 2, 12]
const lines = new FindingsLines({ scratch: '', freeBytes: 0 })
for (const [number, size] of sizes.entries())
  for (let at = 0; at < size; at += 1)
    for (const account of [0, 1]) lines.add(account, found(at, `service${number}`), at)
const content = Buffer.concat([...lines.content(none)])
const [, account] = lines.summary()
const { from = 0, until: ends_at = 0, units = [] } = account ?? {}
const start: Position = { position: from, began_at: null, unit_stored: 0, unit_gaps: 0 }
const now = '2026-01-15T12:00:00.000Z'

/** As a store returns it: from a position on, cut anywhere, and not ending where the account does. */
async function* stored(position: number, size = 97): AsyncGenerator<Buffer> {
  const whole = Buffer.concat([content, Buffer.from('behind the account\n')])
  for (let at = position; at < whole.length; at += size) yield whole.subarray(at, at + size)
}
async function batches(position: Position, most: number): Promise<FileBatch[]> {
  const all: FileBatch[] = []
  const place = { ...position, ends_at, file_name: 'records.json' }
  for await (const one of batchesOf(stored(position.position), units, place, most)) all.push(one)
  return all
}

/** Records so many batches from a position on; returns what was recorded. */
async function play(before: Position, most: number, count: number) {
  let position = before
  const keys: string[] = []
  const shared: string[] = []
  const done: [unit: string, findings: number][] = []
  for (const batch of (await batches(before, most)).slice(0, count)) {
    const recorded = new Map(
      batch.slices.map(({ unit, staged: { length } }) => [
        unit,
        { emitted: length, stored: length, merged: 0, gaps: 0 },
      ]),
    )
    const behind = unitsBehind(batch.slices, recorded, { open: openUnitAt(position), now })
    position = positionAt(batch.until, behind.open)
    for (const [unit, { stored }] of behind.ended) done.push([unit, stored])
    keys.push(...batch.slices.flatMap(({ staged }) => staged.map(({ finding_key }) => finding_key)))
    shared.push(...batch.resources.map(({ resource_key }) => resource_key))
    shared.push(...batch.bodies.map(({ body_key }) => body_key))
  }
  return { position, keys, shared, done }
}

for (const most of [1, 3, 8, 25, 1_000])
  test(`a scan that stops behind any batch of ${most} rows goes on with the next one`, async () => {
    const whole = await play(start, most, Number.POSITIVE_INFINITY)
    equal(new Set(whole.keys).size, 52)
    equal(whole.keys.length, 52)
    equal(new Set(whole.shared).size, whole.shared.length)
    equal(whole.shared.length, 60) // of each number a resource, which is one by its uid and region, and a body
    deepEqual(
      whole.done,
      sizes.map((size, at) => [`import/service${at}/eu-west-1`, size]),
    )
    equal(whole.position.position, ends_at)
    const count = (await batches(start, most)).length
    for (let stop = 0; stop <= count; stop += 1) {
      const first = await play(start, most, stop)
      const rest = await play(first.position, most, Number.POSITIVE_INFINITY)
      deepEqual([...first.keys, ...rest.keys], whole.keys)
      deepEqual([...first.shared, ...rest.shared], whole.shared)
      deepEqual([...first.done, ...rest.done], whole.done)
    }
  })

test('a batch has no more rows than it may, and a unit that is recorded in part is alone in its batch', async () => {
  for (const { slices, resources, bodies } of await batches(start, 8)) {
    equal(slices.reduce((sum, { staged }) => sum + staged.length, 0) <= 8, true)
    equal(Math.max(resources.length, bodies.length) <= 8, true)
    if (slices.some(({ first }) => !first)) equal(slices.length, 1)
  }
})

test('together the slices of a unit cover every key there could be', async () => {
  const slices = (await batches(start, 3)).flatMap((batch) => batch.slices)
  for (const { name, checks } of units) {
    const own = slices.filter(({ unit }) => unit === name)
    equal(own[0]?.from, '00000000-0000-0000-0000-000000000000')
    equal(own.at(-1)?.until, null)
    for (const [at, slice] of own.entries()) {
      if (at > 0) equal(slice.from, own[at - 1]?.until)
      equal(slice.first, at === 0)
      deepEqual([...slice.checks].toSorted(), [...checks].toSorted())
    }
  }
})

test('of one key the newest record comes first, and all of them are in one batch', async () => {
  const same = new FindingsLines({ scratch: '', freeBytes: 0 })
  for (const [at, time] of [5, 9, 2, 9, 7].entries()) same.add(0, found(1, 's3', time), at)
  same.add(0, found(2, 's3'), 5)
  const bytes = Buffer.concat([...same.content(none)])
  const [own] = same.summary()
  const place = {
    position: own?.from ?? 0,
    ends_at: own?.until ?? 0,
    began_at: null,
    file_name: 'records.json',
  }
  const all: number[][] = []
  async function* whole(): AsyncGenerator<Buffer> {
    yield bytes
  }
  for await (const { slices } of batchesOf(whole(), own?.units ?? [], place, 1))
    for (const { staged, sources } of slices)
      all.push(staged.map((one) => sources.get(one)?.time ?? 0))
  deepEqual(
    all.toSorted((a, b) => a.length - b.length),
    [[2], [9, 9, 7, 5, 2]],
  )
})

test('findings of one uid on different resources are in one batch, within the range of its keys', async () => {
  const same = new FindingsLines({ scratch: '', freeBytes: 0 })
  const uids = [3, 1, 2].map((at) => found(at, 's3').finding.uid)
  for (const uid of uids)
    for (const own of [uid, uidOnResource(uid, 'a'), uidOnResource(uidOnResource(uid, 'b'), 'c')]) {
      const one = found(1, 's3')
      same.add(0, { ...one, finding: { ...one.finding, uid: own } }, 0)
    }
  const bytes = Buffer.concat([...same.content(none)])
  const [own] = same.summary()
  const place = {
    position: own?.from ?? 0,
    ends_at: own?.until ?? 0,
    began_at: null,
    file_name: 'records.json',
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield bytes
  }
  const cut = []
  for await (const { slices } of batchesOf(whole(), own?.units ?? [], place, 1)) cut.push(...slices)
  deepEqual(
    cut.flatMap(({ staged }) => staged.length).filter((size) => size > 0),
    [3, 3, 3],
  )
  for (const { from: lowest, until, staged } of cut)
    for (const { finding_key } of staged) {
      equal(finding_key >= lowest, true)
      equal(until === null || finding_key < until, true)
    }
})

test('what was sorted and is cut off is an error, and not a file with fewer findings', async () => {
  async function* cut(): AsyncGenerator<Buffer> {
    yield content.subarray(from, ends_at - 1)
  }
  const all = async (): Promise<void> => {
    for await (const _ of batchesOf(cut(), units, { ...start, ends_at, file_name: 'records.json' }))
      continue
  }
  await rejects(all(), /end before byte/)
})
