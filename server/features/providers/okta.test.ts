/** An Okta organization over HTTP: the results of its connection test, and valid secrets. */
import assert from 'node:assert/strict'
import { type TestContext, after, before, test } from 'node:test'
import {
  acmeOrg,
  clientId,
  credentials,
  everyScope,
  type FixtureOkta,
  startFixtureOkta,
} from '@plumbline/scanner/testing/okta'
import { type World, world } from '../../testing/index.ts'
import { rsaKey } from './testing/private-keys.ts'

const state = acmeOrg()
let organization: FixtureOkta
let w: World
before(async () => {
  organization = await startFixtureOkta({ state })
  w = await world({ settings: { OKTA_ENDPOINT_URL: organization.url } })
})
after(async () => {
  await w.close()
  await w.test.close()
  await w.cloud.close()
  await organization.close()
})

const scopes = (t: TestContext, granted: readonly string[]): void => {
  const app = state.apps[clientId]
  assert.ok(app)
  app.scopes = [...granted]
  t.after(() => {
    app.scopes = [...everyScope]
  })
}

async function tested(uid: string, secret: object) {
  const user = await w.user()
  const made = await user.make('/providers', 'providers', { provider: 'okta', uid })
  const provider = { type: 'providers', id: made.id }
  const attributes = { secret_type: 'static', secret }
  await user.make('/providers/secrets', 'provider-secrets', attributes, { provider })
  const task = (await user.ask('POST', `/providers/${made.id}/connection`)).item
  const ended = await user.finished(task.id)
  return { made, result: ended.at('result'), text: JSON.stringify(ended.at('result')) }
}

test('an organization is connected by its domain, however it is written', async () => {
  const { made, result } = await tested(' ACME.Okta.com ', credentials)
  assert.equal(made.at('uid'), 'acme.okta.com')
  assert.deepEqual(result, { connected: true, error: null })
})

test('the test of a connection names the scopes that the app lacks', async (t) => {
  scopes(
    t,
    everyScope.filter((scope) => !/apiTokens|logStreams/.test(scope)),
  )
  const { result } = await tested('acme.okta.com', credentials)
  const missing_permissions = ['okta.apiTokens.read', 'okta.logStreams.read']
  assert.deepEqual(result, { connected: true, error: null, missing_permissions })
})

test('an app with none of the scopes, or with another key, is not connected, and no secret is repeated', async (t) => {
  scopes(t, [])
  const without = await tested('acme.okta.com', credentials)
  assert.match(without.text, /"error":"The app has none of the scopes okta\.apiTokens\.read, /)
  const other = await tested('acme.okta.com', { ...credentials, okta_private_key: rsaKey })
  assert.match(other.text, /"error":"Okta does not accept the client ID with this private key/)
  assert.doesNotMatch(without.text + other.text, /BEGIN/)
})

test('a host that is none of Okta’s is no account, and nothing is sent to it', async () => {
  const asked = organization.calls.length
  for (const uid of ['acme.example.com', 'acme.okta.com.evil.org', 'a.b.okta.com']) {
    const attributes = { provider: 'okta', uid }
    const answer = await w.acme.ask('POST', '/providers', {
      data: { type: 'providers', attributes },
    })
    assert.equal(answer.status, 400)
    assert.equal(answer.fault.code, 'okta-uid')
  }
  assert.equal(organization.calls.length, asked)
})
