import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { findingKeyOf } from './keys.ts'
import { type Observation, stage } from './stage.ts'
import { bodiesIn, findingsIn, keyAt, pack, resourcesIn } from './pack.ts'

const texts = ['plain', 'two\nlines', 'a "quote" and a \\', 'ünïcödé 🙂', '\u2028', '']

const observations = texts.map((text, at): Observation => {
  const resource = {
    uid: `resource-${at}`,
    name: text,
    region: 'eu-west-1',
    service: 's3',
    type: 'AwsS3Bucket',
    partition: 'aws',
    tags: { [text]: text },
    ...(at % 2 === 0 && { details: text, metadata: { text } }),
  }
  return {
    uid: `${text}-${at}`,
    check_id: `check-${at % 2}`,
    status: 'FAIL',
    severity: 'low',
    status_extended: text,
    service: 's3',
    region: 'eu-west-1',
    resource_type: 'AwsS3Bucket',
    resource,
    raw_result: { text },
  }
})

test('a batch comes back as it was, whatever its texts hold', () => {
  const batch = stage('s3/eu-west-1', observations)
  const packed = pack(batch)
  deepEqual(findingsIn(packed.findings), batch.findings)
  deepEqual(resourcesIn(packed.resources), batch.resources)
  deepEqual(bodiesIn(packed.bodies), batch.bodies)
  deepEqual(packed.checks, ['check-0', 'check-1'])
})

test('a finding is a line, and its key lies at a place of its own', () => {
  const { findings } = pack(stage('s3/eu-west-1', observations))
  const lines = Buffer.from(findings).toString().split('\n')
  equal(lines.length, texts.length + 1)
  for (const [at, { uid }] of observations.entries())
    equal(lines[at]?.slice(keyAt, keyAt + 36), findingKeyOf(uid))
})

test('of nothing no bytes are stored', () => {
  const { findings, resources, bodies, checks } = pack(stage('s3/eu-west-1', []))
  deepEqual([findings.length, resources.length, bodies.length, checks], [0, 0, 0, []])
})
