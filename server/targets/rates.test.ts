/** Vendors limit how often they are called: the fakes refuse what is beyond that, and Plumbline stays below it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { egress } from '../platform/egress/index.ts'
import { digested } from './testing/findings.ts'
import { FakeJira } from './jira/testing/fake-jira.ts'
import { callJira } from './jira/access.ts'
import * as slack from './slack/index.ts'
import { FakeSlack } from './slack/testing/fake-slack.ts'
import * as teams from './teams/index.ts'
import { FakeWorkflow } from './teams/testing/fake-workflow.ts'
import { NotDelivered } from './target.ts'
import type { FakeTarget } from './testing/fake-target.ts'
import * as webhook from './webhook/index.ts'
import { FakeReceiver } from './webhook/testing/fake-receiver.ts'

const started: FakeTarget[] = []
after(() => Promise.all(started.map((fake) => fake.close())))

interface Case {
  readonly name: string
  readonly start: () => Promise<{ fake: FakeTarget; send: () => Promise<unknown> }>
  /** Calls that the vendor takes at once. */
  readonly burst: number
  /** Calls at once that Plumbline spreads over time, since the vendor would refuse some of them. */
  readonly many: number
}

const out = (fake: FakeTarget) => egress({ trusted: [fake.origin], timeoutMs: 30_000 })
const digest = digested()
const cases: readonly Case[] = [
  {
    name: 'Slack, messages of a channel',
    burst: 5,
    many: 6,
    start: async () => {
      const fake = await FakeSlack.start()
      const post = { digest, channel: 'C01', id: 'delivery' }
      return { fake, send: () => slack.postDigest(fake.access, out(fake), post) }
    },
  },
  {
    name: 'Teams, cards of a workflow',
    burst: 4,
    many: 8,
    start: async () => {
      const fake = await FakeWorkflow.start()
      return { fake, send: () => teams.postDigest(fake.access, out(fake), { digest, id: 'x' }) }
    },
  },
  {
    name: 'a receiver of webhooks',
    burst: 20,
    many: 25,
    start: async () => {
      const fake = await FakeReceiver.start()
      const event = { id: 'x', type: 'alert.fired', timestamp: digest.window.to, data: {} }
      return { fake, send: () => webhook.deliver(fake.access, out(fake), event) }
    },
  },
  {
    name: 'Jira, calls of an endpoint',
    burst: 100,
    many: 110,
    start: async () => {
      const fake = await FakeJira.start()
      return { fake, send: () => callJira(fake.access, out(fake), { path: '/myself' }) }
    },
  },
]

for (const { name, start, burst, many } of cases) {
  test(`${name}: the fake refuses what is beyond its limit, and takes more a second later`, async () => {
    const { fake, send } = await start()
    started.push(fake)
    await send()
    const [{ method, path, query, headers, body } = assert.fail('nothing was asked')] = fake.asked
    let nowMs = 1e6
    fake.clock = () => nowMs
    const { 'content-length': _length, ...given } = headers
    const again = async (): Promise<Response> => {
      const answer = await fetch(`${fake.origin}${path}?${query}`, {
        method,
        headers: given,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      })
      await answer.arrayBuffer()
      return answer
    }
    const statuses = []
    for (let call = 0; call < burst; call += 1) statuses.push((await again()).status)
    const refused = await again()
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.ok(!statuses.includes(429))
    nowMs += 1_000
    assert.notEqual((await again()).status, 429)
  })

  test(`${name}: ${many} at once are spread, and none is refused`, async () => {
    const { fake, send } = await start()
    started.push(fake)
    await Promise.all(Array.from({ length: many }, send))
    assert.equal(fake.asked.length, many)
  })

  test(`${name}: a refusal says when to come back`, async () => {
    const { fake, send } = await start()
    started.push(fake)
    fake.limited = () => [{ key: 'all', perSecond: 1, burst: 0 }]
    await assert.rejects(send, (error: unknown) => {
      assert.ok(error instanceof NotDelivered)
      assert.deepEqual(
        [error.code, error.isFinal, error.retryAfterSeconds],
        ['rate_limited', false, 1],
      )
      return true
    })
  })
}
