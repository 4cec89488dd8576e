import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft } from './protocols.ts'
import { sign } from './signing.ts'

// The credentials, date and results of AWS's published Signature Version 4 test suite.
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const how = {
  credentials,
  region: 'us-east-1',
  service: 'service',
  date: new Date('2015-08-30T12:36:00Z'),
}
const vanilla: Draft = { method: 'GET', path: '/', query: {}, headers: {}, body: '' }
const signatureOf = async (draft: Draft) =>
  /Signature=(\w+)/.exec(
    (await sign(draft, 'https://example.amazonaws.com', how)).headers.authorization ?? '',
  )?.[1]

const vectors: [string, Draft, string][] = [
  ['get-vanilla', vanilla, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'post-vanilla',
    { ...vanilla, method: 'POST' },
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'get-vanilla-query-order-key-case',
    { ...vanilla, query: { Param2: 'value2', Param1: 'value1' } },
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
]

for (const [name, draft, signature] of vectors) {
  test(`the published vector ${name} is met`, async () =>
    equal(await signatureOf(draft), signature))
}

test('S3 is signed with the body’s hash as a header, and session tokens are signed too', async () => {
  const { headers } = await sign(vanilla, 'https://b.s3.eu-west-1.amazonaws.com', {
    ...how,
    service: 's3',
    credentials: { ...credentials, sessionToken: 'token' },
  })
  match(headers['x-amz-content-sha256'] ?? '', /^e3b0c44298fc1c149afbf4c8996fb924/)
  match(headers.authorization ?? '', /SignedHeaders=[^,]*x-amz-security-token/)
})
