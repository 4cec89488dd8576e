/** The request rate to an organization, by a clock that advances only while no request is in flight. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { engineConfig } from '../../engine/config.ts'
import { open, type OpenInput, planScan, scan } from '../../engine/index.ts'
import { createHttp } from '../../engine/http.ts'
import type { Http } from '../../kit/index.ts'
import { acmeOrg, credentials, startFixtureOkta } from '../../testing/okta/index.ts'
import { untilReset } from './door.ts'
import { okta } from './index.ts'

interface Waiting {
  readonly until: number
  readonly wake: () => void
}

/** A clock that advances as soon as all work waits for it. */
function handedClock(isBusy: () => boolean) {
  const start = Date.parse('2026-01-15T12:00:00Z')
  const waiting = new Set<Waiting>()
  let time = start
  const over = new AbortController()
  const run = async () => {
    while (!over.signal.aborted) {
      for (let n = 0; n < 5; n++) await turn()
      const [first] = [...waiting].toSorted((a, b) => a.until - b.until)
      if (isBusy() || !first) continue
      time = Math.max(time, first.until)
      waiting.delete(first)
      first.wake()
    }
  }
  return {
    start,
    run,
    end: () => over.abort(),
    now: () => time,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const entry = { until: time + ms, wake: resolve }
        waiting.add(entry)
        signal.addEventListener('abort', () => {
          waiting.delete(entry)
          reject(signal.reason)
        })
      }),
  }
}

/** A whole scan by the clock: when each request was sent, and the coverage. */
async function timed(
  t: TestContext,
  config: OpenInput['config'] = {},
  spoil: (organization: Awaited<ReturnType<typeof startFixtureOkta>>) => void = () => undefined,
  resetSeconds = 0,
) {
  let flying = 0
  const clock = handedClock(() => flying > 0)
  const organization = await startFixtureOkta({
    state: acmeOrg(),
    pageSize: 2,
    now: clock.now,
    resetSeconds: () => resetSeconds,
  })
  t.after(() => organization.close())
  t.after(clock.end)
  spoil(organization)
  const { perSecond, ...engine } = engineConfig(config, okta.defaults)
  const door = createHttp({
    ...engine,
    hosts: okta.hosts,
    endpoint: organization.url,
    limits: { ...okta.limits, perSecond: perSecond ?? okta.limits.perSecond },
    clock,
    random: () => 0.5,
    log: () => void (flying -= 1),
  })
  const http: Http = {
    ...door,
    call: (call) =>
      door.call({
        ...call,
        build: async (attempt) => {
          flying += 1
          return call.build(attempt)
        },
      }),
  }
  const running = clock.run()
  const own = { ...config, endpoint_url: organization.url }
  const input = { uid: 'acme.okta.com', secret: credentials, config: own, http, clock }
  const session = await open(okta, input)
  const coverage = []
  let findings = 0
  for await (const result of scan(await planScan(session), { session }))
    if (result.kind === 'unit') {
      coverage.push(...result.coverage)
      findings += result.emitted
    }
  session.close()
  clock.end()
  await running
  const times = organization.calls.map(({ at }) => at - clock.start)
  return { organization, times, coverage, findings }
}

/** The maximum number of requests within any second. */
const mostInASecond = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length))

test('an organization is asked four times in any second at most: sign-in, services and retries together', async (t) => {
  const { organization, times, findings } = await timed(t, {}, ({ script }) => {
    script({ match: { operation: 'list apps', times: 3 }, do: 'throttle' })
    script({ match: { operation: 'list policy rules', nth: 2 }, do: 'status', status: 503 })
  })
  ok(findings > 100)
  ok(organization.calls.some(({ operation }) => operation === 'sign in'))
  equal(mostInASecond(times), 4)
  // The rate is not much lower than the limit.
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
  ok(times.length / seconds > 3.3, `${times.length} requests in ${seconds} s`)
})

test('how often it is asked is a key of the scan configuration', async (t) => {
  equal(mostInASecond((await timed(t, { max_requests_per_second: 2 })).times), 2)
  equal(mostInASecond((await timed(t, { max_requests_per_second: 10 })).times), 10)
})

const throttledZones =
  (retryAfterSeconds?: number) =>
  ({ script }: Awaited<ReturnType<typeof startFixtureOkta>>) =>
    void script({
      match: { operation: 'list network zones' },
      do: 'throttle',
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })

for (const [config, retries] of [
  [{}, 5],
  [{ retries: 2 }, 2],
  [{ retries: 0 }, 0],
] as const) {
  test(`a call that is throttled is made ${retries} times more by ${JSON.stringify(config)}, then it is a gap`, async (t) => {
    const { organization, times, coverage } = await timed(t, config, throttledZones())
    const zones = organization.calls.filter(({ operation }) => operation === 'list network zones')
    equal(zones.length, 1 + retries)
    ok(mostInASecond(times) <= 4)
    const row = coverage.find(({ check_id }) => check_id.startsWith('network_zone'))
    deepEqual([row?.outcome, row?.action], ['throttled', 'okta.networkZones.read'])
    equal(coverage.filter(({ outcome }) => outcome === 'throttled').length, 1)
  })
}

test('a retry waits until the limit is a new one, as X-Rate-Limit-Reset or Retry-After says', async (t) => {
  const gaps = async (retryAfter: number | undefined, reset: number) => {
    const { organization } = await timed(t, { retries: 1 }, throttledZones(retryAfter), reset)
    const [first, second] = organization.calls.filter(
      ({ operation }) => operation === 'list network zones',
    )
    return (second?.at ?? 0) - (first?.at ?? 0)
  }
  const byReset = await gaps(undefined, 20)
  ok(byReset >= 19_000 && byReset < 22_000, `${byReset} ms`)
  const byRetryAfter = await gaps(7, 20)
  ok(byRetryAfter >= 7_000 && byRetryAfter < 9_000, `${byRetryAfter} ms`)
  const answer = (headers: Record<string, string>) => ({ status: 429, headers, body: Buffer.of() })
  const now = Date.parse('2026-01-15T12:00:00Z')
  const date = 'Thu, 15 Jan 2026 11:00:00 GMT' // the organization's clock is an hour behind ours
  const reset = String(Date.parse(date) / 1_000 + 7)
  equal(untilReset(answer({ date, 'x-rate-limit-reset': reset }), now), 7_000)
  equal(untilReset(answer({ 'x-rate-limit-reset': String(now / 1_000 + 3_600) }), now), 60_000)
  equal(untilReset(answer({ 'x-rate-limit-reset': '0' }), now), 0)
  for (const none of ['', 'soon', '-1', '1e9'])
    equal(untilReset(answer({ 'x-rate-limit-reset': none }), now), null)
  equal(untilReset({ ...answer({ 'x-rate-limit-reset': reset, date }), status: 200 }, now), null)
})
