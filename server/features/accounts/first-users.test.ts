import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { password, type World, world } from '../../testing/index.ts'

let clock = 0
let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' }, now: () => Date.now() + clock })
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('a new installation has no user, tenant or API key, so no default credentials exist', async () => {
  const fresh = await freshDatabase()
  try {
    for (const table of ['users', 'tenants', 'memberships', 'api_keys', 'user_identities']) {
      const [row] = await fresh.administer(`select count(*)::int as count from ${table}`)
      assert.equal(row?.['count'], 0, table)
    }
  } finally {
    await fresh.close()
  }
})

test('passwords do not expire', async () => {
  const { email } = w.acme
  clock = 5 * 365 * 86_400_000
  try {
    const data = { type: 'tokens', attributes: { email, password } }
    const answer = await w.anonymous.ask('POST', '/tokens', { data })
    assert.equal(answer.status, 200, answer.text)
    const authorization = { Authorization: `Bearer ${answer.item.text('access')}` }
    assert.equal((await w.anonymous.ask('GET', '/users/me', undefined, authorization)).status, 200)
  } finally {
    clock = 0
  }
})
