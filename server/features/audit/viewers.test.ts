/** Managers of a tenant read its events, so an event shows what they may see and not what its actor sees. */
import { deepEqual, doesNotMatch, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Client, type Item, password } from '../../testing/index.ts'
import { mailWorld } from '../../testing/mail-world.ts'
import { member } from '../../testing/member.ts'

const { w, mail, close } = await mailWorld()
after(close)

const change = async (who: Client, type: string, id: string, attributes: object): Promise<void> => {
  const path = type === 'saved-views' ? '/saved-views' : `/${type}`
  const answer = await who.ask('PATCH', `${path}/${id}`, { data: { type, id, attributes } })
  equal(answer.status, 200, answer.text)
}
const eventsOf = async (who: Client, resource: string): Promise<readonly Item[]> =>
  (await who.get(`/audit-events?filter[resource]=${resource}&sort=inserted_at`)).items
const requestEmail = (who: Client, email: string): Promise<void> =>
  change(who, 'users', who.userId, { email, current_password: password })

test('a change that members make to themselves shows neither their other tenants nor a pending address', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const pending = `pending-${client.userId}@example.com`
  await requestEmail(client, pending)
  await change(client, 'users', client.userId, { name: 'Renamed' })
  const seen = (await owner.get(`/users/${client.userId}`)).item
  const [, renamed] = await eventsOf(owner, client.userId)
  equal(renamed?.text('after', 'name'), 'Renamed')
  const membershipsSeen = seen.relationships['memberships']?.data as readonly { id: string }[]
  for (const when of ['before', 'after']) {
    const memberships = renamed?.at(when, 'memberships') as readonly { id: string }[]
    deepEqual(
      memberships.map(({ id }) => id),
      membershipsSeen.map(({ id }) => id),
      when,
    )
    ok(Array.isArray(renamed?.at(when, 'roles')))
  }
  doesNotMatch((await owner.get('/audit-events?page[size]=100')).text, /pending-/)
})

test('a pending address that its mailbox withdraws is not shown', async () => {
  const owner = await w.user()
  const pending = `withdrawn-${owner.userId}@example.com`
  await requestEmail(owner, pending)
  const { text } = await mail.mailTo(pending)
  const token = /#release=(\S+)/.exec(text)?.[1] ?? ''
  const data = { type: 'email-releases', attributes: { token } }
  equal((await w.anonymous.ask('POST', '/email-verification/release', { data })).status, 200)
  const events = await owner.get('/audit-events?filter[action]=email_releases_create')
  equal(events.item.text('after', 'outcome'), 'withdrawn')
  doesNotMatch(events.text, /withdrawn-/)
})

test('a private view is named by its id alone until it is shared', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const { id } = await client.make('/saved-views', 'saved-views', {
    name: 'A private name',
    screen: '/findings',
    query: 'filter[search]=private-words',
  })
  await change(client, 'saved-views', id, { name: 'Another private name' })
  const noted = await eventsOf(owner, id)
  deepEqual(
    noted.map((event) => [event.text('action'), event.at('before'), event.at('after')]),
    [
      ['saved_views_create', null, null],
      ['saved_views_partial_update', null, null],
    ],
  )
  await change(client, 'saved-views', id, { name: 'Ours', is_shared: true })
  const shared = (await eventsOf(owner, id)).at(-1)
  deepEqual([shared?.at('before'), shared?.text('after', 'name')], [null, 'Ours'])
})

test('an owner who renames the tenant does not show its memberships', async () => {
  const owner = await w.user()
  await member(w, owner)
  await change(owner, 'tenants', owner.tenantId, { name: 'A new name' })
  const event = (await eventsOf(owner, owner.tenantId)).at(-1)
  ok(event?.text('before', 'name') !== 'A new name')
  equal(event?.text('after', 'name'), 'A new name')
  deepEqual([event?.at('before', 'memberships'), event?.at('after', 'memberships')], [[], []])
})
