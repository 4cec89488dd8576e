import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock, HttpAnswer } from '../../kit/index.ts'
import { soundRepository } from '../../testing/github/index.ts'
import { RateLimits, refusedUntil } from './rate-limits.ts'
import { gitHubWith, hastyClock, opened, scanned } from './testing/opened.ts'

const now = Date.parse('2026-01-15T12:00:00Z')
const seconds = now / 1_000

const answer = (
  status: number,
  headers: Record<string, string> = {},
  message = '',
): HttpAnswer => ({
  status,
  headers,
  body: Buffer.from(JSON.stringify({ message })),
})

const used = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(seconds + 90) }

for (const [what, given, until] of [
  ['a budget that is used up', answer(403, used), 90],
  ['a budget that is used up, by 429', answer(429, used), 90],
  ['Retry-After, whatever the budget says', answer(403, { ...used, 'retry-after': '7' }), 7],
  ['a secondary limit', answer(403, {}, 'You have exceeded a secondary rate limit.'), 60],
  ['a 429 that says nothing', answer(429), 60],
  ['a reset that is over', answer(403, { ...used, 'x-ratelimit-reset': '1' }), 0],
  ['a refusal', answer(403, { 'x-ratelimit-remaining': '4999' }, 'Forbidden'), null],
  ['an answer, the last of its budget', answer(200, used), null],
] as const) {
  test(`${what} is ${until === null ? 'no limit' : `waited for ${until} seconds`}`, () => {
    equal(refusedUntil(given, now), until === null ? null : now + until * 1_000)
  })
}

/** A clock that advances only when code sleeps. */
function manual(): Clock & { readonly slept: number[] } {
  let time = now
  const slept: number[] = []
  return {
    slept,
    now: () => time,
    sleep: async (ms) => {
      slept.push(ms)
      time += ms
    },
  }
}

test('nothing is asked before a budget is renewed, and waits that are too long are given up', async () => {
  const clock = manual()
  const limits = new RateLimits(clock)
  const { signal } = new AbortController()
  await limits.turn('rest', 'metadata:read', signal)
  limits.heard('rest', answer(200, used))
  await limits.turn('graphql', 'contents:read', signal)
  deepEqual(clock.slept, [])
  await limits.turn('rest', 'metadata:read', signal)
  await limits.turn('rest', 'metadata:read', signal)
  deepEqual(clock.slept, [90_000])
  limits.heard('rest', answer(403, { 'retry-after': '90000' }))
  const refused = await limits.turn('rest', 'metadata:read', signal).catch((thrown) => thrown)
  deepEqual(
    [refused.code, refused.outcome, refused.action],
    ['rate_limited', 'throttled', 'metadata:read'],
  )
})

const repositories = () => [1, 2, 3].map((id) => soundRepository(id))

test('a scan whose budget ends waits for the next one, and goes on', async (t) => {
  const waits: number[] = []
  const reset = Math.floor(Date.now() / 1_000) + 1_800
  const budget = { remaining: 10, reset }
  const { fixture } = await gitHubWith(t, { repositories: repositories(), budget })
  const clock: Clock = {
    now: () => Date.now() + (budget.remaining > 10 ? 1_800_000 : 0),
    sleep: async (ms, signal) => {
      if (ms < 60_000) return await hastyClock.sleep(ms, signal)
      waits.push(ms)
      budget.remaining = 1_000
    },
  }
  const { findings, coverage } = await scanned(await opened(t, fixture, { clock }))
  ok(waits.length > 0)
  ok(waits.every((ms) => ms > 1_700_000 && ms <= 1_800_000))
  equal(findings.length, 59)
  ok(!coverage.some(({ outcome }) => outcome === 'throttled'))
  equal(fixture.calls.filter(({ status }) => status === 403).length <= 8, true) // concurrent calls
})

test('a budget that is not renewed in time ends as throttled rows, without further calls', async (t) => {
  const reset = Math.floor(Date.now() / 1_000) + 86_400
  const budget = { remaining: 10, reset }
  const { fixture } = await gitHubWith(t, { repositories: repositories(), budget })
  const { findings, coverage } = await scanned(await opened(t, fixture))
  ok(findings.length < 59)
  ok(coverage.some(({ outcome }) => outcome === 'throttled'))
  ok(!coverage.some(({ outcome }) => outcome === 'denied'))
  ok(fixture.calls.length <= 10 + 8)
})

test('an exhausted budget of GraphQL, which answers with status 200, is throttling too', async (t) => {
  const { fixture } = await gitHubWith(t, { repositories: repositories() })
  const session = await opened(t, fixture)
  const body = JSON.stringify({ errors: [{ type: 'RATE_LIMITED', message: 'API rate limit' }] })
  fixture.script({ match: { operation: 'POST /graphql' }, do: 'status', status: 200, body })
  const { coverage } = await scanned(session, { checks: ['repository_has_codeowners_file'] })
  deepEqual(
    coverage
      .filter(({ outcome }) => outcome !== 'assessed')
      .map((row) => [row.outcome, row.action, row.count]),
    [['throttled', 'contents:read', 3]],
  )
})

test('signing in to an account whose budget is used up says so', async (t) => {
  const reset = Math.floor(Date.now() / 1_000) + 86_400
  const { fixture } = await gitHubWith(t, { budget: { remaining: 0, reset } })
  const refused = await opened(t, fixture).catch((thrown) => thrown)
  equal(refused.code, 'sign_in_failed')
  ok(/rate limit of these credentials is exceeded/.test(refused.detail))
})
