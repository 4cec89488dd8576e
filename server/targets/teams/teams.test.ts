/** Microsoft Teams, by a fake workflow that enforces its limits and fails on request. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { egress } from '../../platform/egress/index.ts'
import { NotDelivered, type Refusal } from '../target.ts'
import type { Failure } from '../testing/fake-target.ts'
import { anyDigest, digested, forwarded, isFit } from '../testing/findings.ts'
import { postDigest, renderDigest, teamsLimits, testConnection } from './index.ts'
import { cardFault, textsOf } from './testing/card.ts'
import { FakeWorkflow } from './testing/fake-workflow.ts'

const open: FakeWorkflow[] = []
after(() => Promise.all(open.map((workflow) => workflow.close())))

async function workflow(timeoutMs = 10_000) {
  const teams = await FakeWorkflow.start()
  open.push(teams)
  const out = egress({ trusted: [teams.origin], timeoutMs })
  const post = () => postDigest(teams.access, out, { digest: digested(), id: 'delivery-1' })
  return { teams, out, post }
}
const refusal =
  (code: Refusal, words = '') =>
  (error: unknown) => {
    ok(error instanceof NotDelivered, String(error))
    deepEqual([error.code, error.message.includes(words)], [code, true], error.message)
    ok(!error.message.includes('signature-of-the-test'), error.message)
    ok(!error.message.includes('sig='), error.message)
    return true
  }

test('a connection is tested by a card that says so', async () => {
  const { teams, out } = await workflow()
  await testConnection(teams.access, out)
  deepEqual(teams.cards.flatMap(textsOf), ['Plumbline is connected to this channel.'])
})

test('a digest is one card with the id of its delivery', async () => {
  const { teams, post } = await workflow()
  await post()
  equal(teams.cards.length, 1)
  deepEqual(textsOf(teams.cards[0]), [
    'Storage',
    '2026-11-23 10:00 to 11:00 UTC',
    'What is open to the world.',
    '2 new findings',
    'medium ',
    'invoices-1',
    ' – Bucket encrypts new objects by default · production (aws 123456789012) · eu-west-1',
    'medium ',
    'invoices-2',
    ' – Bucket encrypts new objects by default · production (aws 123456789012) · eu-west-1',
    'Delivery delivery-1',
  ])
})

test('a digest of hundreds names what fits and counts the rest', () => {
  const card = renderDigest(digested({ new: 500, reopened: 70, expiring: 100, overdue: 9 }), 'd')
  equal(cardFault(card), null)
  ok(Buffer.byteLength(JSON.stringify(card)) <= teamsLimits.budgetBytes)
  const texts = textsOf(card)
  const more = texts.map((text) => Number(/^and (\d+) more$/.exec(text)?.[1] ?? 0))
  const named = texts.filter((text) => text.startsWith('invoices-')).length
  ok(named > 10, String(named))
  equal(named + more.reduce((sum, one) => sum + one, 0), 500 + 70 + 100 + 9)
})

test('a text is no function of dates, and only addresses of the web are opened', () => {
  const resource = { name: '{{DATE(2026-11-23T00:00:00Z,SHORT)}}' }
  const findings = [forwarded(1, { resource, link: 'javascript:alert(1)' })]
  const card = renderDigest(
    digested({}, { sections: [{ condition: 'new', total: 1, findings }] }),
    'd',
  )
  equal(cardFault(card), null)
  ok(!JSON.stringify(card).includes('{{DATE') && !JSON.stringify(card).includes('javascript'))
})

test('any text up to 100 kB gives a valid card within its budget', () => {
  fc.assert(
    fc.property(anyDigest, (digest) => {
      const card = renderDigest(digest, digest.rule.id)
      equal(cardFault(card), null)
      ok(Buffer.byteLength(JSON.stringify(card)) <= teamsLimits.budgetBytes)
      for (const text of textsOf(card))
        ok(isFit(text) && !text.includes('{{'), JSON.stringify(text))
    }),
    { numRuns: 60 },
  )
})

const failures: readonly [string, Failure, Refusal, number | null, cards: number][] = [
  [
    '401',
    { status: 401, body: { error: { code: 'Unauthorized', message: 'sig=x' } } },
    'unauthorised',
    null,
    0,
  ],
  [
    '400',
    { status: 400, body: { error: { code: 'TriggerInputSchemaMismatch' } } },
    'invalid',
    null,
    0,
  ],
  ['404', { status: 404, body: '' }, 'not_found', null, 0],
  ['413', { status: 413, body: '' }, 'too_large', null, 0],
  ['429', { status: 429, headers: { 'retry-after': '9' } }, 'rate_limited', 9, 0],
  ['502', { status: 502, body: '<html>' }, 'unavailable', null, 0],
  ['silence', 'hang', 'uncertain', null, 0],
  ['a reset', 'reset', 'uncertain', null, 0],
  ['an answer that breaks off', 'cut', 'uncertain', null, 1],
  ['a lost answer', 'lost', 'uncertain', null, 1],
]
for (const [what, failure, code, wait, cards] of failures) {
  test(`when a card is sent, ${what} is ${code}`, async () => {
    const { teams, post } = await workflow(failure === 'hang' ? 300 : 10_000)
    teams.fail('POST /workflows', failure)
    await rejects(post(), (error: unknown) => {
      equal((error as NotDelivered).retryAfterSeconds, wait)
      return refusal(code)(error)
    })
    equal(teams.cards.length, cards)
  })
}

test('a workflow that is gone, turned off or signed otherwise is said without its address', async () => {
  const { teams, out, post } = await workflow()
  const at = (url: string) => testConnection({ url }, out)
  await rejects(
    at(teams.access.url.replace('signature-of', 'other-of')),
    refusal('unauthorised', '401'),
  )
  await rejects(
    at(teams.access.url.replace('workflows/1', 'workflows/2')),
    refusal('not_found', '404'),
  )
  teams.isEnabled = false
  await rejects(post(), refusal('not_found', 'turned off'))
  await rejects(at('http://192.0.2.1/x?sig=1'), refusal('refused_address'))
})
