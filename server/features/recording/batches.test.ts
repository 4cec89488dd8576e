import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Observation, stage } from '../versions/index.ts'
import { allKeys, slices } from './batches.ts'
import { batchesOf } from '../../testing/findings-model/batches-of.ts'

const observation = (at: number): Observation => ({
  uid: `uid ${at}`,
  check_id: 'encrypted',
  status: 'FAIL',
  severity: 'high',
  status_extended: 'It is not.',
  service: 's3',
  region: 'eu',
  resource_type: 'Bucket',
  resource: {
    uid: `resource ${at % 7}`,
    name: 'a',
    region: 'eu',
    service: 's3',
    type: 'Bucket',
    partition: 'aws',
    tags: {},
  },
  raw_result: { at: at % 5 },
})
const numbers = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 })
const most = fc.integer({ min: 1, max: 7 })

test('slices cover every key once, whatever was seen, and never part one uid', () => {
  fc.assert(
    fc.property(numbers, most, (seen, limit) => {
      const { findings } = stage('s3/eu', seen.map(observation))
      const cut = slices(findings, { most: limit })
      deepEqual(
        cut.flatMap((slice) => slice.staged.map(({ finding_key }) => finding_key)),
        findings.map(({ finding_key }) => finding_key).toSorted(),
      )
      equal(cut[0]?.from, allKeys.from)
      equal(cut.at(-1)?.until, null)
      deepEqual(
        cut.map(({ first }) => first),
        cut.map((_, at) => at === 0),
      )
      for (const [at, slice] of cut.entries()) {
        if (at > 0) equal(slice.from, cut[at - 1]?.until)
        for (const { finding_key } of slice.staged) {
          equal(
            finding_key >= slice.from && (slice.until === null || finding_key < slice.until),
            true,
          )
        }
      }
    }),
  )
})

test('batches hold everything once, and what findings share before the first of them', () => {
  fc.assert(
    fc.property(numbers, most, (seen, limit) => {
      const batch = stage('s3/eu', seen.map(observation))
      const batches = batchesOf(batch, limit)
      deepEqual(
        batches.flatMap(({ resources }) => resources),
        batch.resources,
      )
      deepEqual(
        batches.flatMap(({ bodies }) => bodies),
        batch.bodies,
      )
      const cut = batches.flatMap((batch) => batch.slices)
      deepEqual(cut, slices(batch.findings, { most: limit }))
      const firstWithSlices = batches.findIndex((batch) => batch.slices.length > 0)
      for (const later of batches.slice(firstWithSlices + 1)) {
        equal(later.resources.length + later.bodies.length, 0)
      }
      deepEqual(
        batches.map(({ first }) => first),
        batches.map((_, at) => at === 0),
      )
    }),
  )
})

test('a small unit is one transaction, and so is one that saw nothing', () => {
  for (const count of [0, 1, 200]) {
    const seen = Array.from({ length: count }, (_, at) => observation(at))
    const batches = batchesOf(stage('s3/eu', seen))
    equal(batches.length, 1)
    equal(batches[0]?.slices.length, 1)
  }
})
