import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FileFinding } from '@plumbline/scanner/formats'
import { type World, world } from '../../testing/index.ts'
import { uidOnResource } from '../versions/index.ts'
import { batchesOf } from './batches.ts'
import { FindingsLines, mostChecks, mostOfOneUid } from './findings-lines.ts'
import { ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const more = 3

for (const [what, resourceOf] of [
  ['on one resource', () => 'arn:aws:s3:::a'],
  ['on resources of their own', (at: number) => `arn:aws:s3:::${at}`],
] as const)
  test(`more records of one uid ${what} than one transaction takes are refused, and each is counted`, async () => {
    const user = await w.user()
    const file = Array.from({ length: mostOfOneUid + more }, (_, at) =>
      record({ uid: 'same', resource: resourceOf(at), message: 'Public.' }),
    )
    const done = await ingest(user, [...file, record({ uid: 'another' })])
    equal(done.text('status'), 'completed')
    const findings = new Set(file.slice(more).map((_, at) => resourceOf(at))).size
    deepEqual(done.object('summary'), {
      total: mostOfOneUid + more + 1,
      processed: findings + 1,
      outdated: 0,
      duplicate: mostOfOneUid - findings,
      invalid: more,
    })
    equal((await user.get('/findings/latest')).count, findings + 1)
    const path = `/ingestions/${done.id}/errors?page[size]=1000`
    const first = await user.get(path)
    const second = first.count > 1_000 ? await user.get(`${path}&page[number]=2`) : undefined
    const errors = [...first.items, ...(second?.items ?? [])]
    const refused = errors.filter((one) => one.text('code') === 'too_many_of_one_uid')
    equal(refused.length, more)
    for (const one of refused) {
      equal(one.text('pointer'), '/finding_info/uid')
      match(one.text('detail'), /each finding has its own uid/)
    }
    equal(new Set(refused.map((one) => one.at('index'))).size, more)
  })

const line = ({ uid, check = 'a', resource = uid }: Record<string, string>): FileFinding => ({
  account: { provider: 'aws', uid: '210987654321', name: undefined },
  time: 0,
  finding: {
    uid: uid ?? '',
    check_id: check,
    status: 'FAIL',
    severity: 'low',
    status_extended: '',
    service: 's3',
    region: 'eu-west-1',
    resource_type: 'Bucket',
    resource: {
      uid: resource ?? '',
      name: '',
      region: 'eu-west-1',
      service: 's3',
      type: 'Bucket',
      partition: 'aws',
      tags: {},
    },
    raw_result: {},
  },
})

test('records of one uid beyond the limit are refused, and the account counts the rest in one batch', async () => {
  const lines = new FindingsLines({ scratch: '', freeBytes: 0 })
  // Half of them as an export writes findings of one uid on several resources.
  for (let at = 0; at < 3 * mostOfOneUid; at += 1)
    lines.add(0, line({ uid: at % 2 ? 'same' : uidOnResource('same', `${at}`) }), at)
  const refused = new Set<number>()
  const content = [...lines.content((record) => void refused.add(record))]
  equal(refused.size, 2 * mostOfOneUid)
  const [account] = lines.summary()
  const { records, units = [], until = 0 } = account ?? {}
  deepEqual([records, units.map((unit) => unit.records)], [mostOfOneUid, [mostOfOneUid]])
  async function* stored(): AsyncGenerator<Buffer> {
    yield* content
  }
  const place = { position: 0, ends_at: until, began_at: null, file_name: 'records.json' }
  const sizes: number[] = []
  for await (const { slices } of batchesOf(stored(), units, place, 1))
    for (const { staged } of slices) sizes.push(staged.length)
  deepEqual(
    sizes.filter((size) => size > 0),
    [mostOfOneUid],
  )
})

test('an account has a bounded number of checks, and goes on to take findings of those it has', () => {
  const lines = new FindingsLines({ scratch: '', freeBytes: 0 })
  const taken = (check: string): boolean => lines.add(0, line({ uid: check, check }), 0)
  for (let at = 0; at < mostChecks; at += 1) equal(taken(`check ${at}`), true)
  equal(taken('one more'), false)
  equal(taken('check 7'), true)
})
