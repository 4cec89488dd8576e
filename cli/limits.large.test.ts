/** The limits of scans, as the specification lists them, set by a file. `server/testing/specification/scan-limits.large.test.ts` sets the same over HTTP. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { acmeOrg, credentials, startFixtureOkta } from '@plumbline/scanner/testing/okta'
import { caps, processFlags } from '@plumbline/server/testing'
import { demoAws } from './testing/demo-aws.ts'
import { main } from './testing/program.ts'

const { cloud, folder, variables } = demoAws()

/** The coverage of a scan with this configuration, or why there is none. */
function scanned(
  aws: object,
  checks: readonly string[],
  endpoint = cloud().url,
): Promise<{ status: number; error: string }> {
  const file = join(folder, 'scan.json')
  writeFileSync(file, JSON.stringify({ aws }))
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...processFlags, main, 'scan', 'aws', '--config', file, '--checks', checks.join(',')],
      {
        env: {
          ...process.env,
          ...variables(endpoint),
        },
      },
      (failed, _out, error) => resolve({ status: Number(failed?.code ?? 0), error }),
    )
  })
}

const checks = caps.map(({ check }) => check)
const regions = ['eu-central-1']

test('Limits: caps on resources, global or of their kind; 0 is unlimited, and only positive values cap', async () => {
  const each = (most: number) => Object.fromEntries(caps.map(({ key }) => [key, most]))
  const capped = await scanned({ ...each(1), regions }, checks)
  assert.match(capped.error, new RegExp(`assessed 0 of .*; ${caps.length} capped`))
  const whole = await scanned({ max_scanned_resources_per_service: 1, ...each(0), regions }, checks)
  assert.doesNotMatch(whole.error, /capped/)
  const all = await scanned({ max_scanned_resources_per_service: 1, regions }, checks)
  assert.match(all.error, new RegExp(`; ${caps.length} capped`))
})

test('Limits: retries, of which 0 is a single attempt; the read timeout, after which a call is a gap', async () => {
  const off = cloud().script({ match: { operation: 'ListKeys' }, do: 'hang' })
  for (const retries of [0, 1]) {
    const before = cloud().calls.length
    const { error } = await scanned({ read_timeout_ms: 2_000, retries, regions }, [
      'kms_cmk_rotation_enabled',
    ])
    assert.match(error, /1 error: kms:ListKeys/)
    const calls = cloud()
      .calls.slice(before)
      .filter(({ operation }) => operation === 'ListKeys')
    assert.equal(calls.length, retries + 1)
  }
  off()
})

test('Limits: the connect timeout, after which a scan ends with that reason', async (t) => {
  const silent = createServer()
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const impatient = { connect_timeout_ms: 80, retries: 0 }
  const { status, error } = await scanned(impatient, checks, `https://127.0.0.1:${port}`)
  assert.equal(status, 1)
  assert.match(error, /connect_timeout/)
})

test('Limits: the request throttle of a directory provider, 4 a second and 5 retries on HTTP 429 unless a file sets it', async (t) => {
  const organization = await startFixtureOkta({ state: acmeOrg() })
  t.after(() => organization.close())
  const operation = 'list network zones'
  organization.script({ match: { operation }, do: 'throttle', retryAfterSeconds: 0 })
  const check = 'network_zone_block_anonymized_proxies'
  const env = {
    ...process.env,
    OKTA_ENDPOINT_URL: organization.url,
    OKTA_CLIENT_ID: credentials.okta_client_id,
    OKTA_PRIVATE_KEY: credentials.okta_private_key,
  }
  const file = join(folder, 'okta.json')
  for (const [limits, attempts, gapMs] of [
    [{}, 6, 250],
    [{ retries: 1, max_requests_per_second: 2 }, 2, 500],
  ] as const) {
    writeFileSync(file, JSON.stringify({ okta: limits }))
    const from = organization.calls.length
    const args = ['scan', 'okta', '--domain', 'acme.okta.com', '--checks', check, '--config', file]
    const error = await new Promise<string>((resolve) => {
      execFile(process.execPath, [...processFlags, main, ...args], { env }, (_failed, _out, said) =>
        resolve(said),
      )
    })
    assert.match(error, /1 throttled: okta\.networkZones\.read/)
    const calls = organization.calls.slice(from)
    assert.equal(calls.filter((call) => call.operation === operation).length, attempts)
    const ms = (calls.at(-1)?.at ?? 0) - (calls[0]?.at ?? 0)
    // When the first request arrives is up to the machine.
    assert.ok(ms > (calls.length - 1) * gapMs - 1_000, `${calls.length} in ${ms} ms`)
  }
})
