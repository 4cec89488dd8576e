// What one tenant's changes cost the others: a listener whose access ended hears no more, however many are checked.

import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'node:test'
import type { Connection } from '@plumbline/sse'
import type { Identity } from '../auth/index.ts'
import { type Access, Guard } from './guard.ts'

const channel = 'notes:1'
const access: Access = { version: 'new', channels: [channel] }

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn()
}

/** A guard over listeners of tenants, whose answers are counted and may have to be waited for. */
function guarded() {
  const connections: Connection[] = []
  const guard = new Guard({
    hub: { connections: () => connections.values(), count() {} } as never,
    versions: async (identities) => identities.map(() => 'new'),
    log: { warn() {} } as never,
    clock: {
      now: () => 0,
      after(ms, run) {
        if (ms < 1_000) setImmediate(run)
        return () => {}
      },
      soon: () => {},
    },
    random: () => 0.5,
    everyMs: 30_000,
  })
  const listen = (tenantId: string, userId: string, ask: () => Promise<Access>) => {
    const identity = { tenantId, userId, credentialId: userId } as Identity
    const state = { isOpen: true }
    const connection = {
      caller: identity,
      tenantId,
      channels: [channel],
      close: () => (state.isOpen = false),
    } as unknown as Connection
    connections.push(connection)
    guard.watch(connection, { identity, ask })
    guard.confirm(connection, { version: 'old', channels: [channel] })
    return state
  }
  return { guard, listen }
}

test('a right that ends is noticed after a few questions about another tenant, not after all of them', async () => {
  const { guard, listen } = guarded()
  let asked = 0
  for (let n = 0; n < 300; n++)
    listen('busy', `u${n}`, async () => {
      asked += 1
      await turn()
      return access
    })
  const other = listen('quiet', 'u', async () => ({ version: 'new', channels: [] }))
  guard.announced({ kind: 'role', tenant: 'busy' })
  await until(() => asked >= 8)
  guard.announced({ kind: 'role', tenant: 'quiet' })
  const before = asked
  await until(() => !other.isOpen)
  assert.ok(asked - before <= 40, `${asked - before} questions came first`)
  await until(() => asked >= 300)
  guard.stop()
})

test('however many tenants change their rights, four questions are open at a time', async () => {
  const { guard, listen } = guarded()
  let open = 0
  let most = 0
  let answered = 0
  const tenants = Array.from({ length: 20 }, (_, n) => `t${n}`)
  for (const tenant of tenants)
    for (let n = 0; n < 5; n++)
      listen(tenant, `u${n}`, async () => {
        open += 1
        most = Math.max(most, open)
        await turn()
        open -= 1
        answered += 1
        return access
      })
  for (const tenant of tenants) guard.announced({ kind: 'role', tenant })
  await until(() => answered >= 100)
  assert.equal(most, 4)
  guard.stop()
})

test('notices that come while a tenant is asked about are answered by one more round', async () => {
  const { guard, listen } = guarded()
  let asked = 0
  for (let n = 0; n < 10; n++)
    listen('busy', `u${n}`, async () => {
      asked += 1
      await turn()
      return { version: `${asked}`, channels: [channel] }
    })
  guard.announced({ kind: 'role', tenant: 'busy' })
  await until(() => asked >= 4)
  for (let n = 0; n < 50; n++) guard.announced({ kind: 'role', tenant: 'busy' })
  for (let n = 0; n < 200; n++) await turn()
  assert.equal(asked, 20)
  guard.stop()
})
