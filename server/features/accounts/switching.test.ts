/** Sessions that are made of sessions, by switching: how many there are, and whose ends they may cause. */
import { equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, type Item, password, type World, world } from '../../testing/index.ts'

let w: World
let clock = Date.now()
before(async () => {
  w = await world({ now: () => clock })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const by = (who: Client, pair: Item, tenantId = who.tenantId): Client =>
  new Client(w.base, { ...who, tenantId, authorization: `Bearer ${pair.text('access')}` })
const switched = (who: Client, tenant_id = who.tenantId): Promise<Item> =>
  who.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id })
const status = async (who: Client): Promise<number> => (await who.get('/users/me')).status
const refreshed = async (pair: Item): Promise<number> =>
  (
    await w.anonymous.ask('POST', '/tokens/refresh', {
      data: { type: 'tokens-refresh', attributes: { refresh: pair.text('refresh') } },
    })
  ).status

test('one sign-in makes twenty sessions at most, and ends none of another sign-in', async () => {
  const user = await w.user()
  clock += 2_000
  const { email } = user
  const other = by(user, await w.anonymous.make('/tokens', 'tokens', { email, password }))
  const pairs: Item[] = []
  for (let n = 0; n < 30; n += 1) pairs.push(await switched(user))
  const [first, last] = [pairs[0] as Item, pairs[29] as Item]
  equal((await user.get('/users/me/sessions?page[size]=100')).count, 21)
  equal(await refreshed(first), 400)
  equal(await status(by(user, first)), 401)
  equal(await status(by(user, last)), 200)
  equal(await refreshed(last), 200)
  equal(await status(user), 200)
  equal(await status(other), 200)
})

test('going back and forth between tenants leaves no more', async () => {
  const user = await w.user()
  const made = await user.make('/tenants', 'tenants', { name: 'A second one' })
  let now = user
  for (let n = 0; n < 30; n += 1) {
    const tenantId = n % 2 === 0 ? made.id : user.tenantId
    now = by(user, await switched(now, tenantId), tenantId)
  }
  const { count } = await now.get('/users/me/sessions?page[size]=100')
  ok(Number(count) <= 20, `${count} sessions`)
})
