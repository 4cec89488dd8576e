import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import * as fc from 'fast-check'
import { type Egress, egress } from '../../platform/egress/index.ts'
import { NotDelivered } from '../target.ts'
import { anyFinding, forwarded, isFit } from '../testing/findings.ts'
import { deliver, limits, type SplunkAccess, testConnection } from './index.ts'
import { renderFinding } from './rendering.ts'
import { FakeSplunk } from './testing/fake-splunk.ts'

const splunk = new FakeSplunk()
let out: Egress
before(async () => {
  await splunk.listen()
  out = egress({ trusted: [splunk.origin], timeoutMs: 300 })
})
after(() => splunk.close())
afterEach(() => {
  splunk.events.length = 0
  splunk.asked.length = 0
  splunk.acknowledges = false
})

const accessOf = (more: Partial<SplunkAccess> = {}): SplunkAccess => ({
  url: splunk.origin,
  token: splunk.token,
  index: 'security',
  channel: null,
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, n) => forwarded(n + 1))
const delivering = (count: number, more: Partial<SplunkAccess> = {}) =>
  deliver(accessOf(more), out, { id: 'delivery-1', findings: many(count) })
const refusedWith =
  (code: string, sentence: RegExp, isFinal?: boolean) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof NotDelivered, String(error))
    assert.equal(error.code, code, error.message)
    if (isFinal !== undefined) assert.equal(error.isFinal, isFinal)
    assert.match(error.message, sentence)
    assert.doesNotMatch(error.message, /11111111|22222222/)
    return true
  }

test('any text of a finding becomes one event within its limit', () => {
  fc.assert(
    fc.property(anyFinding, (finding) => {
      const text = renderFinding(finding, { index: null, deliveryId: 'delivery-1' })
      const { event } = JSON.parse(text) as { event: Record<string, string> }
      assert.ok(Buffer.byteLength(JSON.stringify(event)) <= limits.maxEventBytes)
      assert.deepEqual([event['id'], event['status']], [finding.id, finding.status])
      for (const value of Object.values(event))
        if (typeof value === 'string') assert.ok(isFit(value), JSON.stringify(value))
    }),
    { numRuns: 200 },
  )
})

test('a connection test sends one event that says so', async () => {
  const at = new Date('2026-11-23T08:00:00.000Z')
  await testConnection(accessOf(), out, { id: 'test-1', at })
  assert.deepEqual(splunk.events, [
    {
      time: 1_795_420_800,
      source: 'plumbline',
      sourcetype: 'plumbline:test',
      index: 'security',
      event: { id: 'test-1', type: 'integration.test' },
    },
  ])
})

test('findings arrive one event each, in batches that Splunk takes', async () => {
  assert.equal(await delivering(1_500), 1_500)
  assert.deepEqual(
    splunk.events.map(({ event }) => event['id']),
    many(1_500).map(({ id }) => id),
  )
  assert.ok(splunk.count('POST /services/collector/event') >= 2)
  const [first] = splunk.events
  assert.equal(first?.sourcetype, 'plumbline:finding')
  assert.equal(first?.event['delivery_id'], 'delivery-1')
  assert.equal(first?.event['resource_uid'], 'arn:aws:s3:::invoices-1')
})

test('with acknowledgement a delivery ends when Splunk has indexed it', async () => {
  splunk.acknowledges = true
  splunk.slowness = 2
  assert.equal(await delivering(3, { channel: splunk.channel }), 3)
  assert.equal(splunk.count('POST /services/collector/ack'), 2)
})

test('acknowledgement that only one side has is a sentence that says so', async () => {
  await assert.rejects(
    delivering(1, { channel: splunk.channel }),
    refusedWith('invalid', /acknowledgment is off/, true),
  )
  splunk.acknowledges = true
  await assert.rejects(delivering(1), refusedWith('invalid', /asks for acknowledgement/, true))
})

for (const [what, more, code, sentence] of [
  [
    'a token that is unknown',
    { token: '22222222' },
    'unauthorised',
    /does not know the token \(403, code 4\)/,
  ],
  [
    'an index that is not allowed',
    { index: 'other' },
    'invalid',
    /may not write into this index \(400, code 7\)/,
  ],
  ['an address that is none', { url: 'splunk' }, 'invalid', /URL of Splunk is not valid/],
  [
    'an address inside',
    { url: 'https://10.0.0.1:8088' },
    'refused_address',
    /does not resolve to a public address/,
  ],
] as const) {
  test(`${what} is a sentence that says so`, async () => {
    await assert.rejects(delivering(1, more), refusedWith(code, sentence))
    const event = { id: 'test-1', at: new Date() }
    await assert.rejects(testConnection(accessOf(more), out, event), refusedWith(code, sentence))
  })
}

for (const [failure, code, sentence, isFinal] of [
  [{ status: 403, body: { text: 'Token disabled', code: 1 } }, 'unauthorised', /disabled/, true],
  [{ status: 503, body: { text: 'Server is busy', code: 9 } }, 'unavailable', /busy/, false],
  [
    { status: 500, body: { text: 'Internal server error', code: 8 } },
    'unavailable',
    /Splunk failed/,
    false,
  ],
  [{ status: 413, body: 'Too large' }, 'too_large', /too large/, true],
  [{ status: 429, body: '' }, 'rate_limited', /fewer/, false],
  [{ status: 404, body: '<html>' }, 'not_found', /no Splunk event collector/, true],
  [
    { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' },
    'invalid',
    /not a Splunk event collector/,
    true,
  ],
  [{ status: 200, body: '<html>Welcome' }, 'invalid', /not a Splunk event collector/, true],
  ['hang', 'uncertain', /did not respond/, false],
  ['reset', 'uncertain', /./, false],
  ['cut', 'uncertain', /./, false],
  ['lost', 'uncertain', /./, false],
] as const) {
  const name = typeof failure === 'object' ? JSON.stringify(failure) : failure
  test(`${name} is ${code}, and what is sent again arrives under the same ids`, async () => {
    splunk.fail('POST /services/collector/event', failure)
    await assert.rejects(delivering(1), refusedWith(code, sentence, isFinal))
    await delivering(1)
    assert.equal(new Set(splunk.events.map(({ event }) => event['id'])).size, 1)
  })
}

test('what Splunk asks to be waited for is handed on', async () => {
  splunk.fail('POST /', { status: 503, headers: { 'retry-after': '17' }, body: { code: 9 } })
  await assert.rejects(delivering(1), { name: 'NotDelivered', retryAfterSeconds: 17 })
})
