// How a scan ends: when it is told to, whatever it waits for, and without leaving anything behind.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { aws, open, planScan, scan } from './index.ts'
import {
  type Account,
  demoAccount,
  demoCredentials,
  type FixtureCloud,
  startFixtureCloud,
} from './testing/index.ts'

const uid = '123456789012'
const now = new Date('2026-01-15T12:00:00Z')

const opened = (cloud: FixtureCloud) =>
  open(aws, { uid, secret: demoCredentials, config: { endpoint_url: cloud.url } })

/** Sockets and timers that keep this process alive, by kind. */
const held = () =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind === 'TCPSocketWrap' || kind === 'Timeout')
    .sort()

/** Waits until as much is held as before: closing a socket takes a turn or two at either end. */
async function settled(before: readonly string[]): Promise<void> {
  for (const until = Date.now() + 1_500; Date.now() < until; ) {
    if (held().length <= before.length) break
    await wait(10)
  }
  deepEqual(held(), before)
}

interface Waiting {
  readonly checks?: readonly string[]
  /** What the scan has called once it waits. */
  readonly reached: (cloud: FixtureCloud, operations: readonly string[]) => boolean
  readonly account?: (account: Account) => void
  readonly script?: (cloud: FixtureCloud) => void
}

const situations: Readonly<Record<string, Waiting>> = {
  'every call hangs': {
    script: (cloud) => cloud.script({ match: {}, do: 'hang' }),
    reached: (_, operations) => operations.length > 5,
  },
  'it is throttled and told to come back in an hour': {
    script: (cloud) => cloud.script({ match: {}, do: 'throttle', retryAfterSeconds: 3_600 }),
    reached: (_, operations) => operations.length > 5,
  },
  'it waits for the credential report': {
    checks: ['iam_avoid_root_usage'],
    account: ({ iam }) => {
      iam.credentialReport = { asked: true, pollsLeft: 1_000, generatedAt: null }
    },
    // After four looks the next one is two seconds away.
    reached: (_, operations) =>
      operations.filter((it) => it === 'GenerateCredentialReport').length === 4,
  },
}

for (const [what, { checks, reached, account: change, script }] of Object.entries(situations)) {
  test(`a scan that is cancelled while ${what} ends at once, and its sockets with it`, async (t) => {
    const account = demoAccount(now)
    change?.(account)
    const cloud = await startFixtureCloud({ accounts: [account] })
    t.after(() => cloud.close())
    const before = held()
    const session = await opened(cloud)
    t.after(() => session.close())
    script?.(cloud)
    const plan = await planScan(session, checks ? { checks } : {})
    const stop = new AbortController()
    const from = cloud.calls.length
    const running = (async () => {
      for await (const result of scan(plan, { session, signal: stop.signal })) {
        equal(result.kind, 'failed')
      }
    })()
    running.catch(() => undefined) // looked at below
    const operations = () => cloud.calls.slice(from).map(({ operation }) => operation)
    for (const until = Date.now() + 5_000; !reached(cloud, operations()); ) {
      ok(Date.now() < until, 'the scan never came to where it waits')
      await wait(5)
    }
    const asked = performance.now()
    stop.abort()
    await rejects(running, { name: 'AbortError' })
    ok(performance.now() - asked < 500)
    session.close()
    await settled(before)
  })
}

test('a cancelled scan closes the sockets of calls in flight before its session is closed', async (t) => {
  const cloud = await startFixtureCloud({ accounts: [demoAccount(now)] })
  t.after(() => cloud.close())
  const before = held()
  const session = await opened(cloud)
  t.after(() => session.close())
  cloud.script({ match: {}, do: 'hang' })
  const stop = new AbortController()
  const results = scan(await planScan(session), { session, signal: stop.signal })
  const first = results.next()
  await wait(200)
  ok(held().length > before.length + 10)
  stop.abort()
  await rejects(first, { name: 'AbortError' })
  await settled(before)
})

test('scan after scan of one process leaves no socket, no timer and no warning behind', async (t) => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  t.after(() => void process.off('warning', note))
  const cloud = await startFixtureCloud({ accounts: [demoAccount(now)] })
  t.after(() => cloud.close())
  const before = held()
  const counts: number[] = []
  for (let n = 0; n < 2; n++) {
    const session = await opened(cloud)
    let findings = 0
    for await (const result of scan(await planScan(session), { session, now })) {
      if (result.kind === 'unit') findings += result.emitted
    }
    counts.push(findings)
    session.close()
    await settled(before)
  }
  ok((counts[0] ?? 0) > 200)
  equal(counts[1], counts[0])
  deepEqual(warnings, [])
})
