/** What a page of another site can make a browser send, and what comes of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { describeApi } from '../../describe-api.ts'
import { operationsOf, typeAt } from '../../testing/api-properties/operations.ts'
import { addressed } from '../../testing/api-properties/requests.ts'
import { createRows } from '../../testing/api-properties/senders.ts'
import { type World, world } from '../../testing/index.ts'

const operations = operationsOf(await describeApi())

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('a cookie alone does not authenticate', async () => {
  const token = w.acme.authorization.replace('Bearer ', '')
  const names = ['Authorization', 'access', 'access_token', 'token', 'session', 'plumbline']
  const Cookie = names.map((name) => `${name}=${token}`).join('; ')
  for (const path of ['/users/me', '/providers', '/audit-events']) {
    const answer = await w.anonymous.ask('GET', path, undefined, { Cookie })
    assert.equal(answer.status, 401, path)
    assert.equal(answer.headers.get('set-cookie'), null)
  }
})

test('a form submitted by another site changes nothing, with any form content type', async () => {
  const body =
    '{"data":{"type":"users","attributes":{"name":"A user","email":"form@example.com","password":"a long enough password"}}}'
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    const answer = await w.anonymous.ask('POST', '/users', body, {
      'Content-Type': type,
      Origin: 'https://evil.example.com',
    })
    assert.equal(answer.status, 415, `${type}: ${answer.text}`)
  }
  const made = await w.test.administer(`select id from users where email = 'form@example.com'`)
  assert.deepEqual(made, [])
})

/** A digest of the rows of every table, by its name. */
async function rows(): Promise<ReadonlyMap<string, unknown>> {
  const tables = await w.test.administer(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`)
  assert.ok(tables.length > 30)
  const digests = new Map<string, unknown>()
  for (const { name } of tables) {
    const [row] = await w.test.administer(
      `select count(*)::int as count, md5(string_agg(t::text, ',' order by t::text)) as digest from ${String(name)} t`,
    )
    digests.set(String(name), row)
  }
  return digests
}

test('GET requests change nothing: every table is the same after all of them', async () => {
  const rowIds = await createRows(w.acme, 'asked')
  const types = new Set(rowIds.keys())
  const before = await rows()
  let found = 0
  for (const { method, path, isStream, isAnonymous } of operations) {
    // A sign-in by SAML uses URLs that a browser is redirected to; its steps are tested there.
    if (method !== 'GET' || isStream || isAnonymous) continue
    const url = addressed(
      path,
      (name) => rowIds.get(typeAt(path, name, types))?.[0] ?? w.acme.tenantId,
    )
    if ((await w.acme.get(url)).status === 200) found += 1
  }
  assert.ok(found > 40, String(found))
  assert.deepEqual(await rows(), before)
})
