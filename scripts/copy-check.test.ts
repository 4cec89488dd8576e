import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { copiedCheck, listedIn, localName } from './copy-check.ts'

const aws = join(import.meta.dirname, '..', 'scanner', 'providers', 'aws')
const example = 'sqs_queues_not_publicly_accessible'
const read = (service: string, name: string): string =>
  readFileSync(join(aws, service, name), 'utf8')

test('a new check begins as the example under its own id, with nothing said yet', () => {
  const copy = copiedCheck(read('sqs', `${example}.ts`), example, 'sqs_queue_new')
  assert.match(copy, /^ {2}id: 'sqs_queue_new',$/m)
  assert.doesNotMatch(copy, /sqs_queues_not_publicly_accessible|Principal|stranger/i)
  for (const part of ['title', 'description', 'risk', 'decision', 'source'])
    assert.match(copy, new RegExp(`^ {2}${part}: '',$`, 'm'))
  assert.match(copy, /^ {2}fix: \{ text: '', console: \[\], cli: '', terraform: '' \},$/m)
  assert.doesNotMatch(copy, /^ {2}links: /m)
  assert.match(copy, /^ {2}over: 'queues',$/m)
  assert.match(copy, /^ {2}judge: /m)
})

test('a fix on one line and a title in double quotes are emptied too', () => {
  const source = `  title: "Owner's key",\n  fix: { text: 'Do { this }.', cli: 'x' },\n  over: 'y',\n`
  const emptied = `  title: '',\n  fix: { text: '', console: [], cli: '', terraform: '' },\n  over: 'y',\n`
  assert.equal(copiedCheck(source, 's3_old', 's3_new'), emptied)
})

test('it is imported and listed in the order of names', () => {
  const index = listedIn(read('s3', 'index.ts'), 's3', 's3_bucket_new')
  const imports = index.split('\n').flatMap((line) => /\.\/(s3_\w+)\.ts/.exec(line)?.[1] ?? [])
  assert.deepEqual(imports, imports.toSorted())
  assert.ok(imports.includes('s3_bucket_new'))
  const [, list = ''] = /checks: \[([^\]]*)\]/.exec(index) ?? []
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  assert.deepEqual(
    names,
    imports.map((id) => localName('s3', id)),
  )
})

test('a list on one line, and one that the new name ends, take it as well', () => {
  const index = `import { service } from 'kit'\nimport a from './kms_a.ts'\n\nexport default service({ name: 'kms',\n  checks: [a],\n})\n`
  const listed = listedIn(index, 'kms', 'kms_b_c')
  assert.match(listed, /import a from '.\/kms_a.ts'\nimport bC from '.\/kms_b_c.ts'\n/)
  assert.match(listed, /checks: \[\n {4}a,\n {4}bC,\n {2}\]/)
})
