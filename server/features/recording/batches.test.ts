import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Observation, stage } from '../versions/index.ts'
import { allKeys, type Batch, batchesOf, sharedBatches, slices } from './batches.ts'

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
      const batches = [...batchesOf('s3/eu', batch, limit)]
      deepEqual(
        batches.flatMap(({ resources }) => resources),
        batch.resources,
      )
      deepEqual(
        batches.flatMap(({ bodies }) => bodies),
        batch.bodies,
      )
      const cut = batches.flatMap((batch) => batch.slices)
      deepEqual(
        cut,
        slices(batch.findings, { most: limit }).map((slice) => ({ ...slice, unit: 's3/eu' })),
      )
      const firstWithSlices = batches.findIndex((batch) => batch.slices.length > 0)
      for (const later of batches.slice(firstWithSlices + 1)) {
        equal(later.resources.length + later.bodies.length, 0)
      }
    }),
  )
})

test('a small unit is one transaction, and so is one that saw nothing', () => {
  for (const count of [0, 1, 200]) {
    const seen = Array.from({ length: count }, (_, at) => observation(at))
    const batches = [...batchesOf('s3/eu', stage('s3/eu', seen))]
    equal(batches.length, 1)
    equal(batches[0]?.slices.length, 1)
  }
})

test('small units share batches, and a part of a unit is alone in its batch', () => {
  const units = fc.array(numbers, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(units, fc.integer({ min: 5, max: 30 }), (seen, limit) => {
      const staged = seen.map((one, at) => stage(`s3/${at}`, one.map(observation)))
      const cut = staged.map((one, at) => batchesOf(`s3/${at}`, one, limit))
      const batches = [...sharedBatches(cut, limit)]
      const inOrder = (all: readonly Batch[]): string[] =>
        all
          .flatMap(({ slices }) => slices)
          .map(({ unit, from, staged }) => `${unit} ${from} ${staged.length}`)
          .toSorted()
      const alone = staged.flatMap((one, at) => [...batchesOf(`s3/${at}`, one, limit)])
      deepEqual(inOrder(batches), inOrder(alone))
      const begun = new Set<string>()
      for (const { slices } of batches) {
        const names = new Set(slices.map(({ unit }) => unit))
        const parts = slices.filter(({ first, until }) => !first || until !== null)
        const isPart = parts.some(
          ({ unit }) => slices.at(-1)?.unit === unit && slices.at(-1)?.until !== null,
        )
        if (isPart) equal(names.size, 1)
        for (const { unit, first } of slices) {
          equal(begun.has(unit), !first)
          begun.add(unit)
        }
      }
    }),
  )
})
