/** Removing rights over HTTP ends the streams that depend on them, without waiting for a sweep. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { Listening } from '../../testing/listening.ts'
import { member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world({ settings: { EVENTSTREAM_SWEEP_SECONDS: '600' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Watched {
  readonly owner: Client
  readonly listener: Client
  readonly roleId: string
  readonly group: string
  readonly provider: string
}

type Taking = (watched: Watched) => Promise<{ readonly status: number; readonly text: string }>
const links = (type: string, id: string): object => ({ data: [{ type, id }] })
const membershipOf = async ({ owner, listener }: Watched): Promise<string> =>
  (await owner.get(`/users/${listener.userId}/memberships`)).item.id

const ways: readonly [what: string, take: Taking][] = [
  [
    'the role is taken from the user',
    ({ owner, listener, roleId }) =>
      owner.ask('DELETE', `/users/${listener.userId}/relationships/roles`, links('roles', roleId)),
  ],
  ['the role is deleted', ({ owner, roleId }) => owner.ask('DELETE', `/roles/${roleId}`)],
  [
    'the role loses the group',
    ({ owner, roleId, group }) =>
      owner.ask(
        'DELETE',
        `/roles/${roleId}/relationships/provider_groups`,
        links('provider-groups', group),
      ),
  ],
  [
    'the role is changed',
    ({ owner, roleId }) =>
      owner.ask('PATCH', `/roles/${roleId}`, {
        data: { type: 'roles', id: roleId, relationships: { provider_groups: { data: [] } } },
      }),
  ],
  [
    'the group loses the provider',
    ({ owner, group, provider }) =>
      owner.ask(
        'DELETE',
        `/provider-groups/${group}/relationships/providers`,
        links('providers', provider),
      ),
  ],
  ['the group is deleted', ({ owner, group }) => owner.ask('DELETE', `/provider-groups/${group}`)],
  [
    'the member is expelled',
    async (watched) =>
      watched.owner.ask(
        'DELETE',
        `/tenants/${watched.owner.tenantId}/memberships/${await membershipOf(watched)}`,
      ),
  ],
  ['the tenant is deleted', ({ owner }) => owner.ask('DELETE', `/tenants/${owner.tenantId}`)],
]
for (const [what, take] of ways) {
  test(`a stream ends within a second when ${what}`, async () => {
    const owner = await w.user()
    const provider = await owner.provider()
    const { client: listener, roleId } = await member(w, owner)
    const relationships = {
      providers: [{ type: 'providers', id: provider }],
      roles: [{ type: 'roles', id: roleId }],
    }
    const name = { name: 'seen' }
    const group = await owner.make('/provider-groups', 'provider-groups', name, relationships)
    const restore = w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
    try {
      const link = { provider: { type: 'providers', id: provider } }
      const task = await owner.make('/scans', 'scans', {}, link)
      const path = `/scans/${task.text('task_args', 'scan_id')}/event-stream`
      const headers = { Authorization: listener.authorization }
      const listening = await Listening.to(w.base + path, headers)
      assert.equal(listening.status, 200)
      const done = await take({ owner, listener, roleId, group: group.id, provider })
      const taken = performance.now()
      assert.equal(done.status < 300, true, done.text)
      await listening.ended
      assert.ok(performance.now() - taken < 1_000, `${performance.now() - taken} ms`)
      await owner.ask('DELETE', `/tasks/${task.id}`)
    } finally {
      restore()
    }
  })
}
