import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { emptyGitHub, startFixtureGitHub } from '@plumbline/scanner/testing/github'
import { identityFor, scanThreads } from './start-thread.ts'
import type { ThreadInput } from './scan-thread.ts'

const input: ThreadInput = {
  provider: 'aws',
  uid: '123456789012',
  secret: {},
  ambient: null,
  internal: [],
  config: {},
  configuration: {},
  named: null,
  concurrency: 1,
}
const handler = {
  planned: async () => {},
  claim: async () => [],
  record: async () => {},
  waits: () => {},
}
const run = (asked: ThreadInput): Promise<unknown> =>
  scanThreads(128, {})(asked, handler, new AbortController().signal).then(
    () => undefined,
    (error: unknown) => error,
  )

test('an account of a kind that cannot be scanned is reported as a problem', async () => {
  const error = await run({ ...input, provider: 'gcp' })
  assert.ok(error instanceof Problem)
  assert.equal(error.code, 'provider_not_supported')
})

test('a bug in the thread comes out as the error it is, for the log and not for people', async () => {
  const error = await run({
    ...input,
    configuration: null as unknown as ThreadInput['configuration'],
  })
  assert.ok(error instanceof TypeError, String(error))
  assert.ok(!(error instanceof Problem))
})

test("a scan sees the server's own identity only where its secret may use it", () => {
  const identity = { AWS_SECRET_ACCESS_KEY: 'the key of the server' }
  const ambient = { externalId: 'tenant', ownAccount: false }
  const role = { role_arn: 'arn:aws:iam::123456789012:role/audit', external_id: 'tenant' }
  const keys = { aws_access_key_id: 'AKIA', aws_secret_access_key: 'own' }
  const seen = (secret: unknown, terms: ThreadInput['ambient'] = ambient): object =>
    identityFor({ provider: 'aws', secret, ambient: terms }, identity)
  assert.deepEqual(seen(role), identity)
  for (const secret of [keys, { ...role, ...keys }, {}, null, 'text'])
    assert.deepEqual(seen(secret), {})
  assert.deepEqual(seen(role, null), {})
})

test('a scan says that it waits while the hourly limit of its vendor is used up', async (t) => {
  const reset = Math.floor(Date.now() / 1_000) + 1_800
  const fixture = await startFixtureGitHub({ ...emptyGitHub(), budget: { remaining: 6, reset } })
  t.after(() => fixture.close())
  const leaving = new AbortController()
  const heard: boolean[] = []
  const scanning = scanThreads(128, {})(
    {
      ...input,
      provider: 'github',
      uid: 'octo-org',
      secret: { personal_access_token: 'ghp_classic' },
      config: { endpoint_url: fixture.url },
      internal: [new URL(fixture.url).origin],
    },
    {
      ...handler,
      claim: async (names: readonly string[]) => names,
      waits(isWaiting: boolean) {
        heard.push(isWaiting)
        if (isWaiting) leaving.abort()
      },
    } as Parameters<ReturnType<typeof scanThreads>>[1],
    leaving.signal,
  )
  await assert.rejects(scanning, { name: 'AbortError' })
  assert.equal(heard[0], true)
})
