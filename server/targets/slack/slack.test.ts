/** Slack, by a fake that enforces its limits and fails on request. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { egress } from '../../platform/egress/index.ts'
import { NotDelivered, type Refusal } from '../target.ts'
import type { Failure } from '../testing/fake-target.ts'
import { anyDigest, digested, forwarded, isFit } from '../testing/findings.ts'
import {
  channels,
  postDigest,
  renderDigest,
  slackLimits,
  testConnection,
  updateDigest,
} from './index.ts'
import { blocksFault, markupOf, textsOf } from './testing/blocks.ts'
import { FakeSlack } from './testing/fake-slack.ts'

const open: FakeSlack[] = []
after(() => Promise.all(open.map((slack) => slack.close())))

async function workspace(timeoutMs = 10_000) {
  const slack = await FakeSlack.start()
  open.push(slack)
  const out = egress({ trusted: [slack.origin], timeoutMs })
  const post = (digest = digested(), channel = 'C01') =>
    postDigest(slack.access, out, { digest, channel, id: 'delivery-1' })
  return { slack, out, access: slack.access, post }
}
const refusal =
  (code: Refusal, words = '') =>
  (error: unknown) => {
    ok(error instanceof NotDelivered, String(error))
    deepEqual([error.code, error.message.includes(words)], [code, true], error.message)
    ok(!error.message.includes('xoxb'))
    return true
  }

test('a connection shows the team, and its channels over all pages', async () => {
  const { slack, out, access } = await workspace()
  deepEqual(await testConnection(access, out), {
    team_id: 'T01',
    team_name: 'Acme',
    bot_user_id: 'U01',
  })
  slack.pageSize = 2
  for (const n of [2, 3, 4, 5])
    slack.channels.push({
      id: `C0${n}`,
      name: `c${n}`,
      is_private: n === 2,
      is_member: false,
      is_archived: n === 3,
    })
  const found = await channels(access, out)
  deepEqual(
    found.map(({ id }) => id),
    ['C01', 'C02', 'C04', 'C05'],
  )
  deepEqual(found[1], { id: 'C02', name: 'c2', is_private: true, is_member: false })
  await rejects(
    testConnection({ ...access, token: 'xoxb-other' }, out),
    refusal('unauthorised', 'invalid_auth'),
  )
})

test('a digest is one message, which carries the id of its delivery and can be replaced', async () => {
  const { slack, out, access, post } = await workspace()
  const message = await post()
  equal(slack.messages.length, 1)
  deepEqual(slack.messages[0]?.body['metadata'], {
    event_type: 'plumbline_digest',
    event_payload: { id: 'delivery-1', rule_id: digested().rule.id },
  })
  const digest = digested({ reopened: 1 })
  deepEqual(await updateDigest(access, out, { digest, ...message, id: 'delivery-2' }), message)
  equal(slack.messages.length, 1)
  equal(slack.messages[0]?.body['text'], 'Storage: 1 finding was reopened')
  await rejects(
    updateDigest(access, out, { digest, channel: 'C01', ts: '1.2', id: 'x' }),
    refusal('not_found', 'message_not_found'),
  )
})

test('a digest reads like this', () => {
  deepEqual(renderDigest(digested({ new: 1 })), {
    text: 'Storage: 1 new finding',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Storage' } },
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: '2026-11-23 10:00 to 11:00 UTC', verbatim: true }],
      },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'What is open to the world.', verbatim: true },
      },
      { type: 'section', text: { type: 'mrkdwn', text: '*1 new finding*', verbatim: true } },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '• *medium* <https://plumbline.example/findings/1|invoices-1> – Bucket encrypts new objects by default · production (aws 123456789012) · eu-west-1',
          verbatim: true,
        },
      },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '<https://plumbline.example/alerts/1|See all of it in Plumbline>',
          verbatim: true,
        },
      },
    ],
  })
})

test('a digest of hundreds names what fits and counts the rest, in every section', () => {
  const counts = { new: 500, reopened: 70, expiring: 100, overdue: 9 } as const
  const { blocks } = renderDigest(digested(counts))
  equal(blocksFault(blocks), null)
  const texts = textsOf(blocks)
  const length = texts.join('').length
  ok(length <= slackLimits.message && length > slackLimits.message / 2, String(length))
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith('•')).length
  const more = texts.map((text) => Number(/^and (\d+) more$/.exec(text)?.[1] ?? 0))
  equal(lines + more.reduce((sum, one) => sum + one, 0), 500 + 70 + 100 + 9)
})

test('lost connections are named as accounts', () => {
  const provider = { type: 'aws', uid: '123456789012', alias: 'production' }
  const since = '2026-11-23T09:12:00.000Z'
  const connections = [{ provider, since, link: null }]
  const { blocks } = renderDigest(
    digested(
      {},
      { sections: [{ condition: 'connection_lost', total: 1, findings: [], connections }] },
    ),
  )
  ok(textsOf(blocks).includes('*1 account can no longer be read*'))
  ok(
    textsOf(blocks).includes('• *lost* production (aws 123456789012) – since 2026-11-23 09:12 UTC'),
  )
})

test('what Slack would take for a mention or a link is text', () => {
  const resource = { name: '<!channel> <https://evil.example|click> `*~' }
  const link = 'https://plumbline.example/findings/1?a=b|c&d=e'
  const sections = [
    { condition: 'new' as const, total: 1, findings: [forwarded(1, { resource, link })] },
  ]
  const texts = textsOf(renderDigest(digested({}, { sections })).blocks)
  ok(
    texts.some((text) =>
      text.startsWith(
        '• *medium* <https://plumbline.example/findings/1?a=b%7Cc&amp;d=e|&lt;!channel&gt; &lt;https://evil.example|click&gt; ˋ∗∼>',
      ),
    ),
    texts.join('\n'),
  )
})

test('any text up to 100 kB gives blocks within their budget, with no markup but ours', () => {
  fc.assert(
    fc.property(anyDigest, (digest) => {
      const { text, blocks } = renderDigest(digest)
      equal(blocksFault(blocks), null)
      const texts = [text, ...textsOf(blocks)]
      ok(text !== '' && text.length <= slackLimits.text)
      ok(textsOf(blocks).join('').length <= slackLimits.message)
      for (const one of texts) ok(isFit(one), JSON.stringify(one))
      const body = blocks.slice(1).flatMap((block) => textsOf(block))
      for (const mark of body.flatMap(markupOf))
        ok(/^<https?:\/\/[^|<>]+\|[^<>]+>$/.test(mark), mark)
      for (const one of body) ok(!/`|&(?!amp;|lt;|gt;)/.test(one), one)
    }),
    { numRuns: 60 },
  )
})

const words: readonly [error: string, code: Refusal][] = [
  ['invalid_auth', 'unauthorised'],
  ['token_revoked', 'unauthorised'],
  ['missing_scope', 'unauthorised'],
  ['not_in_channel', 'unauthorised'],
  ['channel_not_found', 'not_found'],
  ['is_archived', 'not_found'],
  ['msg_blocks_too_long', 'too_large'],
  ['invalid_blocks', 'invalid'],
  ['ratelimited', 'rate_limited'],
  ['internal_error', 'unavailable'],
]
for (const [error, code] of words) {
  test(`the word ${error}, which comes with 200, is ${code}`, async () => {
    const { slack, post } = await workspace()
    slack.fail('POST /api/chat.postMessage', { status: 200, body: { ok: false, error } })
    await rejects(post(), refusal(code, error))
  })
}

const failures: readonly [string, Failure, Refusal, number | null, messages: number][] = [
  [
    '429',
    { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } },
    'rate_limited',
    30,
    0,
  ],
  ['500', { status: 500, body: '<html>' }, 'unavailable', null, 0],
  ['413', { status: 413, body: '' }, 'too_large', null, 0],
  ['a page of somebody else', { status: 200, body: '<html>' }, 'uncertain', null, 0],
  ['silence', 'hang', 'uncertain', null, 0],
  ['a reset', 'reset', 'uncertain', null, 0],
  ['an answer that breaks off', 'cut', 'uncertain', null, 1],
  ['a lost answer', 'lost', 'uncertain', null, 1],
]
for (const [what, failure, code, wait, messages] of failures) {
  test(`when a message is sent, ${what} is ${code}`, async () => {
    const { slack, post } = await workspace(failure === 'hang' ? 300 : 10_000)
    slack.fail('POST /api/chat.postMessage', failure)
    await rejects(post(), (error: unknown) => {
      equal((error as NotDelivered).retryAfterSeconds, wait)
      return refusal(code)(error)
    })
    equal(slack.messages.length, messages)
  })
}

test('channels that take no message are said, with what to do', async () => {
  const { slack, post } = await workspace()
  const [alerts] = slack.channels
  ok(alerts)
  await rejects(post(digested(), 'C99'), refusal('not_found', 'not a member'))
  alerts.is_member = false
  await rejects(post(), refusal('unauthorised', 'Invite the app'))
  alerts.is_archived = true
  await rejects(post(), refusal('not_found', 'archived'))
})
