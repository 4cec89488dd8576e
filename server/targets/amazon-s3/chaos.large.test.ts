/** Files that are put while every fifth request fails, and are put again: each is there once, whole. */
import { createHash } from 'node:crypto'
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { seeded } from '@plumbline/scanner/testing'
import { FakeS3, type Mishap } from '../../platform/aws/testing/fake-s3.ts'
import { egress } from '../../platform/egress/index.ts'
import { NotDelivered } from '../target.ts'
import { keyOf, limits, putFile } from './index.ts'

const store = await FakeS3.start()
after(() => store.close())

const failures: readonly Mishap[] = [
  'lost',
  'reset',
  'hang',
  503,
  { status: 500, code: 'InternalError' },
]
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

test('of forty-two files with every fifth request failing, each is in the bucket once, whole', async () => {
  const random = seeded(16)
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.settings
  const out = egress({ trusted: [endpoint], timeoutMs: 150 })
  const { signal } = new AbortController()
  const access = {
    secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
    account: null,
    ambient: null,
    endpoint: null,
    store: endpoint,
    bucket,
    region,
    expectedOwner: null,
    kmsKey: null,
  }
  store.smallestPart = 5 * 2 ** 20
  store.failing = () =>
    random() < 0.2 ? failures[Math.floor(random() * failures.length)] : undefined

  const expected = new Map<string, string>()
  for (let n = 0; n < 42; n += 1) {
    const size = n % 21 === 20 ? 2 * limits.partBytes + n : n * 100
    const content = Buffer.alloc(size, `file ${n} `)
    const key = keyOf('output', 'csv', `${n}.csv`)
    expected.set(key, sha256(content))
    for (let attempt = 1; ; attempt += 1) {
      ok(attempt < 50, `file ${n} is not put`)
      async function* chunks(): AsyncGenerator<Buffer> {
        for (let at = 0; at < size; at += 100_000) yield content.subarray(at, at + 100_000)
      }
      try {
        const file = { key, content: chunks(), contentType: 'text/csv' }
        equal((await putFile(access, file, out, signal)).bytes, size)
        break
      } catch (error) {
        ok(error instanceof NotDelivered && !error.isFinal, String(error))
      }
    }
  }
  const found = [...store.objects].map(([key, { body }]): [string, string] => [key, sha256(body)])
  deepEqual(new Map(found.toSorted()), new Map([...expected].toSorted()))
})
