// Routes that remove rights announce it: streams end even without a sweep.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, password, type World, world } from '../../testing/index.ts'
import { Listening } from '../../testing/listening.ts'

let w: World
let restore = (): void => {}
before(async () => {
  w = await world({ settings: { EVENTSTREAM_SWEEP_SECONDS: '600' } })
  restore = w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
})
after(async () => {
  restore()
  await w.close()
  await w.test.close()
})

interface Following {
  readonly user: Client
  readonly provider: string
  readonly path: string
  readonly listening: Listening
}

/** A new user who listens to a scan of theirs that does not progress. */
async function following(): Promise<Following> {
  const user = await w.user()
  const provider = await user.provider()
  const link = { provider: { type: 'providers', id: provider } }
  const body = { data: { type: 'scans', attributes: {}, relationships: linked(link) } }
  const { text } = await user.ask('POST', '/scans', body)
  const made = JSON.parse(text) as { data: { attributes: { task_args: { scan_id: string } } } }
  const path = `${w.base}/scans/${made.data.attributes.task_args.scan_id}/event-stream`
  const listening = await Listening.to(path, { Authorization: user.authorization })
  assert.equal(listening.status, 200)
  return { user, provider, path, listening }
}
const linked = (links: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(links).map(([name, data]) => [name, { data }]))

async function ended(listening: Listening): Promise<void> {
  const { data } = await listening.heard('stream.error')
  assert.equal(data['code'], 'access_revoked')
  await listening.ended
}

const routes: [
  name: string,
  ask: (one: Following) => [method: string, path: string, body?: object],
][] = [
  ['deleting oneself', ({ user }) => ['DELETE', `/users/${user.userId}`]],
  ['deleting the provider', ({ provider }) => ['DELETE', `/providers/${provider}`]],
  [
    'a new password',
    ({ user: { userId: id } }) => {
      const attributes = { password: `${password}, another`, current_password: password }
      return ['PATCH', `/users/${id}`, { data: { type: 'users', id, attributes } }]
    },
  ],
]
for (const [name, ask] of routes)
  test(`${name} ends the streams at once, and those of nobody else`, async () => {
    const [one, other] = [await following(), await following()]
    const answer = await one.user.ask(...ask(one))
    assert.ok(answer.status < 300, answer.text)
    await ended(one.listening)
    assert.ok(!other.listening.text.includes('stream.error'))
    await other.listening.leave()
  })

test('revoking a key ends its streams at once, and not those of its owner', async () => {
  const { user, path, listening } = await following()
  const body = { data: { type: 'api-keys', attributes: { name: 'a key' } } }
  const { text } = await user.ask('POST', '/api-keys', body)
  const { data } = JSON.parse(text) as { data: { id: string; attributes: { api_key: string } } }
  const byKey = await Listening.to(path, { Authorization: `Api-Key ${data.attributes.api_key}` })
  assert.equal(byKey.status, 200)
  await user.ask('DELETE', `/api-keys/${data.id}/revoke`)
  await ended(byKey)
  assert.ok(!listening.text.includes('stream.error'))
  await listening.leave()
})
