/** Buckets against moto, a second opinion on how S3 answers. `npm run test:moto` starts one. */
import { randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { egress } from '../egress/index.ts'
import { Bucket, BucketRefused, putStream, sizeOf } from './index.ts'

const endpoint = process.env['PLUMBLINE_TEST_MOTO_URL'] ?? ''
const partBytes = 5 * 2 ** 20
const named = (bucket = `plumbline-${randomUUID()}`): Bucket =>
  new Bucket({
    endpoint,
    region: 'us-east-1',
    bucket,
    credentials: async () => ({ accessKeyId: 'first', secretAccessKey: 'first' }),
    egress: egress({ trusted: [endpoint], timeoutMs: 60_000, maxBytes: 2 ** 24 }),
  })
async function made(): Promise<Bucket> {
  const bucket = named()
  await bucket.ask({ method: 'PUT' })
  return bucket
}
async function* bytes(size: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(100_000, 'plumbline ')
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}

test('what is put at once or in parts is there with its size, and gone when it is deleted', async () => {
  const bucket = await made()
  for (const size of [0, 10, partBytes, 2 * partBytes + 7]) {
    const key = `output/csv/${size} of (all)+ü.csv`
    assert.equal(
      await putStream(bucket, { key, content: bytes(size), pieceBytes: partBytes }),
      size,
    )
    if (size > 0) assert.equal(await sizeOf(bucket, key), size)
    await bucket.ask({ method: 'DELETE', key })
    assert.equal(await sizeOf(bucket, key), null)
  }
})

test('a link gives the object', async () => {
  const bucket = await made()
  const key = 'reports/a report.zip'
  await putStream(bucket, { key, content: bytes(1_000), pieceBytes: partBytes })
  const answer = await fetch(await bucket.link(key, { seconds: 60, filename: 'report.zip' }))
  assert.deepEqual([answer.status, (await answer.arrayBuffer()).byteLength], [200, 1_000])
})

test('a bucket that is not there is refused by its code', async () => {
  await assert.rejects(
    named().ask({ method: 'PUT', key: 'a', body: 'x' }),
    (error) => error instanceof BucketRefused && error.code === 'NoSuchBucket',
  )
  await assert.rejects(
    named().ask({ method: 'HEAD' }),
    (error) => error instanceof BucketRefused && error.status === 404,
  )
})
