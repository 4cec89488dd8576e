import { equal, rejects, throws } from 'node:assert/strict'
import test from 'node:test'
import { acme, rival, acmeScan, world } from './testing/world.ts'

const caller = { tenantId: acme, userId: 'u', credentialId: 'c' }

test('a user, a tenant and a server hold only so many streams, and a place given back is free', () => {
  const { hub } = world({
    limits: { streamsPerUser: 2, streamsPerTenant: 3, streamsPerProcess: 4 },
  })
  const first = hub.admit(caller)
  hub.admit(caller)
  throws(() => hub.admit(caller), { status: 429, code: 'too_many_streams', retryAfterSeconds: 5 })
  hub.admit({ ...caller, userId: 'v' })
  throws(() => hub.admit({ ...caller, userId: 'w' }), /tenant holds 3/)
  hub.admit({ ...caller, userId: 'w', tenantId: rival })
  throws(() => hub.admit({ ...caller, userId: 'x', tenantId: rival }), /server holds 4/)
  first.release()
  first.release()
  hub.admit(caller)
  throws(() => hub.admit(caller), /user holds 2/)
  equal(hub.counters()['rejected_total{status="429"}'], 4)
})

test('a user connects twenty times a minute, and learns when the next time is', () => {
  const { hub, clock } = world()
  for (let count = 0; count < 20; count += 1) hub.admit(caller).release()
  throws(() => hub.admit(caller), { code: 'too_many_connects', retryAfterSeconds: 3 })
  hub.admit({ ...caller, userId: 'v' })
  clock.advance(3_000)
  hub.admit(caller).release()
  throws(() => hub.admit(caller), { code: 'too_many_connects' })
  clock.advance(60_000)
  for (let count = 0; count < 20; count += 1) hub.admit(caller).release()
})

test('a stream that ends gives its place back', async () => {
  const { hub, listener } = world({ limits: { streamsPerProcess: 1 } })
  const { socket } = await listener()
  throws(() => hub.admit(caller), { status: 429 })
  socket.destroy()
  const seat = hub.admit(caller)
  await hub.subscribe(seat, [acmeScan])
  seat.release()
  equal([...hub.connections()].length, 0)
  hub.admit(caller)
})

test('a seat takes one stream, and none once it is given back', async () => {
  const { hub, seat } = world()
  const taken = seat()
  await hub.subscribe(taken, [acmeScan])
  await rejects(hub.subscribe(taken, [acmeScan]), /one stream/)
  const released = seat()
  released.release()
  await rejects(hub.subscribe(released, [acmeScan]), /one stream/)
  equal([...hub.connections()].length, 1)
})

test('releasing the seat of a stream that is saying its last words does not cut it off', async () => {
  const { listener } = world()
  const { socket, connection } = await listener()
  socket.reads = false
  connection.close('draining', 'bye')
  connection.seat.release()
  equal(socket.destroyed, false)
  equal(socket.events().at(-1)?.payload.code, 'draining')
})
