/** The limits of scans, as the specification lists them, set by a scan configuration over HTTP. `cli/limits.large.test.ts` sets the same. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { demoAccount } from '@plumbline/scanner/testing'
import { acmeOrg, credentials, startFixtureOkta } from '@plumbline/scanner/testing/okta'
import { type Client, type World, world } from '../index.ts'
import { caps } from '../scan-caps.ts'

let w: World
const organization = await startFixtureOkta({ state: acmeOrg() })
before(async () => {
  const settings = { OKTA_ENDPOINT_URL: organization.url }
  w = await world({ account: demoAccount(), settings })
})
after(async () => {
  await organization.close()
  await w.close()
  await w.test.close()
})

const services = async (user: Client): Promise<readonly string[]> => {
  const scan = await user.scan(await user.provider())
  const { items } = await user.get(`/scans/${scan}/coverage?page[size]=1000`)
  return [...new Set(items.map((row) => row.text('service')))]
}

/** Scans with a separate configuration, of one service only. */
async function scanned(user: Client, aws: object): Promise<string> {
  const provider = await user.provider()
  await user.make('/scan-configurations', 'scan-configurations', {
    name: randomUUID(),
    configuration: { aws },
    provider_ids: [provider],
  })
  return user.scan(provider)
}

const outcomes = async (user: Client, scan: string, check: string): Promise<readonly string[]> => {
  const rows = await user.get(
    `/scans/${scan}/coverage?page[size]=1000&filter[check_id]=${check}&filter[region]=eu-central-1`,
  )
  return rows.items.map((row) => row.text('outcome')).toSorted()
}

test('Limits: a cap on resources, global or of their kind; 0 is unlimited, and only positive values cap', async (t) => {
  const all = await services(await w.user())
  for (const { what, key, check, service } of caps) {
    const excluded_services = all.filter((name) => name !== service)
    const regions = ['eu-central-1']
    await t.test(`${what}: ${key}`, async () => {
      const of = async (limits: object): Promise<readonly string[]> => {
        const user = await w.user()
        return outcomes(user, await scanned(user, { ...limits, excluded_services, regions }), check)
      }
      assert.deepEqual(await of({ [key]: 1 }), ['assessed', 'capped'])
      assert.deepEqual(await of({ max_scanned_resources_per_service: 1, [key]: 0 }), ['assessed'])
      if (what !== 'snapshots') return // the others are the same rule
      assert.deepEqual(await of({ max_scanned_resources_per_service: 1 }), ['assessed', 'capped'])
      assert.deepEqual(await of({ max_scanned_resources_per_service: 0 }), ['assessed'])
    })
  }
})

test('Limits: retries, of which 0 is a single attempt', async () => {
  const off = w.cloud.script({ match: { operation: 'ListKeys' }, do: 'status', status: 500 })
  const user = await w.user()
  for (const retries of [0, 2]) {
    const before = w.cloud.calls.length
    await scanned(user, { retries, regions: ['eu-central-1'] })
    const calls = w.cloud.calls.slice(before).filter(({ operation }) => operation === 'ListKeys')
    assert.equal(calls.length, retries + 1)
    await user.ask('DELETE', `/providers/${(await user.get('/providers')).ids[0]}`)
  }
  off()
})

test('Limits: timeouts are 10 s to connect and 60 s to read unless they are set, and a call that is not answered is a gap', async () => {
  const user = await w.user()
  const off = w.cloud.script({ match: { operation: 'ListKeys' }, do: 'hang' })
  const aws = { read_timeout_ms: 2_000, retries: 0, regions: ['eu-central-1'] }
  const scan = await scanned(user, aws)
  off()
  assert.deepEqual(await outcomes(user, scan, 'kms_cmk_rotation_enabled'), ['error'])
  const { items } = await user.get('/scan-configurations/schema?filter[provider]=aws')
  const defaults = new Map(items.map((item) => [item.text('name'), item.at('default')]))
  assert.deepEqual(
    ['connect_timeout_ms', 'read_timeout_ms', 'retries'].map((key) => defaults.get(key)),
    [10_000, 60_000, 3],
  )
})

/**
 * Scans the zones of an organization, whose answer is throttled; returns how often they were requested, and the times
 * of all requests.
 */
async function throttled(limits: object) {
  const user = await w.user()
  const attributes = { provider: 'okta', uid: 'acme.okta.com' }
  const { id } = await user.make('/providers', 'providers', attributes)
  const provider = { type: 'providers', id }
  const secret = { secret_type: 'static', secret: credentials }
  await user.make('/providers/secrets', 'provider-secrets', secret, { provider })
  const others = ['apitoken', 'application', 'authenticator', 'idp', 'signon', 'systemlog', 'user']
  await user.make('/scan-configurations', 'scan-configurations', {
    name: randomUUID(),
    configuration: { okta: { ...limits, excluded_services: others } },
    provider_ids: [id],
  })
  const from = organization.calls.length
  const operation = 'list network zones'
  const off = organization.script({ match: { operation }, do: 'throttle', retryAfterSeconds: 0 })
  const scan = await user.scan(id)
  off()
  const calls = organization.calls.slice(from)
  const { items } = await user.get(
    `/scans/${scan}/coverage?filter[check_id]=network_zone_block_anonymized_proxies`,
  )
  return {
    attempts: calls.filter((call) => call.operation === operation).length,
    ms: (calls.at(-1)?.at ?? 0) - (calls[0]?.at ?? 0),
    count: calls.length,
    outcomes: items.map((row) => row.text('outcome')),
  }
}

test('Limits: the request throttle of a directory provider, 4 a second and 5 retries on HTTP 429 unless it is set', async () => {
  const usual = await throttled({})
  assert.deepEqual([usual.attempts, usual.outcomes], [6, ['throttled']])
  // Each request but the first waits a quarter of a second; when the first arrives is up to the machine.
  assert.ok(usual.ms > (usual.count - 1) * 250 - 1_000, `${usual.count} in ${usual.ms} ms`)
  const once = await throttled({ retries: 0, max_requests_per_second: 2 })
  assert.deepEqual([once.attempts, once.outcomes], [1, ['throttled']])
  assert.ok(once.ms > (once.count - 1) * 500 - 1_000, `${once.count} in ${once.ms} ms`)
  const { items } = await w.acme.get('/scan-configurations/schema?filter[provider]=okta')
  const defaults = new Map(items.map((item) => [item.text('name'), item.at('default')]))
  assert.deepEqual(
    ['max_requests_per_second', 'retries'].map((key) => defaults.get(key)),
    [4, 5],
  )
})
