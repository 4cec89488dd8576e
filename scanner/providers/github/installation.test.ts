import { equal, rejects } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import type { Http, HttpAnswer } from '../../kit/index.ts'
import { systemClock } from '../../engine/index.ts'
import type { Api } from './calls.ts'
import { installationOf } from './installation.ts'
import { RateLimits } from './rate-limits.ts'

const answer = (status: number, value: unknown): HttpAnswer => ({
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(value)),
})
const installed = {
  id: 1,
  account: { login: 'octo-org', id: 9919, type: 'Organization' },
  suspended_at: null,
  repository_selection: 'all',
}

test('a reader who is cancelled while a token is renewed for all takes it from nobody', async () => {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const asking = Promise.withResolvers<void>()
  let tokens = 0
  const http: Http = {
    async call({ name, signal }) {
      if (name === 'GET /app/installations') return answer(200, [installed])
      tokens += 1
      if (tokens === 2) {
        asking.resolve()
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      }
      const ends = systemClock.now() + (tokens === 1 ? 1_000 : 3_600_000)
      return answer(201, { token: `ghs_${tokens}`, expires_at: new Date(ends).toISOString() })
    },
    statistics: () => [],
    close: () => {},
  }
  const limits = new RateLimits(systemClock)
  const base = 'https://api.github.com'
  const api: Api = { http, clock: systemClock, limits, base, authorization: async () => '' }
  const app = { kind: 'app', id: '1', key } as const
  const session = await installationOf(api, app, 'octo-org', new AbortController().signal)
  const cancelled = new AbortController()
  const first = session.authorization(cancelled.signal)
  const second = session.authorization(new AbortController().signal)
  await asking.promise
  cancelled.abort()
  await rejects(first, { name: 'AbortError' })
  equal(await second, 'Bearer ghs_3')
})
