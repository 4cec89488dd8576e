/**
 * Processes that die by SIGKILL in the middle of a scan: nothing is lost, nothing is doubled, and the work resumes. On
 * PostgreSQL the worker is killed beside a living API; on the embedded database the one process is.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccount, type FixtureCloud, startFixtureCloud } from '@plumbline/scanner/testing'
import { type Answered, type Client, eventually } from '@plumbline/server/testing'
import { isWhole, seeded, testSeed } from '@plumbline/scanner/testing'
import { Installation } from './testing/installation.ts'

const kills = isWhole ? 10 : 2
/** Short, so that many kills fit into a test; one test runs the default. */
const leaseSeconds = 2

const random = seeded(testSeed) // the moments of the kills

let cloud: FixtureCloud
let installation: Installation
let expected: string[]

/** A cloud as slow as a real one: a kill is to fall into the scan, not beside it. */
function pace(bytesPerTick: number, tickMs: number): void {
  endPace()
  endPace = cloud.script({ match: {}, do: 'slow', bytesPerTick, tickMs })
}
let endPace = (): void => {}

/** Every finding with its verdict, as the API shows it; twice the same line would be a doubled one. */
async function findings(client: Client): Promise<string[]> {
  const shown = ['uid', 'status', 'severity', 'status_extended']
  const lines: string[] = []
  let next: string | null = `/findings/latest?page[size]=100&fields[findings]=${shown.join(',')}`
  while (next !== null) {
    const page: Answered = await client.get(next)
    equal(page.status, 200, page.text)
    for (const row of page.items) lines.push(shown.map((name) => row.text(name)).join(' '))
    next = page.next
  }
  return lines.toSorted()
}

async function scanState(scanId: string): Promise<{ state: string; progress: number }> {
  const { item } = await installation.client.get(`/scans/${scanId}`)
  return { state: item.text('state'), progress: item.number('progress') }
}

async function startScan(providerId: string): Promise<string> {
  const provider = { type: 'providers', id: providerId }
  const task = await installation.client.make('/scans', 'scans', {}, { provider })
  return task.text('task_args', 'scan_id')
}

/** Waits until the scan has moved beyond `beyond` percent, or has ended. */
async function moved(scanId: string, beyond: number): Promise<void> {
  await eventually('the scan goes on', async () => {
    const { state, progress } = await scanState(scanId)
    return progress > beyond || /completed|failed/.test(state)
  })
}

/** Waits until the cloud is called again: work resumes within so many milliseconds of `from`. */
async function resumed(callsBefore: number, from: number, withinMs: number): Promise<void> {
  while (cloud.calls.length === callsBefore) {
    const ms = performance.now() - from
    ok(ms < withinMs, `nothing was asked within ${withinMs} ms (seed ${testSeed})`)
    await sleep(10)
  }
}

async function completed(scanId: string): Promise<void> {
  await eventually('the end of the scan', async () => {
    const { state } = await scanState(scanId)
    ok(/available|executing|completed/.test(state), `the scan is ${state} (seed ${testSeed})`)
    return state === 'completed'
  })
}

before(async () => {
  cloud = await startFixtureCloud({ accounts: [demoAccount()] })
  pace(16_384, 15)
  installation = await Installation.prepare({
    AWS_ENDPOINT_URL: cloud.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    LEASE_SECONDS: String(leaseSeconds),
    SCAN_UNITS: '1', // one after the other: each kill is to find a scan that has not ended
  })
  await installation.start()
  await installation.signUp('undisturbed')
  const provider = await installation.client.provider()
  await completed(await startScan(provider))
  expected = await findings(installation.client)
  ok(expected.length >= 200, `the demo account gives ${expected.length} findings`)
})

after(async () => {
  await installation.stop()
  await cloud.close()
})

/** On the embedded database a restart frees the leases; on PostgreSQL they run out first. */
const resumeMs = 5_000 + leaseSeconds * 1_000
/** What a start of the product takes on an idle machine; on a busy one all else takes longer as well. */
const startMs = 2_000

/** Kills at a random moment; a scan that is still running resumes in time, and progresses. */
async function killAndRestart(scanId: string, withinMs = resumeMs): Promise<boolean> {
  await sleep(random() * 250)
  const { state, progress } = await scanState(scanId)
  if (state !== 'executing') return false
  await installation.crash()
  const killed = performance.now()
  const calls = cloud.calls.length
  await installation.start()
  const started = performance.now()
  const slowness = Math.max(1, (started - killed) / startMs)
  // Where the API lives on, the time counts from the kill; where all died, from the restart.
  await resumed(calls, installation.isSplit ? killed : started, withinMs * slowness)
  await moved(scanId, progress)
  return true
}

test('a scan whose worker is killed many times ends with the findings of an undisturbed one', {
  timeout: 400_000,
}, async () => {
  await installation.signUp('many-kills')
  const provider = await installation.client.provider()
  pace(8_192, 120) // something must be left to do when the last kill comes
  const scan = await startScan(provider)
  await moved(scan, 0)
  let killed = 0
  while (killed < kills && (await killAndRestart(scan))) killed += 1
  pace(16_384, 15)
  await completed(scan)
  equal(killed, kills, `only ${killed} kills fell into the scan (seed ${testSeed})`)
  deepEqual(await findings(installation.client), expected)
})

test('scans whose worker is killed once each end with the same findings', {
  timeout: 400_000,
}, async () => {
  installation.set({ SCAN_UNITS: '8' })
  await installation.signUp('one-kill-each')
  const provider = await installation.client.provider()
  let killed = 0
  for (let scans = 0; killed < kills && scans < 3 * kills; scans += 1) {
    const scan = await startScan(provider)
    await moved(scan, Math.floor(random() * 60))
    if (await killAndRestart(scan)) killed += 1 // else it had ended before the kill
    await completed(scan)
    deepEqual(await findings(installation.client), expected)
  }
  equal(killed, kills, `only ${killed} kills fell into a scan (seed ${testSeed})`)
})

test('with the default lease, work goes on within 30 s of a kill', {
  timeout: 180_000,
}, async () => {
  await installation.crash()
  installation.set({ LEASE_SECONDS: '20' })
  await installation.start()
  await installation.signUp('default-lease')
  const scan = await startScan(await installation.client.provider())
  await moved(scan, 10)
  ok(await killAndRestart(scan, installation.isSplit ? 30_000 : 5_000))
  await completed(scan)
  deepEqual(await findings(installation.client), expected)
})
