// Random tenants, users, connects, revocations and sends against plain sets: every payload carries its
// tenant's secret, and no socket may ever show a foreign one.

import { deepEqual, equal, ok } from 'node:assert/strict'
import test from 'node:test'
import { defineEventStream } from './events.ts'
import { integer, text } from './fields.ts'
import { TestSocket } from './testing/socket.ts'
import { world } from './testing/world.ts'

const secrets = defineEventStream({
  prefix: 'secrets',
  events: { 'secret.delta': { secret: text, n: integer } },
})

const tenants = Array.from({ length: 8 }, (_, index) => ({
  id: `0190a000-0000-7000-8000-00000000010${index}`,
  secret: `the-secret-of-${index}`,
}))
const resources = ['r1', 'r2', 'r3']
/** `npm test` runs a sample with a fixed seed; `npm run test:all` runs more, with a random one. */
const operations = process.env['PLUMBLINE_TEST_LONG'] === '1' ? 300_000 : 10_000

/** A small generator with a seed (mulberry32's constants), so that a failure can be run again. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('random operations: everybody hears exactly what was sent to them while they might', async () => {
  const seed = Number(process.env['PLUMBLINE_TEST_SEED'] ?? 1)
  const random = seeded(seed)
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)]
    if (found === undefined) throw new Error('Nothing to pick from.')
    return found
  }
  const many = Number.POSITIVE_INFINITY
  const limits = { streamsPerUser: many, streamsPerTenant: many, connectsPerMinute: 1e9 }
  const { hub, clock, seat } = world({ streams: [secrets], random, limits })
  type Listener = {
    socket: TestSocket
    tenant: (typeof tenants)[number]
    user: string
    channels: Set<string>
    expected: number[]
  }
  let open: Listener[] = []
  let checked = 0
  const check = ({ socket, tenant, expected }: Listener): void => {
    const body = socket.body()
    for (const other of tenants)
      ok(other === tenant || !body.includes(other.secret), `foreign bytes, seed ${seed}`)
    const events = socket.events().filter(({ type }) => type === 'secret.delta')
    deepEqual(
      events.map(({ payload }) => payload.n),
      expected,
      `seed ${seed}`,
    )
    checked += expected.length
  }
  const leave = (leaves: (listener: Listener) => boolean): void => {
    for (const listener of open.filter(leaves)) check(listener)
    open = open.filter((listener) => !leaves(listener))
  }

  for (let n = 0; n < operations; n += 1) {
    const chance = random()
    const tenant = pick(tenants)
    const user = `${tenant.id} ${pick(['a', 'b', 'c'])}`
    if (chance < 0.1 && open.length < 60) {
      const channel = secrets.channel(tenant.id, pick(resources))
      const other = secrets.channel(tenant.id, pick(resources))
      const connection = await hub.subscribe(seat({ tenantId: tenant.id, userId: user }), [
        channel,
        other,
      ])
      const socket = new TestSocket()
      connection.open(socket)
      open.push({ socket, tenant, user, channels: new Set([channel, other]), expected: [] })
    } else if (chance < 0.13) {
      clock.turns()
      hub.closeWhere(({ caller }) => caller.userId === user, 'access_revoked', 'kicked')
      leave((listener) => listener.user === user)
    } else if (chance < 0.15 && open.length > 0) {
      clock.turns()
      const disconnected = pick(open)
      disconnected.socket.destroy()
      leave((listener) => listener === disconnected)
    } else if (chance < 0.16) {
      const foreign = secrets.channel(pick(tenants).id, pick(resources))
      const tried = hub.subscribe(seat({ tenantId: tenant.id }), [foreign])
      const refused = await tried.then(
        (connection) => {
          connection.abandon()
          return false
        },
        () => true,
      )
      equal(refused, !foreign.includes(tenant.id), `seed ${seed}`)
    } else if (chance < 0.9) {
      const channel = secrets.channel(tenant.id, pick(resources))
      hub.send(channel, 'secret.delta', { secret: tenant.secret, n })
      for (const listener of open) if (listener.channels.has(channel)) listener.expected.push(n)
      // Two channels of one listener keep their own order only, so each send is its own turn here.
      clock.turns()
    } else clock.advance(Math.floor(random() * 3_000))
    leave(({ socket }) => socket.ended)
  }
  leave(() => true)
  ok(checked > operations / 2, `${checked} deliveries were checked`)
})
