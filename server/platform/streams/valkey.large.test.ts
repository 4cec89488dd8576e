// Events between processes over a real server, and what its faults do to listeners. Runs where the
// runner brings a Redis: `npm run test:postgres`.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@plumbline/sse'
import { freshDatabase, type TestDatabase, testEnvironment } from '../../testing/index.ts'
import type { Listening } from '../../testing/listening.ts'
import { startRedis, type TestRedis } from '../../testing/redis.ts'
import { silent } from '../log.ts'
import { member, type Member, node, type Node, type NodeOptions } from './testing/node.ts'
import { valkeyBackend } from './valkey.ts'

if (testEnvironment.redisPort !== null) {
  let db: TestDatabase
  let redis: TestRedis
  before(async () => {
    db = await freshDatabase()
    redis = await startRedis()
  })
  after(async () => {
    await redis.close()
    await db.close()
  })

  const settings = (): { url: string; database: number; namespace: string } => ({
    url: redis.url,
    database: 2,
    namespace: randomUUID(),
  })
  /** A process on the shared server, on the real clock. */
  const onValkey = async (at = settings(), options: NodeOptions = {}): Promise<Node> => {
    const made = await node(db, {
      clock: systemClock,
      backend: valkeyBackend(at, silent),
      ...options,
    })
    await up(made)
    return made
  }
  const isUp = (at: Node): boolean => at.streams.counters()['upstream_up'] === 1
  /** Milliseconds until the process hears again. */
  const up = async (at: Node, isIt = true): Promise<number> => {
    const started = performance.now()
    while (isUp(at) !== isIt) {
      assert.ok(performance.now() - started < 12_000, `not ${isIt ? 'up' : 'down'} in time`)
      await sleep(5)
    }
    return performance.now() - started
  }
  const eventsLost = async (listening: Listening, withinMs = 12_000): Promise<void> => {
    assert.equal((await listening.heard('stream.error', withinMs)).data['code'], 'events_lost')
    await listening.ended
    assert.match(listening.text, /retry: ([5-9]\d\d|[1-4]\d{3}|5000)\n\n$/)
  }
  /** A publisher, a process with listeners, and some of these. */
  async function installation() {
    const at = settings()
    const [publisher, here] = [await onValkey(at), await onValkey(at)]
    const members: Member[] = []
    for (let n = 0; n < 3; n += 1) members.push(await member(db, here))
    const listening = await Promise.all(members.map((who) => here.listen(who)))
    const [first] = members
    assert.ok(first)
    const close = async (): Promise<void> => {
      await publisher.close()
      await here.close()
    }
    return { publisher, here, members, first, listening, close }
  }
  /** No stream stays silent: a new listener receives what is sent now. */
  async function hears(publisher: Node, here: Node, who: Member): Promise<void> {
    const listening = await here.listen(who)
    assert.equal(listening.status, 200)
    await up(publisher)
    publisher.send(who, 'after the fault')
    await listening.heard('note.created')
    await listening.leave()
  }

  test('what one process sends is heard by the listeners of another, and by nobody else', async () => {
    const { publisher, here, members, listening, close } = await installation()
    const otherDeployment = await onValkey() // another deployment on the same server
    const otherListener = await otherDeployment.listen(members[0] as Member)
    try {
      for (const [n, who] of members.entries()) publisher.send(who, `for ${who.tenantId}`, n)
      for (const [n, one] of listening.entries()) {
        const { data } = await one.heard('note.created')
        assert.deepEqual(data, { text: `for ${members[n]?.tenantId}`, n })
        assert.equal(one.events.length, 1)
      }
      const counts = here.streams.counters()
      assert.equal(counts['upstream_subscriptions'], 3)
      assert.equal(otherListener.events.length, 0)
    } finally {
      await otherDeployment.close()
      await close()
    }
  })

  test('a right that is revoked in one process ends the streams in another within a second', async () => {
    const { publisher, first, listening, close } = await installation()
    try {
      const started = performance.now()
      await db.database.inTenant(first.tenantId, async (tx) =>
        publisher.streams.rightsChanged(tx, { kind: 'user', user: first.userId }),
      )
      const closed = await listening[0]?.heard('stream.error', 2_000)
      assert.equal(closed?.data['code'], 'access_revoked')
      assert.ok(performance.now() - started < 1_000)
      assert.ok(!listening[1]?.text.includes('stream.error'))
    } finally {
      await close()
    }
  })

  test('SIGKILL: every listener gets events_lost, and events arrive again two seconds after the server’s return', async () => {
    const { publisher, here, first, listening, close } = await installation()
    try {
      redis.signal('SIGKILL')
      await up(here, false)
      const refused = await here.listen(await member(db, here))
      assert.equal(refused.status, 503)
      assert.ok(Number(refused.headers.get('retry-after')) >= 1)
      await redis.restart()
      const ms = await up(here)
      assert.ok(ms <= 2_000, `${ms} ms`)
      for (const one of listening) await eventsLost(one)
      await hears(publisher, here, first)
    } finally {
      await close()
    }
  })

  test('SIGKILL and a long absence: every listener gets events_lost after ten seconds, and the return is noticed as soon', async () => {
    const { publisher, here, first, listening, close } = await installation()
    try {
      redis.signal('SIGKILL')
      for (const one of listening) await eventsLost(one, 14_000)
      await redis.restart()
      const ms = await up(here)
      assert.ok(ms <= 2_000, `${ms} ms`)
      await hears(publisher, here, first)
    } finally {
      await close()
    }
  })

  test('SIGSTOP: a server that hangs is noticed, every listener gets events_lost, and events arrive again once it goes on', async () => {
    const { publisher, here, first, listening, close } = await installation()
    try {
      redis.signal('SIGSTOP')
      await up(here, false)
      redis.signal('SIGCONT')
      const ms = await up(here)
      assert.ok(ms <= 2_000, `${ms} ms`)
      for (const one of listening) await eventsLost(one)
      await hears(publisher, here, first)
    } finally {
      redis.signal('SIGCONT')
      await close()
    }
  })

  test('CLIENT KILL of the subscribers: every listener gets events_lost, and the next one gets events', async () => {
    const { publisher, here, first, listening, close } = await installation()
    try {
      await redis.command('client', 'kill', 'type', 'pubsub')
      for (const one of listening) await eventsLost(one)
      await up(here)
      await hears(publisher, here, first)
    } finally {
      await close()
    }
  })

  test('CLIENT KILL of the publishers: what they send next arrives, or its loss is reported', async () => {
    const { publisher, here, members, listening, close } = await installation()
    try {
      await redis.command('client', 'kill', 'type', 'normal', 'skipme', 'yes')
      for (const who of members) publisher.send(who, 'on the way')
      for (const one of listening) {
        const until = Date.now() + 5_000
        while (one.events.length === 0 && Date.now() < until) await sleep(10)
        assert.match(one.text, /on the way|events_lost/)
      }
      await hears(publisher, here, members[0] as Member)
    } finally {
      await close()
    }
  })

  test('a process that lags is cut off by the server: every listener gets events_lost, and new ones get events', async () => {
    const { publisher, here, first, listening, close } = await installation()
    const before = (await redis.command('config', 'get', 'client-output-buffer-limit')) as string[]
    try {
      await redis.command('config', 'set', 'client-output-buffer-limit', 'pubsub 64kb 32kb 1')
      const pattern = `*${first.providerId}`
      const [topic = ''] = (await redis.command('pubsub', 'channels', pattern)) as string[]
      const flood =
        "local big = string.rep('x', 16384) for n = 1, 100 do redis.call('publish', KEYS[1], big) end"
      await redis.command('eval', flood, 1, topic)
      for (const one of listening) await eventsLost(one)
      await up(here)
      await hears(publisher, here, first)
    } finally {
      await redis.command('config', 'set', 'client-output-buffer-limit', before[1] ?? '')
      await close()
    }
  })

  test('a server that starts after the product is found; until then a stream is 503, not silent', async () => {
    redis.signal('SIGKILL')
    const lines: [string, unknown][] = []
    const record = (event: string, facts?: unknown): void => void lines.push([event, facts])
    const log = { info: record, warn: record, error: record }
    const at = await node(db, { clock: systemClock, backend: valkeyBackend(settings(), log) })
    try {
      const who = await member(db, at)
      assert.equal((await at.listen(who)).status, 503)
      await redis.restart()
      await up(at)
      await hears(at, at, who)
      const [[first], [last]] = [lines[0] ?? [], lines.at(-1) ?? []]
      assert.deepEqual([first, last], ['events cannot be sent to Valkey', 'Valkey is available'])
    } finally {
      await at.close()
    }
  })

  test('a wrong password is logged, without the password', async () => {
    const secured = await startRedis('--requirepass', 'the-right-password')
    const lines: string[] = []
    const record = (event: string, facts?: unknown): void =>
      void lines.push(`${event} ${JSON.stringify(facts)}`)
    const log = { info: record, warn: record, error: record }
    const by = (password: string) => {
      const url = secured.url.replace('//', `//:${password}@`)
      return valkeyBackend({ url, database: 2, namespace: 'n' }, log)
    }
    try {
      const wrong = by('the-wrong-password')
      while (!lines.some((line) => /WRONGPASS/.test(line))) await sleep(10)
      await wrong.close()
      const right = by('the-right-password')
      while (!lines.some((line) => line.startsWith('Valkey is available'))) await sleep(10)
      await right.close()
      assert.ok(!lines.some((line) => /the-(right|wrong)-password/.test(line)))
    } finally {
      await secured.close()
    }
  })
}
