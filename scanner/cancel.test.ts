// Cancels a scan that waits for an asynchronous job of AWS; see kinds-cancel.test.ts for waits of every provider type.
import { ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { aws, open, planScan, scan } from './index.ts'
import { held, settled } from './testing/held.ts'
import { demoAccount, demoCredentials, startFixtureCloud } from './testing/index.ts'

const now = new Date('2026-01-15T12:00:00Z')

test('a scan that is cancelled while it waits for the credential report ends, and its sockets with its session', async (t) => {
  const account = demoAccount(now)
  account.iam.credentialReport = { asked: true, pollsLeft: 1_000, generatedAt: null }
  const cloud = await startFixtureCloud({ accounts: [account] })
  t.after(() => cloud.close())
  const before = held()
  const config = { endpoint_url: cloud.url }
  const session = await open(aws, { uid: account.id, secret: demoCredentials, config })
  t.after(() => session.close())
  const plan = await planScan(session, { checks: ['iam_avoid_root_usage'] })
  const stop = new AbortController()
  const running = Array.fromAsync(scan(plan, { session, signal: stop.signal }))
  running.catch(() => undefined) // awaited below
  const looks = () =>
    cloud.calls.filter(({ operation }) => operation === 'GenerateCredentialReport').length
  // After four polls the next one follows two seconds later.
  for (const until = Date.now() + 60_000; looks() < 4; ) {
    ok(Date.now() < until, 'the scan never came to where it waits')
    await wait(5)
  }
  stop.abort()
  await rejects(running, { name: 'AbortError' })
  session.close()
  await settled(before)
})
