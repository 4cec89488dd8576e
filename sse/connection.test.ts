import { deepEqual, equal, match, ok, throws } from 'node:assert/strict'
import test from 'node:test'
import type { Connection } from './connection.ts'
import { TestSocket } from './testing/socket.ts'
import { acmeAnswer, acmeScan, answers, scanProgress, type World, world } from './testing/world.ts'

const codes = (socket: TestSocket): unknown[] =>
  socket.events().flatMap(({ payload }) => (payload.code ? [payload.code] : []))

function progress({ hub, clock }: World, checked: number): void {
  hub.send(acmeScan, 'scan.progress', { checked, total: 1e6 })
  clock.advance(1)
}

function delta({ hub, clock }: World, text: string): void {
  hub.send(acmeAnswer, 'answer.delta', { text })
  clock.advance(5)
}

test('the first bytes are the retry time and a comment, then the snapshot, then what was heard since', async () => {
  const { hub, clock, seat } = world()
  const connection = await hub.subscribe(seat(), [acmeScan])
  hub.send(acmeScan, 'scan.progress', { checked: 2, total: 3 })
  clock.turns()
  const socket = new TestSocket()
  const snapshot = [scanProgress.encode('scan.progress', { checked: 1, total: 3 })]
  connection.open(socket, { snapshot })
  match(socket.body(), /^retry: 3500\n\n:\n\nevent: scan\.progress\n/)
  hub.send(acmeScan, 'scan.progress', { checked: 3, total: 3 })
  clock.turns()
  deepEqual(
    socket.events().map(({ payload }) => payload.checked),
    [1, 2, 3],
  )
  throws(() => connection.open(socket), /opens once/)
})

test('a socket that frames for itself gets the frames alone', async () => {
  const { hub, clock, listener } = world()
  const { socket, connection } = await listener({ framing: 'plain' })
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  clock.turns()
  connection.close('draining', 'bye')
  match(
    Buffer.concat(socket.writes).toString(),
    /^retry: \d+\n\n:\n\nevent: scan\.progress\ndata: \{"checked":1,"total":2\}\n\nevent: stream\.error\ndata: \{"code":"draining","detail":"bye"\}\n\nretry: \d+\n\n$/,
  )
  ok(socket.ended)
})

test('a silent line hears a heartbeat every 12 to 18 seconds, a busy one none', async () => {
  for (const chance of [0, 0.5, 0.999]) {
    const quiet = world({ random: () => chance })
    const { socket } = await quiet.listener()
    let last = quiet.clock.now()
    const before = socket.writes.length
    for (let second = 0; second < 120; second += 1) {
      const seen = socket.writes.length
      quiet.clock.advance(1_000)
      if (socket.writes.length === seen) continue
      const gap = quiet.clock.now() - last
      ok(gap >= 12_000 && gap <= 18_000, `${gap} ms at chance ${chance}`)
      last = quiet.clock.now()
    }
    ok(socket.writes.length - before >= 6)
    const busy = await quiet.listener()
    for (let second = 0; second < 60; second += 5) {
      progress(quiet, second)
      quiet.clock.advance(5_000)
    }
    equal(busy.socket.body().split(':\n\n').length - 1, 1)
  }
})

test('a slow listener gets the newest progress and every other event', async () => {
  const w = world()
  const socket = new TestSocket({ reads: false })
  await w.listener({ channels: [acmeScan, acmeAnswer], socket })
  for (let checked = 1; checked <= 3_000; checked += 1) {
    progress(w, checked)
    if (checked % 100 === 0) delta(w, `piece ${checked}`)
  }
  const conflated = w.hub.counters().conflated_total ?? 0
  ok(conflated > 1_000, `${conflated} conflated`)
  ok((w.hub.counters().buffered_bytes ?? 0) <= 80 * 1024)
  socket.drain()
  const events = socket.events()
  deepEqual(
    events.flatMap(({ payload }) => (payload.text ? [payload.text] : [])),
    Array.from({ length: 30 }, (_, index) => `piece ${(index + 1) * 100}`),
  )
  const checked = events.flatMap(({ payload }) =>
    payload.checked ? [Number(payload.checked)] : [],
  )
  equal(checked.at(-1), 3_000)
  equal(checked.length + conflated, 3_000)
  deepEqual(
    checked,
    [...checked].sort((a, b) => a - b),
  )
  equal(w.hub.counters().buffered_bytes, 0)
})

test('a listener 256 KiB behind is closed, and others notice nothing', async () => {
  const w = world()
  const slow = new TestSocket({ reads: false })
  await w.listener({ channels: [acmeAnswer], socket: slow })
  const { socket: quick } = await w.listener({ channels: [acmeAnswer] })
  const text = 'x'.repeat(10_000)
  for (let count = 0; count < 40; count += 1) delta(w, text)
  equal(quick.events().length, 40)
  equal(w.hub.counters()['closed_total{reason="slow_consumer"}'], 1)
  equal(w.hub.counters().slow_closed_total, 1)
  equal(codes(slow).at(-1), 'slow_consumer')
  ok(slow.writableLength <= 256 * 1024)
  w.clock.advance(2_000)
  ok(slow.destroyed, 'whoever does not read the last words is cut off')
})

test('a listener that drains nothing for ten seconds is closed', async () => {
  const w = world()
  const socket = new TestSocket({ reads: false })
  await w.listener({ channels: [acmeAnswer], socket })
  for (let count = 0; count < 3; count += 1) delta(w, 'x'.repeat(10_000))
  for (let second = 0; second < 30; second += 1) {
    socket.drainBytes(1)
    w.clock.advance(1_000)
  }
  ok(!socket.destroyed, 'a byte a second is slow, not dead')
  w.clock.advance(11_000)
  equal(codes(socket).at(-1), 'slow_consumer')
  w.clock.advance(2_000)
  ok(socket.destroyed)
})

test('when all listeners together hold too much, the one with the most queued bytes is closed first', async () => {
  const w = world({ limits: { processBytes: 100_000 } })
  const fat = new TestSocket({ reads: false })
  const thin = new TestSocket({ reads: false })
  await w.listener({ channels: [acmeAnswer], socket: fat })
  for (let count = 0; count < 4; count += 1) delta(w, 'x'.repeat(10_000))
  await w.listener({ channels: [acmeAnswer], socket: thin })
  for (let count = 0; count < 4; count += 1) delta(w, 'x'.repeat(10_000))
  equal(codes(fat).at(-1), 'slow_consumer')
  deepEqual(codes(thin), [])
})

test('nothing is written after the token expires, and its streams end within the ten seconds before', async () => {
  for (const chance of [0, 0.3, 0.999]) {
    const w = world({ random: () => chance })
    const expiresAt = w.clock.now() + 60_000
    const { socket } = await w.listener({ caller: { expiresAt } })
    w.clock.advance(49_500)
    deepEqual(codes(socket), [])
    let endedAt = 0
    while (!socket.ended && w.clock.now() < expiresAt + 5_000) {
      w.clock.advance(250)
      endedAt = w.clock.now()
    }
    ok(endedAt <= expiresAt, `${endedAt - expiresAt} ms late at chance ${chance}`)
    deepEqual(codes(socket), ['token_expired'])
  }
})

test('an event that arrives after the expiry is not written even when the wheel is late', async () => {
  const w = world()
  const { socket } = await w.listener({ caller: { expiresAt: w.clock.now() + 60_000 } })
  w.clock.stall(60_000)
  progress(w, 1)
  w.clock.turns()
  deepEqual(codes(socket), ['token_expired'])
  ok(!socket.body().includes('scan.progress'))
})

test('a token that expires while its stream is made opens nothing', async () => {
  const w = world()
  const seat = w.seat({ expiresAt: w.clock.now() + 60_000 })
  const connection = await w.hub.subscribe(seat, [acmeScan])
  w.clock.stall(60_000)
  const socket = new TestSocket()
  connection.open(socket)
  deepEqual(codes(socket), ['token_expired'])
  ok(socket.ended)
})

test('no stream outlives an hour, and they do not all end at once', async () => {
  for (const [chance, minutes] of [
    [0, 48],
    [0.999, 60],
  ] as const) {
    const w = world({ random: () => chance })
    const { socket } = await w.listener()
    w.clock.advance((minutes - 1) * 60_000)
    deepEqual(codes(socket), [])
    w.clock.advance(62_000)
    deepEqual(codes(socket), ['lifetime_reached'])
  }
})

test('a close says why, when to come back, and ends cleanly', async () => {
  const w = world()
  const { socket, connection } = await w.listener()
  connection.close('access_revoked', 'The membership ended.')
  match(
    socket.body(),
    /event: stream\.error\ndata: \{"code":"access_revoked","detail":"The membership ended\."\}\n\nretry: 2750\n\n$/,
  )
  match(Buffer.concat(socket.writes).toString(), /0\r\n\r\n$/)
  ok(socket.ended)
  const writes = socket.writes.length
  connection.close('draining', 'again')
  progress(w, 1)
  equal(socket.writes.length, writes)
})

test('a connection closed before its socket came says so as soon as it opens', async () => {
  const w = world()
  const connection = await w.hub.subscribe(w.seat(), [acmeScan])
  equal(
    w.hub.closeWhere(() => true, 'access_revoked', 'gone'),
    1,
  )
  progress(w, 1)
  const socket = new TestSocket()
  connection.open(socket)
  deepEqual(codes(socket), ['access_revoked'])
  equal(socket.events().length, 1)
  ok(socket.ended)
})

test('a subscription that never gets its socket is given up, and its queue is bounded meanwhile', async () => {
  const w = world()
  const waiting: Connection = await w.hub.subscribe(w.seat(), [acmeAnswer])
  for (let count = 0; count < 10; count += 1) delta(w, 'x'.repeat(10_000))
  ok(waiting.queuedBytes > 90_000)
  w.clock.advance(31_000)
  equal(w.hub.counters().buffered_bytes, 0)
  deepEqual([...w.hub.connections()], [])
  const late = new TestSocket()
  waiting.open(late)
  ok(late.destroyed)
  equal(late.writes.length, 0)
})

test('a socket that closed before the stream opened leaves nothing behind', async () => {
  const w = world()
  const socket = new TestSocket()
  socket.destroy()
  const { connection } = await w.listener({ socket })
  progress(w, 1)
  equal(connection.isOpen, false)
  deepEqual([...w.hub.connections()], [])
  equal(socket.writes.length, 0)
})

test('a socket that throws costs its own listener the stream, and nobody else an event', async () => {
  const w = world()
  const broken = await w.listener()
  const { socket } = await w.listener()
  broken.socket.write = () => {
    throw new Error('The other side reset.')
  }
  progress(w, 1)
  progress(w, 2)
  equal(socket.events().length, 2)
  ok(broken.socket.destroyed)
  equal([...w.hub.connections()].length, 1)
})

test('a snapshot may hold any event of the stream', async () => {
  const w = world()
  const { socket } = await w.listener({
    channels: [acmeAnswer],
    snapshot: [answers.encode('answer.delta', { text: 'so far' })],
  })
  deepEqual(socket.events(), [{ type: 'answer.delta', payload: { text: 'so far' } }])
})
