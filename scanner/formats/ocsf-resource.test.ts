import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FileFinding,
  isProblem,
  ocsfProblem,
  readOcsf,
  readOcsfFindings,
} from './read-ocsf.ts'

const plain = {
  class_uid: 2004,
  time: 1_768_478_400_000,
  severity_id: 4,
  status_code: 'FAIL',
  metadata: { version: '1.4.0', event_code: 'check' },
  finding_info: { uid: 'f-1' },
  cloud: { provider: 'aws', account: { uid: '123456789012' } },
  resources: [{ uid: 'arn:aws:s3:::a' }],
}

function read(record: unknown): FileFinding {
  const found = readOcsf(record)
  ok(!isProblem(found), JSON.stringify(found))
  return found
}

const withResource = (resource: object): object => ({
  ...plain,
  resources: [{ uid: 'arn:aws:s3:::a', ...resource }],
})
const tagsIn = (resource: object): Readonly<Record<string, string>> =>
  read(withResource(resource)).finding.resource.tags

test('keys that begin alike stay apart, up to the longest of Kubernetes', () => {
  const beginning = 'k'.repeat(253)
  const tags = { [`${beginning}/${'a'.repeat(63)}`]: '1', [`${beginning}/${'b'.repeat(63)}`]: '2' }
  deepEqual(tagsIn({ data: { metadata: { tags } } }), tags)
  const labels = Object.entries(tags).map(([key, value]) => `${key}:${value}`)
  deepEqual(tagsIn({ labels }), tags)
})

test('numbers, booleans and null are values of tags', () => {
  const tags = { count: 3, on: true, off: false, none: null }
  const texts = { count: '3', on: 'true', off: 'false', none: '' }
  deepEqual(tagsIn({ data: { metadata: { tags } } }), texts)
  const pairs = Object.entries(tags).map(([name, value]) => ({ name, value }))
  deepEqual(tagsIn({ tags: pairs }), texts)
})

test('a resource with more tags than are recorded has a notice, and so has one with a longer tag', () => {
  const many = Array.from({ length: 201 }, (_, at) => `${at}:x`)
  const wide = '\u{1f511}'.repeat(400)
  const cases: readonly (readonly [resource: object, count: number, code: string | undefined])[] = [
    [{ labels: many }, 200, 'too_many_tags'],
    [{ labels: many.slice(1) }, 200, undefined],
    [{ tags: many.map((name) => ({ name, value: 'x' })) }, 200, 'too_many_tags'],
    [{ tags: [{ name: 'k'.repeat(318), value: 'x' }] }, 0, 'too_many_tags'],
    [{ tags: [{ name: 'k', value: 'v'.repeat(1_025) }] }, 1, 'too_many_tags'],
    [{ tags: [{ name: '\u{1f511}'.repeat(158), value: wide }] }, 1, undefined],
  ]
  for (const [resource, count, code] of cases) {
    const { finding, notice } = read(withResource(resource))
    equal(Object.keys(finding.resource.tags).length, count)
    equal(notice?.code, code)
  }
})

test('a tag fits into one entry of an index of the database', () => {
  const wide = '\u20ac'.repeat(1_024)
  const { finding } = read(withResource({ tags: [{ name: wide.slice(0, 317), value: wide }] }))
  const [[key, value] = ['', '']] = Object.entries(finding.resource.tags)
  equal(key.length, 317)
  ok(Buffer.byteLength(key + value) <= 2_500)
})

test('a resource without members for tags keeps the ones that are known', () => {
  equal(read(withResource({})).finding.resource.keepsTags, true)
  equal(read(withResource({ labels: null })).finding.resource.keepsTags, true)
  equal(read(withResource({ labels: [] })).finding.resource.keepsTags, undefined)
  equal(read(withResource({ tags: [] })).finding.resource.keepsTags, undefined)
})

const owned = (uid: string, account?: string): object => ({
  uid,
  ...(account !== undefined && { owner: { account: { uid: account } } }),
})
const accountsIn = (record: object): string[] =>
  readOcsfFindings(record).map((one) => (isProblem(one) ? one.pointer : one.account.uid))

test('without an account of the record, each resource is of its owner', () => {
  const [one, two] = ['111111111111', '222222222222']
  const cloud = { provider: 'aws' }
  const resources = [owned('a', one), owned('b', two)]
  deepEqual(accountsIn({ ...plain, cloud, resources }), [one, two])
  const shared = [owned('a', one), owned('b')]
  deepEqual(accountsIn({ ...plain, cloud, resources: shared }), [one, one])
  const open = [...resources, owned('c')]
  const pointer = '/resources/2/owner/account/uid'
  deepEqual(accountsIn({ ...plain, cloud, resources: open }), [one, two, pointer])
  const ofProject = { ...cloud, project_uid: '333333333333' }
  deepEqual(accountsIn({ ...plain, cloud: ofProject, resources: open }), [one, two, '333333333333'])
  deepEqual(accountsIn({ ...plain, cloud, resources: [owned('a')] }), ['/cloud/account/uid'])
})

test('a record has a problem if none of its resources has a verdict', () => {
  equal(ocsfProblem(plain), undefined)
  for (const record of [1, {}, { ...plain, resources: [{}] }, { ...plain, time: undefined }])
    deepEqual(ocsfProblem(record), readOcsf(record))
})
