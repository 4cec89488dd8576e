import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { threadedScan } from './runner.ts'
import type { ThreadInput } from './thread.ts'

const input: ThreadInput = {
  provider: 'aws',
  uid: '123456789012',
  secret: {},
  config: {},
  named: null,
  concurrency: 1,
}
const driver = {
  planned: async () => {},
  claim: async () => false,
  record: async () => {},
}
const run = (asked: ThreadInput): Promise<unknown> =>
  threadedScan(128, {})(asked, driver, new AbortController().signal).then(
    () => undefined,
    (error: unknown) => error,
  )

test('an account of a kind that cannot be scanned is told as a problem', async () => {
  const error = await run({ ...input, provider: 'okta' })
  assert.ok(error instanceof Problem)
  assert.equal(error.code, 'provider_not_supported')
})

test('a bug in the thread comes out as the error it is, for the log and not for people', async () => {
  const error = await run({ ...input, config: null as unknown as ThreadInput['config'] })
  assert.ok(error instanceof TypeError, String(error))
  assert.ok(!(error instanceof Problem))
})
