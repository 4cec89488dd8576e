/** Imports that fail in every way there is, and are retried as their errors require: each finding is there once. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { seeded } from '@plumbline/scanner/testing'
import { egress } from '../../platform/egress/index.ts'
import { NotDelivered } from '../target.ts'
import { forwarded } from '../testing/findings.ts'
import { archiveMissing, findingId, importFindings } from './index.ts'
import { FakeHub, type Mishap } from './testing/fake-hub.ts'

const hub = await FakeHub.start()
after(() => hub.close())

const failures: readonly Mishap[] = [
  'lost',
  'cut',
  'reset',
  'hang',
  { status: 429, code: 'TooManyRequestsException' },
  { status: 500, code: 'InternalException' },
  { status: 503, code: 'ServiceUnavailable' },
]

test('of a thousand findings with every fifth call failing, each is in the hub once, and what vanished is archived', async () => {
  const random = seeded(16)
  const out = egress({ trusted: [hub.origin], timeoutMs: 150 })
  const { signal } = new AbortController()
  const access = { secret: hub.secret, account: hub.account, ambient: null, endpoint: hub.origin }
  hub.failing = () =>
    random() < 0.2 ? failures[Math.floor(random() * failures.length)] : undefined
  hub.rate = { perSecond: 1_000, burst: 1_000 }

  async function untilDone<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      ok(attempt < 50)
      try {
        return await work()
      } catch (error) {
        ok(error instanceof NotDelivered && !error.isFinal, String(error))
      }
    }
  }
  const all = Array.from({ length: 1_000 }, (_, n) => forwarded(n + 1))
  let imported = 0
  for (let at = 0; at < all.length; at += 50) {
    const some = all.slice(at, at + 50)
    const answer = await untilDone(() =>
      importFindings(access, 'eu-west-1', some, out, signal, { source: 'ours', keyOf: String }),
    )
    deepEqual(answer.failed, [])
    imported += answer.imported
  }
  const known = hub.in('eu-west-1')
  equal(imported, 1_000)
  deepEqual(known.map(({ Id }) => Id).toSorted(), all.map(({ uid }) => findingId(uid)).toSorted())

  const kept = new Set(all.slice(0, 700).map(({ uid }) => uid))
  const thereOf = async (uids: readonly string[]) => new Set(uids.filter((uid) => kept.has(uid)))
  const now = new Date(Date.now() + 60_000)
  await untilDone(() =>
    archiveMissing(access, 'eu-west-1', thereOf, out, signal, { source: 'ours', now }),
  )
  const states = hub.in('eu-west-1').map(({ RecordState: state }) => state)
  equal(states.filter((state) => state === 'ARCHIVED').length, 300)
  ok(hub.asked.length > 30)
})
