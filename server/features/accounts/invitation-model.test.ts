/** Invitations beside a model in memory: both agree after any sequence of actions. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import * as fc from 'fast-check'
import { type Client, type World, world } from '../../testing/index.ts'

let w: World
let guests: readonly Client[] = []
before(async () => {
  w = await world()
  guests = [w.rival, await w.user()]
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Known {
  readonly id: string
  readonly token: string
  readonly guest: number
  state: 'pending' | 'accepted' | 'expired' | 'revoked'
}
type Step = {
  readonly what: 'invite' | 'age' | 'revoke' | 'accept' | 'leave'
  readonly guest: number
  readonly at: number
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('invite', 'invite', 'age', 'revoke', 'accept', 'accept', 'leave'),
  guest: fc.constantFrom(0, 1),
  at: fc.nat(5),
})

/** One tenant and what is expected of it. */
class Model {
  readonly owner: Client
  readonly role: string
  readonly known: Known[] = []
  readonly members = new Set<number>()

  constructor(owner: Client, role: string) {
    this.owner = owner
    this.role = role
  }

  async take({ what, guest, at }: Step): Promise<void> {
    const client = guests[guest] as Client
    const one = this.known[at % Math.max(1, this.known.length)]
    if (what === 'invite') return this.#invite(client, guest)
    if (what === 'leave') return this.#leave(client, guest)
    if (!one) return
    if (what === 'age') return this.#age(one)
    if (what === 'revoke') return this.#revoke(one)
    return this.#accept(one, client, guest)
  }

  async #invite(client: Client, guest: number): Promise<void> {
    const open = this.known.some((one) => one.guest === guest && one.state === 'pending')
    const answer = await this.owner.ask('POST', '/tenants/invitations', {
      data: {
        type: 'invitations',
        attributes: { email: client.email },
        relationships: { roles: { data: [{ type: 'roles', id: this.role }] } },
      },
    })
    if (open || this.members.has(guest)) {
      assert.deepEqual(
        [answer.status, answer.fault.code],
        [400, open && !this.members.has(guest) ? 'unique' : 'member'],
      )
      return
    }
    assert.equal(answer.status, 201, answer.text)
    const { id } = answer.item
    this.known.push({ id, token: answer.item.text('token'), guest, state: 'pending' })
  }

  async #age(one: Known): Promise<void> {
    await w.test.administer(
      `update invitations set expires_at = now() - interval '1 minute' where id = '${one.id}'`,
    )
    if (one.state === 'pending') one.state = 'expired'
  }

  async #revoke(one: Known): Promise<void> {
    const { status } = await this.owner.ask('DELETE', `/tenants/invitations/${one.id}`)
    assert.equal(status, one.state === 'pending' ? 204 : 400)
    if (one.state === 'pending') one.state = 'revoked'
  }

  async #accept(one: Known, client: Client, guest: number): Promise<void> {
    const attributes = { invitation_token: one.token }
    const data = { type: 'invitations', attributes }
    const { status } = await client.ask('POST', '/invitations/accept', { data })
    const expected = { pending: 201, expired: 410, accepted: 400, revoked: 400 }[one.state]
    assert.equal(status, one.guest === guest ? expected : 404)
    if (status !== 201) return
    one.state = 'accepted'
    this.members.add(guest)
  }

  async #leave(client: Client, guest: number): Promise<void> {
    if (!this.members.delete(guest)) return
    const path = `/tenants/${this.owner.tenantId}/memberships`
    const { item } = await this.owner.get(`${path}?filter[user]=${client.userId}`)
    assert.equal((await this.owner.ask('DELETE', `${path}/${item.id}`)).status, 204)
  }

  /** What the tenant shows is what is known of it. */
  async hold(): Promise<void> {
    const { items } = await this.owner.get('/tenants/invitations?page[size]=100')
    const shown = new Map(items.map((one) => [one.id, one.text('state')]))
    assert.deepEqual(shown, new Map(this.known.map(({ id, state }) => [id, state])))
    const users = await this.owner.get('/users?page[size]=100')
    const expected = [this.owner, ...[...this.members].map((guest) => guests[guest] as Client)]
    assert.deepEqual(new Set(users.ids), new Set(expected.map(({ userId }) => userId)))
  }
}

test('invitations behave as the model in memory, for any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const owner = await w.user()
      const { id } = await owner.make('/roles', 'roles', { name: 'guest' })
      // The owner's link keeps the guest role alive when the last guest leaves.
      const rolesOfOwner = `/users/${owner.userId}/relationships/roles`
      await owner.ask('POST', rolesOfOwner, { data: [{ type: 'roles', id }] })
      const model = new Model(owner, id)
      for (const one of steps) await model.take(one)
      await model.hold()
    }),
    { numRuns: isWhole ? 250 : 12 },
  )
})
