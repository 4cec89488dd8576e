/** The section "Invitation" of the specification, and its table of states, row by row. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type Item, type World, world } from '../index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

async function invite(owner: Client, email: string): Promise<Answered> {
  const role = (await owner.get('/roles?filter[name]=admin')).item.id
  const relationships = { roles: { data: [{ type: 'roles', id: role }] } }
  const data = { type: 'invitations', attributes: { email }, relationships }
  return owner.ask('POST', '/tenants/invitations', { data })
}
async function pastExpiry(owner: Client, email: string): Promise<Item> {
  const { item } = await invite(owner, email)
  await w.test.administer(
    `update invitations set expires_at = now() - interval '1 second' where id = '${item.id}'`,
  )
  return item
}
const address = (): string => `${randomUUID()}@example.com`
const states = async (owner: Client, query = ''): Promise<Readonly<Record<string, string>>> => {
  const { items } = await owner.get(`/tenants/invitations?${query}`)
  return Object.fromEntries(items.map((one) => [one.id, one.text('state')]))
}

test('Invitation: it has a state and an expiry date', async () => {
  const owner = await w.user()
  const { item } = await invite(owner, address())
  const shown = (await owner.get(`/tenants/invitations/${item.id}`)).item
  assert.equal(shown.text('state'), 'pending')
  assert.ok(Date.parse(shown.text('expires_at')) > Date.now())
})

test('Invitation: filter[state__in] gives those in the states it names, and no server error', async () => {
  const owner = await w.user()
  const pending = (await invite(owner, address())).item.id
  const expired = (await pastExpiry(owner, address())).id
  const revoked = (await invite(owner, address())).item.id
  assert.equal((await owner.ask('DELETE', `/tenants/invitations/${revoked}`)).status, 204)
  const both = await states(owner, 'filter[state__in]=pending,expired')
  assert.deepEqual(both, { [pending]: 'pending', [expired]: 'expired' })
  const one = await states(owner, 'filter[state__in]=revoked')
  assert.deepEqual(one, { [revoked]: 'revoked' })
  for (const wrong of ['open', 'pending,,expired', '']) {
    const answer = await owner.get(`/tenants/invitations?filter[state__in]=${wrong}`)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.parameter, 'filter[state__in]')
  }
})

test('Invitation, pending: time passes, the expiry date is reached → reported as expired', async () => {
  const owner = await w.user()
  const { id } = await pastExpiry(owner, address())
  assert.equal((await owner.get(`/tenants/invitations/${id}`)).item.text('state'), 'expired')
  assert.deepEqual(await states(owner), { [id]: 'expired' })
  assert.deepEqual(await states(owner, 'filter[state]=pending'), {})
})

test('Invitation, pending past expiry: another for the same email → the old expires, the new is made', async () => {
  const owner = await w.user()
  const email = address()
  const old = await pastExpiry(owner, email)
  const made = await invite(owner, email.toUpperCase())
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(await states(owner), { [old.id]: 'expired', [made.item.id]: 'pending' })
  const [row] = await w.test.administer(`select state from invitations where id = '${old.id}'`)
  assert.equal(row?.['state'], 'expired') // written, not only shown
})

test('Invitation: expired and revoked ones cannot be edited or revoked', async () => {
  const owner = await w.user()
  const expired = (await pastExpiry(owner, address())).id
  const revoked = (await invite(owner, address())).item.id
  await owner.ask('DELETE', `/tenants/invitations/${revoked}`)
  for (const id of [expired, revoked]) {
    const path = `/tenants/invitations/${id}`
    const attributes = { email: address() }
    const edited = await owner.ask('PATCH', path, { data: { type: 'invitations', id, attributes } })
    const removed = await owner.ask('DELETE', path)
    for (const answer of [edited, removed]) {
      assert.deepEqual([answer.status, answer.fault.code], [400, 'invitation_not_pending'])
    }
  }
  assert.deepEqual(await states(owner), { [expired]: 'expired', [revoked]: 'revoked' })
})
