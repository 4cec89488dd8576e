/** Webhooks, by a receiver that enforces the standard and fails on request. */
import { deepEqual, equal, notEqual, ok, rejects, throws } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { egress } from '../../platform/egress/index.ts'
import { NotDelivered, type Refusal } from '../target.ts'
import type { Failure } from '../testing/fake-target.ts'
import { anyDigest, digested, forwarded } from '../testing/findings.ts'
import {
  deliver,
  digestData,
  isWebhookSecret,
  testConnection,
  type WebhookEvent,
  webhookLimits,
} from './index.ts'
import { keyOf, sign } from './signature.ts'
import { FakeReceiver, signatureFault } from './testing/fake-receiver.ts'

const open: FakeReceiver[] = []
after(() => Promise.all(open.map((one) => one.close())))

const event: WebhookEvent = {
  id: 'msg_0199aaaa',
  type: 'alert.digest',
  timestamp: '2026-11-23T10:00:00.000Z',
  data: digestData(digested()),
}
async function receiver(timeoutMs = 10_000) {
  const hook = await FakeReceiver.start()
  open.push(hook)
  const out = egress({ trusted: [hook.origin], timeoutMs })
  const send = (now?: number, more: Partial<WebhookEvent> = {}) =>
    deliver(hook.access, out, { ...event, ...more }, undefined, now)
  return { hook, out, send }
}
const refusal =
  (code: Refusal, words = '') =>
  (error: unknown) => {
    ok(error instanceof NotDelivered, String(error))
    deepEqual([error.code, error.message.includes(words)], [code, true], error.message)
    ok(!error.message.includes('in-the-address') && !error.message.includes('whsec_'))
    return true
  }

test('the signature is that of the standard', () => {
  const key = keyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  ok(key)
  equal(
    sign(key, {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    }),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
  throws(() => sign(key, { id: 'a.b', timestamp: 1, body: '' }), RangeError)
})

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

test('a secret has its prefix and 24 to 64 bytes in base64', () => {
  const secret = newSecret()
  equal(isWebhookSecret(secret), true)
  const short = `whsec_${Buffer.alloc(23).toString('base64')}`
  const long = `whsec_${Buffer.alloc(65).toString('base64')}`
  for (const wrong of [
    '',
    'whsec_',
    secret.slice(6),
    short,
    long,
    `${secret}!`,
    'whsec_a b',
    `whsec_${'A'.repeat(33)}`,
  ])
    equal(isWebhookSecret(wrong), false, wrong)
})

test('an event arrives with its type, time and data, and is signed as of the attempt', async () => {
  const { hook, send } = await receiver()
  hook.now = () => 1_764_000_000_999
  await send(1_764_000_000_999)
  deepEqual(hook.events.get('msg_0199aaaa'), {
    type: 'alert.digest',
    timestamp: '2026-11-23T10:00:00.000Z',
    data: JSON.parse(JSON.stringify(event.data)),
  })
  equal(hook.asked[0]?.headers['webhook-timestamp'], '1764000000')
  await rejects(send(1_764_000_000_999 - 301_000), refusal('unauthorised'))
})

test('a repeat has the same id and another signature', async () => {
  const { hook, send } = await receiver()
  hook.fail('POST /hooks', 'lost')
  await rejects(send(), refusal('uncertain'))
  await send(Date.now() + 60_000)
  deepEqual([hook.events.size, hook.repeated.length], [1, 1])
  const [first, second] = hook.asked.map(({ headers }) => headers)
  equal(first?.['webhook-id'], second?.['webhook-id'])
  notEqual(first?.['webhook-signature'], second?.['webhook-signature'])
})

test('a receiver takes the new secret and, while it changes over, the former one', async () => {
  const { hook, out } = await receiver()
  const access = { ...hook.access, secret: newSecret() }
  await rejects(deliver(access, out, event), refusal('unauthorised', '401'))
  await deliver({ ...access, former_secret: hook.secret }, out, event)
  equal(hook.events.size, 1)
  await rejects(deliver({ ...access, secret: 'none' }, out, event), refusal('invalid', 'secret'))
})

test('a flipped byte is seen by the receiver', async () => {
  const { hook, send } = await receiver()
  await send()
  const [asked] = hook.asked
  ok(asked)
  equal(signatureFault(hook.secret, asked, Date.now()), null)
  const body = Buffer.from(asked.body)
  body[5] = (body[5] ?? 0) ^ 1
  equal(signatureFault(hook.secret, { ...asked, body }, Date.now()), 'no signature is right')
})

test('a connection is tested by an event of its own', async () => {
  const { hook, out } = await receiver()
  await testConnection(hook.access, out, { id: 'msg_1', timestamp: event.timestamp })
  deepEqual(hook.events.get('msg_1'), {
    type: 'integration.test',
    timestamp: event.timestamp,
    data: {},
  })
})

const failures: readonly [string, Failure, Refusal, number | null][] = [
  ['400', { status: 400, body: 'no' }, 'invalid', null],
  ['401', { status: 401 }, 'unauthorised', null],
  [
    'a redirect',
    { status: 307, headers: { location: 'http://169.254.169.254/' } },
    'invalid',
    null,
  ],
  ['404', { status: 404 }, 'unavailable', null],
  ['410', { status: 410 }, 'not_found', null],
  ['413', { status: 413 }, 'too_large', null],
  ['429', { status: 429, headers: { 'retry-after': '120' } }, 'rate_limited', 120],
  ['500', { status: 500, body: 'no' }, 'unavailable', null],
  ['silence', 'hang', 'uncertain', null],
  ['a reset', 'reset', 'uncertain', null],
  ['an answer that breaks off', 'cut', 'uncertain', null],
]
for (const [what, failure, code, wait] of failures) {
  test(`when an event is sent, ${what} is ${code}`, async () => {
    const { hook, send } = await receiver(failure === 'hang' ? 300 : 10_000)
    hook.fail('POST /hooks', failure)
    await rejects(send(), (error: unknown) => {
      equal((error as NotDelivered).retryAfterSeconds, wait)
      return refusal(code)(error)
    })
    equal(hook.asked.length, 1)
  })
}

test('an address that leads inside is not asked', async () => {
  const { out, hook } = await receiver()
  for (const url of ['https://169.254.169.254/latest', 'http://127.0.0.1:1/', 'file:///etc/passwd'])
    await rejects(deliver({ ...hook.access, url }, out, event), refusal('refused_address'))
})

test('a digest loses findings until its event fits, the largest section first, and says so', async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => forwarded(n))
  const digest = digested(
    {},
    {
      sections: [
        { condition: 'new', total: 3_000, findings: many },
        { condition: 'reopened', total: 2, findings: many.slice(0, 2) },
      ],
    },
  )
  const data = digestData(digest)
  equal(data.is_truncated, true)
  deepEqual(
    data.sections.map(({ total }) => total),
    [3_000, 2],
  )
  equal(data.sections[1]?.findings.length, 2)
  ok((data.sections[0]?.findings.length ?? 0) > 100)
  const { hook, send } = await receiver()
  await send(undefined, { data })
  equal(hook.events.size, 1)
  ok((hook.asked[0]?.body.length ?? 0) > webhookLimits.maxBytes * 0.9)
  for (let length = 0; length < 1_600; length += 50) {
    const rule = { ...digest.rule, description: 'x'.repeat(length) }
    await send(undefined, { data: digestData({ ...digest, rule }) })
  }
  equal(digestData(digested()).is_truncated, false)
  await rejects(send(undefined, { data: { text: 'x'.repeat(300_000) } }), refusal('too_large'))
})

test("a body holds no zero and no half of a pair, which receivers' databases refuse", async () => {
  const { hook, send } = await receiver()
  await send(undefined, { data: { text: 'a\0b\ud800c' } })
  const [body] = hook.events.values()
  deepEqual((body as { data: unknown }).data, { text: 'a\ufffdb\ufffdc' })
})

test('any text up to 100 kB gives an event within the limit, which counts what it does not name', () => {
  fc.assert(
    fc.property(anyDigest, (whole) => {
      const sections = whole.sections.map((one) => ({ ...one, findings: one.findings.slice(0, 4) }))
      const digest = { ...whole, sections }
      const data = digestData(digest)
      const body = JSON.stringify({ type: 'alert.digest', timestamp: event.timestamp, data })
      ok(Buffer.byteLength(body) <= webhookLimits.maxBytes)
      deepEqual(
        data.sections.map(({ total }) => total),
        digest.sections.map(({ total }) => total),
      )
    }),
    { numRuns: 30 },
  )
})
