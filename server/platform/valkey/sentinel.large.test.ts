// A failover of Valkey that Sentinel does, and the loss of both of its servers. Runs where the runner brings a Redis.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@plumbline/sse'
import { freshDatabase, type TestDatabase, testEnvironment } from '../../testing/index.ts'
import { startSentinel, type TestSentinel } from '../../testing/sentinel.ts'
import { silent } from '../log.ts'
import { member, type Member, node, type Node } from '../streams/testing/node.ts'
import { valkeyBackend } from '../streams/valkey.ts'
import { sharedLimits } from './index.ts'

const longestMs = 20_000

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + longestMs; performance.now() < deadline; ) {
    if (await isSo()) return
    await sleep(10)
  }
  assert.fail(`${what} did not happen within ${longestMs / 1_000} s`)
}

if (testEnvironment.redisPort !== null) {
  let db: TestDatabase
  let sentinel: TestSentinel
  before(async () => {
    db = await freshDatabase()
    sentinel = await startSentinel({ password: 'secret' })
  })
  after(async () => {
    await sentinel.close()
    await db.close()
  })

  const settings = () => ({ url: sentinel.url, database: 2, namespace: randomUUID() })
  const isUp = (at: Node): boolean => at.streams.counters()['upstream_up'] === 1
  const faults: readonly [what: string, fault: () => Promise<void>][] = [
    ['a failover', () => sentinel.failOver()],
    ['the loss of both servers with their content', () => sentinel.loseAll(1_000)],
    ['a failover back', () => sentinel.failOver()],
  ]

  for (const [what, fault] of faults)
    test(`${what}: every listener gets events_lost, then events arrive again and limits are shared`, async () => {
      const at = settings()
      const onValkey = (): Promise<Node> =>
        node(db, { clock: systemClock, backend: valkeyBackend(at, silent) })
      const [publisher, here] = [await onValkey(), await onValkey()]
      const one = await sharedLimits(at, silent)
      const other = await sharedLimits(at, silent)
      const take = () => one.take('account', 100, what)
      const left = async (): Promise<number | undefined> =>
        (await other.take('account', 100, what))?.remaining
      try {
        await until('the connection', () => isUp(publisher) && isUp(here))
        const who: Member = await member(db, here)
        const listening = await here.listen(who)
        publisher.send(who, 'before')
        await listening.heard('note.created')
        await until('the sharing of limits', async () => (await take()) !== undefined)
        await until('the sharing of limits', async () => (await left()) !== undefined)

        await fault()
        const { data } = await listening.heard('stream.error', longestMs)
        assert.equal(data['code'], 'events_lost')
        await listening.ended
        await until('the reconnection', () => isUp(publisher) && isUp(here))
        const again = await here.listen(who)
        publisher.send(who, 'after')
        assert.equal((await again.heard('note.created')).data['text'], 'after')
        await again.leave()
        await until('the sharing of limits', async () => (await take()) !== undefined)
        const before = (await take())?.remaining ?? 0
        await until('the sharing of limits', async () => ((await left()) ?? 100) < before)
      } finally {
        one.close()
        other.close()
        await publisher.close()
        await here.close()
      }
    })

  test('an address with a Sentinel that does not answer leads to the primary by the other one', async () => {
    const url = sentinel.url.replace('127.0.0.1', '127.0.0.1:1,127.0.0.1')
    const limits = await sharedLimits({ ...settings(), url }, silent)
    await until('the connection', async () => (await limits.take('account', 1, 'a')) !== undefined)
    limits.close()
  })
}
