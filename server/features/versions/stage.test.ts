import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { hashId } from '../../platform/ids.ts'
import { findingKeyOf, lowestKeyBeside, resourceKeyOf, uidOnResource } from './keys.ts'
import { type Observation, stage } from './stage.ts'

const bucket = {
  uid: 'a',
  name: 'a',
  region: 'eu',
  service: 's3',
  type: 'Bucket',
  partition: 'aws',
  tags: {},
}
const observation = (uid: string, more: Partial<Observation> = {}): Observation => ({
  uid,
  check_id: 'encrypted',
  status: 'FAIL',
  severity: 'high',
  status_extended: 'It is not.',
  service: 's3',
  region: 'eu',
  resource_type: 'Bucket',
  resource: bucket,
  raw_result: { a: 1 },
  ...more,
})

test('findings of one record share its body and its resource', () => {
  const raw_result = { a: 1 }
  const { findings, resources, bodies } = stage('s3/eu', [
    observation('x', { raw_result }),
    observation('y', { raw_result }),
  ])
  deepEqual(
    findings.map(({ finding_key }) => finding_key),
    [findingKeyOf('x'), findingKeyOf('y')],
  )
  deepEqual(
    bodies.map(({ body }) => body),
    ['{"a":1}'],
  )
  deepEqual(
    resources.map(({ resource_key }) => resource_key),
    [resourceKeyOf('a', 'eu')],
  )
  for (const { body_key, resource_key } of findings) {
    equal(body_key, bodies[0]?.body_key)
    equal(resource_key, resources[0]?.resource_key)
  }
})

test('equal records of two objects are one body; other records are another', () => {
  const { bodies, findings } = stage('s3/eu', [
    observation('x', { raw_result: { a: 1 } }),
    observation('y', { raw_result: { a: 1 } }),
    observation('z', { raw_result: { a: 2 } }),
  ])
  equal(bodies.length, 2)
  equal(findings[0]?.body_key, findings[1]?.body_key)
  notEqual(findings[0]?.body_key, findings[2]?.body_key)
})

test('a record that is not there is null', () => {
  const { bodies } = stage('s3/eu', [observation('x', { raw_result: undefined })])
  equal(bodies[0]?.body, 'null')
})

test('of two descriptions of one resource the first is stored, in every run the same', () => {
  const other = { ...bucket, type: 'Vault' }
  const { resources } = stage('s3/eu', [
    observation('x'),
    observation('y', { resource: other }),
    observation('z', { resource: { ...bucket, region: 'us' } }),
  ])
  deepEqual(
    resources.map(({ type, region }) => [type, region]),
    [
      ['Bucket', 'eu'],
      ['Bucket', 'us'],
    ],
  )
})

test('what a resource says decides its content, and only that', () => {
  const contentOf = (resource: Observation['resource']): string | undefined =>
    stage('s3/eu', [observation('x', { resource })]).resources[0]?.content
  const content = contentOf(bucket)
  equal(contentOf({ ...bucket }), content)
  for (const changed of [
    { name: 'b' },
    { type: 'Vault' },
    { tags: { team: 'red' } },
    { details: 'more' },
    { metadata: { a: 1 } },
  ]) {
    notEqual(contentOf({ ...bucket, ...changed }), content)
  }
})

test('text that PostgreSQL refuses is replaced, also inside records', () => {
  const { findings, bodies } = stage('s3/eu', [
    observation('x\u0000', { status_extended: '\ud800', raw_result: { a: '\u0000' } }),
  ])
  equal(findings[0]?.uid, 'x\ufffd')
  equal(findings[0]?.status_extended, '\ufffd')
  equal(bodies[0]?.body, '{"a":"\\ufffd"}')
})

test("a producer's uid keeps its key, and keys of its other resources are beside it", () => {
  const uid = 'prowler-aws-check-210987654321-eu-west-1-web'
  const key = findingKeyOf(uid)
  equal(key, hashId([uid])) // stored findings have it
  const others = ['a', 'b'].map((name) => findingKeyOf(uidOnResource(uid, resourceKeyOf(name, ''))))
  equal(new Set([key, ...others]).size, 3)
  for (const other of others) {
    match(other, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    equal(lowestKeyBeside(other), lowestKeyBeside(key))
    equal(lowestKeyBeside(other) <= other, true)
  }
})
