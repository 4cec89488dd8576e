/** Tokens of a sign-in provider are used and discarded; its metadata must be correct. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { type World, world } from '../../../testing/index.ts'
import {
  exchange,
  begin,
  brought,
  issuer,
  externalProviders,
  settings,
  signIn,
} from './testing/external-providers.ts'

const open: World[] = []
after(async () => {
  for (const one of open) await one.close()
  await open[0]?.test.close()
})
const ann = { sub: 'ann', email: 'ann@example.com', email_verified: true }

test('the tokens of a provider never reach the client, the log or the database', async () => {
  const given: string[] = []
  const w = await world({
    settings: { ...settings, WORKER: 'false' },
    egress: async (request) => {
      const answer = await externalProviders(request)
      if (new URL(request.url).pathname === '/token') {
        const { access_token, id_token } = JSON.parse(String(answer.body)) as Record<string, string>
        given.push(access_token ?? '', id_token?.split('.')[2] ?? '')
      }
      return answer
    },
  })
  open.push(w)
  const answer = await signIn(w, ann)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(given.filter((one) => one.length > 20).length, 2)
  const tables = await w.test.administer(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const rows: unknown[] = []
  for (const { name } of tables)
    rows.push(...(await w.test.administer(`select t::text as row from ${String(name)} t`)))
  assert.ok(rows.length > 10)
  const all = [
    answer.text,
    JSON.stringify([...answer.headers]),
    inspect(w.logged, { depth: 9, maxStringLength: null, maxArrayLength: null }),
    JSON.stringify(rows),
  ].join('\n')
  for (const token of given) {
    assert.ok(!all.includes(token))
    assert.ok(!all.includes(Buffer.from(token).toString('hex')))
  }
})

test('an issuer whose metadata names another issuer is not used for sign-in', async () => {
  const w = await world({
    settings: { ...settings, WORKER: 'false' },
    egress: async (request) => {
      const answer = await externalProviders(request)
      if (!request.url.startsWith(`${issuer.url}/.well-known/`)) return answer
      const metadata = JSON.parse(String(answer.body)) as Record<string, unknown>
      const body = Buffer.from(JSON.stringify({ ...metadata, issuer: 'https://evil.example' }))
      return { ...answer, body }
    },
  })
  open.push(w)
  const started = await w.anonymous.ask('POST', '/auth/oidc/initiate')
  assert.ok(started.status >= 400, started.text)
  assert.doesNotMatch(started.text, /authorization_url/)
})

test('an authorization code is sent only to the token endpoint of its issuer', async () => {
  const sent: string[] = []
  const w = await world({
    settings: { ...settings, WORKER: 'false' },
    egress: (request) => {
      if (String(request.body).includes('code=')) sent.push(request.url)
      return externalProviders(request)
    },
  })
  open.push(w)
  const started = await begin(w, 'oidc')
  const code = issuer.signIn(started.text('authorization_url'), ann)
  assert.equal((await exchange(w, 'oidc', brought(started, code))).status, 200)
  assert.deepEqual(sent, [`${issuer.url}/token`])
})
