// The collector against the fixture cloud: signing by access controls, and buckets of origins.
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { cloudWith, openAccount, scanned } from '../testing/scanned.ts'
import cloudfront from './index.ts'

type Json = Record<string, unknown>

async function verdicts(
  t: Parameters<typeof cloudWith>[0],
  check: string,
  from: string,
  to: string,
) {
  const account = openAccount()
  const calls = account.plain['us-east-1']?.['cloudfront'] as Json
  const changed = JSON.stringify(calls).replaceAll(from, to)
  ok(changed !== JSON.stringify(calls))
  Object.assign(calls, JSON.parse(changed))
  const { findings } = await scanned(await cloudWith(t, account), cloudfront, account)
  return findings
    .filter(({ check_id }) => check_id === check)
    .map(({ status }) => status)
    .toSorted()
}

test('an access control that never signs fails, and one that is not listed gives no verdict', async (t) => {
  const check = 'cloudfront_distributions_s3_origin_access_control'
  const signing = (how: string) => verdicts(t, check, '"always"', `"${how}"`)
  deepEqual(await signing('no-override'), ['FAIL', 'PASS'])
  deepEqual(await signing('never'), ['FAIL', 'FAIL'])
  deepEqual(await verdicts(t, check, '"Id":"E3CONTROL"', '"Id":"E4"'), ['FAIL'])
})

test('a bucket that is set up as a server is asked for too', async (t) => {
  const check = 'cloudfront_distributions_s3_origin_non_existent_bucket'
  const domain = 'gone-for-good.s3.us-east-1.amazonaws.com'
  deepEqual(await verdicts(t, check, 'shop.larkspur.example', domain), ['FAIL', 'FAIL'])
})
