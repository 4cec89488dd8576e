import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { FakeS3 } from '../../platform/aws/testing/fake-s3.ts'
import { type Egress, egress } from '../../platform/egress/index.ts'
import { NotDelivered } from '../target.ts'
import { type BucketAccess, keyOf, limits, putFile, testConnection } from './index.ts'

let store: FakeS3
let out: Egress
before(async () => {
  store = await FakeS3.start()
  store.smallestPart = 5 * 2 ** 20
  out = egress({ trusted: [store.settings.endpoint], timeoutMs: 2_000 })
})
after(() => store.close())
afterEach(() => {
  store.objects.clear()
  store.asked.length = 0
  store.failures.length = 0
  store.tellsRegion = true
})

const { signal } = new AbortController()
function accessOf(more: Partial<BucketAccess> = {}): BucketAccess {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.settings
  return {
    secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
    account: null,
    ambient: null,
    endpoint: null,
    store: endpoint,
    bucket,
    region,
    expectedOwner: null,
    kmsKey: null,
    ...more,
  }
}
/** Content of so many bytes, as it comes from a file. */
async function* bytes(size: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(65_536, 'plumbline ')
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}
const key = keyOf('output', 'csv', 'scan.csv')
const put = (more: Partial<BucketAccess> = {}, size = 10, way = out) =>
  putFile(accessOf(more), { key, content: bytes(size), contentType: 'text/csv' }, way, signal)
const refusedWith =
  (code: string, sentence: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof NotDelivered, String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, sentence)
    assert.doesNotMatch(error.message, /AKIDTEST|secret of/)
    return true
  }
/** Requests to hosts of AWS reach the fake, with the host that they were signed for. */
const asAws: Egress = (request) => {
  const url = new URL(request.url)
  return out({ ...request, url: `${store.settings.endpoint}${url.pathname}${url.search}` })
}
const ofAws = { store: null, region: null }

test('a connection test puts an object into the directory and deletes it', async () => {
  assert.deepEqual(await testConnection(accessOf(), 'audits/output', out, signal), {
    region: 'eu-central-1',
  })
  const [head, written, deleted] = store.asked
  assert.equal(head, 'HEAD /imports')
  assert.match(written ?? '', /^PUT \/imports\/audits\/output\/plumbline-connection-test-/)
  assert.equal(deleted, written?.replace('PUT', 'DELETE'))
  assert.equal(store.objects.size, 0)
})

test('a small file is put at once, a larger one in parts that the store takes', async () => {
  assert.deepEqual(await put(), { bytes: 10, region: 'eu-central-1' })
  assert.deepEqual(store.asked, ['PUT /imports/output/csv/scan.csv'])
  const large = 2 * limits.partBytes + 5
  assert.equal((await put({}, large)).bytes, large)
  assert.equal(store.objects.get(key)?.body.length, large)
  assert.equal(store.asked.filter((one) => one.startsWith('PUT')).length, 1 + 3)
  assert.equal(store.objects.get(key)?.headers['content-type'], 'text/csv')
  assert.equal(store.uploads.size, 0)
})

test('a file that is put twice is there once', async () => {
  await put()
  await put({}, 20)
  assert.deepEqual([store.objects.size, store.objects.get(key)?.body.length], [1, 20])
})

test('storage region: unset or wrong, the bucket of Amazon S3 is asked anew at the right host', async () => {
  for (const region of [null, 'us-west-2']) {
    store.asked.length = 0
    const answer = await put({ ...ofAws, region }, 10, asAws)
    assert.equal(answer.region, 'eu-central-1')
    assert.deepEqual(store.asked, ['PUT imports.s3.eu-central-1.amazonaws.com/output/csv/scan.csv'])
  }
})

test('storage region: a large file finds the right host too, and a connection test tells the region', async () => {
  const large = limits.partBytes + 1
  assert.equal((await put(ofAws, large, asAws)).bytes, large)
  assert.equal(store.objects.get(key)?.body.length, large)
  const { region } = await testConnection(accessOf(ofAws), '', asAws, signal)
  assert.equal(region, 'eu-central-1')
})

test('storage region: a store that is not of AWS is asked where it is, for the region that it names', async () => {
  assert.equal((await put({ region: 'us-east-1' })).region, 'eu-central-1')
  assert.equal((await put({ region: null })).region, 'eu-central-1')
})

test('a region that is no name of one is not made part of a host', async () => {
  const asked: string[] = []
  const lying: Egress = async ({ url }) => {
    asked.push(new URL(url).host)
    const headers = { 'x-amz-bucket-region': 'evil.example/' }
    return { status: 301, headers, body: Buffer.from('') }
  }
  await assert.rejects(put(ofAws, 10, lying), refusedWith('invalid', /another region/))
  assert.deepEqual(asked, ['imports.s3.us-east-1.amazonaws.com'])
})

test('objects are encrypted with the key that was named, also those in parts', async () => {
  for (const size of [10, limits.partBytes + 1]) {
    await put({ kmsKey: 'alias/reports' }, size)
    assert.deepEqual(store.objects.get(key)?.headers, {
      'content-type': 'text/csv',
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'alias/reports',
    })
  }
  await assert.rejects(
    put({ kmsKey: 'alias/none' }),
    refusedWith('invalid', /The key alias\/none cannot be used \(KMS.NotFoundException\)/),
  )
})

test('a bucket that is not of the expected account gets nothing', async () => {
  await put({ expectedOwner: '111122223333' })
  await assert.rejects(
    put({ expectedOwner: '999999999999' }),
    refusedWith(
      'unauthorised',
      /not allowed to put objects into the bucket imports, or it is not of the account 999999999999 \(AccessDenied\)/,
    ),
  )
})

for (const [what, more, code, sentence] of [
  ['a bucket that is not there', { bucket: 'none' }, 'not_found', /The bucket none does not exist/],
  [
    'a secret that is wrong',
    { secret: { aws_access_key_id: 'AKIDTEST', aws_secret_access_key: 'x' } },
    'unauthorised',
    /does not accept the credentials \(SignatureDoesNotMatch\)/,
  ],
  [
    'a key that is unknown',
    { secret: { aws_access_key_id: 'AKIDNONE', aws_secret_access_key: 'x' } },
    'unauthorised',
    /does not accept the credentials \(InvalidAccessKeyId\)/,
  ],
  ['no keys', { secret: {} }, 'unauthorised', /aws_access_key_id is missing/],
  [
    'a role at another store',
    { secret: { role_arn: 'arn:aws:iam::123456789012:role/x', external_id: 'x' } },
    'invalid',
    /requires access keys; it cannot use a role/,
  ],
] as const) {
  test(`${what} is a sentence that says so`, async () => {
    await assert.rejects(put(more), refusedWith(code, sentence))
    await assert.rejects(
      testConnection(accessOf(more), 'output', out, signal),
      refusedWith(code, sentence),
    )
  })
}

for (const mishap of [503, 500, 'reset', 'lost', 'hang'] as const) {
  test(`a put that ends in ${mishap} is made again, with one effect`, async () => {
    store.failures.push(mishap)
    await put()
    assert.deepEqual([...store.objects.keys()], [key])
  })
}

for (const [mishap, code, sentence, isFinal] of [
  [503, 'rate_limited', /too many requests \(SlowDown\)/, false],
  [{ status: 500, code: 'InternalError' }, 'unavailable', /is unavailable/, false],
  [{ status: 403, code: 'AccessDenied' }, 'unauthorised', /not allowed to put objects/, true],
  [{ status: 400, code: 'EntityTooLarge' }, 'too_large', /of this size/, true],
  [{ status: 403, code: 'RequestTimeTooSkewed' }, 'unavailable', /clock/, false],
  [{ status: 403, code: 'QuotaExceeded' }, 'invalid', /full/, true],
  ['reset', 'uncertain', /./, false],
] as const) {
  const name = typeof mishap === 'object' ? mishap.code : mishap
  test(`a store that stays with ${name} is ${code}`, async () => {
    store.failures.push(mishap, mishap, mishap)
    await assert.rejects(put(), (error) => {
      assert.equal((error as NotDelivered).isFinal, isFinal)
      return refusedWith(code, sentence)(error)
    })
  })
}

test('an address that leads inside is not asked', async () => {
  const inside = { store: 'https://10.0.0.1' }
  await assert.rejects(
    put(inside),
    refusedWith('refused_address', /not resolve to a public address/),
  )
})

test('nothing of a file is left when its content breaks off', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield* bytes(limits.partBytes + 10)
    throw new Error('The file is gone.')
  }
  const file = { key, content: broken(), contentType: 'text/csv' }
  await assert.rejects(putFile(accessOf(), file, out, signal), { message: 'The file is gone.' })
  assert.deepEqual([store.objects.size, store.uploads.size], [0, 0])
})

test('keys lie in the directory by kind, fit into what S3 takes, and lead nowhere else', () => {
  assert.equal(
    keyOf('a//b/', 'compliance/cis_2.0_aws', 'x.csv'),
    'a/b/compliance/cis_2.0_aws/x.csv',
  )
  assert.equal(keyOf('', 'json-ocsf', 'Prüfung 1.json'), 'json-ocsf/Prüfung 1.json')
  assert.throws(() => keyOf('a/../b', 'csv', 'x'), refusedWith('invalid', /"\.\."/))
  assert.throws(() => keyOf('a', 'csv', 'x\n'), refusedWith('invalid', /control character/))
  assert.equal(Buffer.byteLength(keyOf('é'.repeat(509), 'csv', 'x')), 1_024)
  assert.throws(() => keyOf('é'.repeat(510), 'csv', 'x'), refusedWith('invalid', /1026 bytes/))
})

test('a key of any characters is signed as it is sent', async () => {
  for (const name of ["a b+c=d&e%20f'(g)*!.csv", 'ключ;1~,@:$?#[].csv']) {
    const named = keyOf('output', 'csv', name)
    const file = { key: named, content: bytes(5), contentType: 'text/csv' }
    await putFile(accessOf(), file, out, signal)
    assert.ok(store.objects.has(named), named)
  }
})
