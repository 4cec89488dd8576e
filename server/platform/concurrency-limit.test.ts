import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { ConcurrencyLimit, type Later } from './concurrency-limit.ts'

const queue = { each: 100, overall: 1_000 }
const patient = { longestMs: 10_000 }

/** Takes places until none is left; returns the functions that release them. */
function fill(limit: ConcurrencyLimit, key: string, most = 1_000): (() => void)[] {
  const taken: (() => void)[] = []
  try {
    while (taken.length < most) taken.push(limit.enter(key, 1))
  } catch {}
  return taken
}

test('one busy tenant has half of the places, two have a third each, and one more still finds a place', () => {
  const alone = new ConcurrencyLimit({ overall: 18 })
  equal(fill(alone, 'a').length, 9)
  const shared = new ConcurrencyLimit({ overall: 18 })
  const taken = { a: 0, b: 0 }
  for (let n = 0; n < 18; n += 1) {
    taken.a += fill(shared, 'a', 1).length
    taken.b += fill(shared, 'b', 1).length
  }
  deepEqual(taken, { a: 6, b: 6 })
  equal(fill(shared, 'c').length, 3)
})

test('no crowd of a few tenants takes all places: who comes next finds one', () => {
  const limit = new ConcurrencyLimit({ overall: 32, each: 4 })
  const crowd = ['a', 'b', 'c', 'd'].flatMap((key) => fill(limit, key))
  equal(crowd.length, 16)
  for (let n = 0; n < 5; n += 1) ok(fill(limit, `newcomer ${n}`).length > 0)
})

test('one of several places goes to a newcomer when all are held, and the one held longest is taken', () => {
  let now = 0
  const limit = new ConcurrencyLimit({ overall: 4 }, { now: () => now })
  const displaced: string[] = []
  for (const key of ['a', 'a', 'b', 'c']) {
    limit.enter(key, 1, { onDisplaced: () => displaced.push(`${key}${now}`) })
    now += 1
  }
  equal(limit.running, 4)
  const leave = limit.enter('d', 1)
  equal(limit.running, 4)
  equal(displaced.length, 1)
  equal(displaced[0]?.[0], 'a')
  throws(() => limit.enter('a', 1), /Too many requests/, 'who holds one already displaces nobody')
  throws(() => limit.enter('e', 1), /Too many requests/, 'nobody holds several')
  leave()
})

test('a key that enters with others is held to the bound of each', () => {
  const limit = new ConcurrencyLimit({ overall: 32, each: 4 })
  for (let n = 0; n < 4; n += 1) limit.enter([`tenant ${n}`, 'user'], 1)
  throws(() => limit.enter(['tenant 5', 'user'], 1), /Too many requests/)
  limit.enter(['tenant 5', 'other'], 1)
})

test('a crowd holds half of the places at most', () => {
  const limit = new ConcurrencyLimit({ overall: 8, each: 2 })
  for (let n = 0; n < 4; n += 1) limit.enter(`user ${n}`, 1, { crowd: 'address' })
  throws(() => limit.enter('user 5', 1, { crowd: 'address' }), /Too many requests/)
  limit.enter('user 5', 1, { crowd: 'another address' })
})

test('a place that is given back twice is one place', () => {
  const limit = new ConcurrencyLimit({ overall: 2 })
  const leave = limit.enter('a', 1)
  throws(() => limit.enter('a', 1), /Too many requests/)
  leave()
  leave()
  equal(fill(limit, 'a').length, 1)
  equal(fill(limit, 'b').length, 1)
  equal(fill(limit, 'c').length, 0)
})

test('a tenant with one request waits for one of a tenant with six hundred', async () => {
  const limit = new ConcurrencyLimit(
    { overall: 1, queue: { ...queue, each: 600 } },
    { now: () => 0 },
  )
  const order: string[] = []
  const run = async (key: string): Promise<void> => {
    const leave = await limit.wait(key, patient)
    order.push(key)
    await Promise.resolve()
    leave?.()
  }
  const crowd = Array.from({ length: 600 }, () => run('crowd'))
  const late = ['a', 'b', 'a'].map(run)
  await Promise.all([...crowd, ...late])
  equal(order.length, 603)
  deepEqual(order.slice(0, 7), ['crowd', 'crowd', 'a', 'b', 'crowd', 'a', 'crowd'])
})

test('within a tenant they run in the order in which they came', async () => {
  const limit = new ConcurrencyLimit({ overall: 1, queue })
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const leave = await limit.wait('a', patient)
      order.push(n)
      await Promise.resolve()
      leave?.()
    }),
  )
  deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
})

test('a tenant that waits at its share delays no other tenant', async () => {
  const limit = new ConcurrencyLimit({ overall: 4, queue })
  fill(limit, 'a')
  let isAdmitted = false
  const third = limit.wait('a', patient).then((leave) => {
    isAdmitted = true
    return leave
  })
  const other = await limit.wait('b', patient)
  ok(other)
  equal(isAdmitted, false)
  other()
  equal(isAdmitted, false)
  fill(limit, 'c')[0]?.()
  void third
})

test('a client that disconnects while it waits frees its place in the queue', async () => {
  const limit = new ConcurrencyLimit({ overall: 1, queue: { ...queue, each: 1 } })
  const leave = limit.enter('a', 1)
  const disconnected = new AbortController()
  const waiting = limit.wait('a', { ...patient, signal: () => disconnected.signal })
  equal(await limit.wait('a', patient), undefined, 'the queue of one is full')
  disconnected.abort()
  equal(await waiting, undefined)
  const next = limit.wait('a', patient)
  leave()
  ok(await next)
  const aborted = { ...patient, signal: () => AbortSignal.abort() }
  equal(await limit.wait('a', aborted), undefined)
})

test('a wait that takes too long ends without a place, and one that ended well is not timed', async () => {
  const timers = new Set<() => void>()
  const after: Later = (_ms, run) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  const limit = new ConcurrencyLimit({ overall: 1, queue }, { later: after })
  const leave = limit.enter('a', 1)
  const [late, lucky] = [limit.wait('a', patient), limit.wait('b', patient)]
  const [first] = timers
  first?.()
  equal(await late, undefined)
  leave()
  ok(await lucky)
  equal(timers.size, 0)
})

test('the queue is bounded, for each tenant and for all', async () => {
  const limit = new ConcurrencyLimit({ overall: 1, queue: { each: 2, overall: 3 } })
  limit.enter('a', 1)
  const waiting = ['a', 'a', 'b'].map((key) => limit.wait(key, { longestMs: 1 }))
  equal(await limit.wait('a', patient), undefined)
  equal(await limit.wait('c', patient), undefined)
  deepEqual(await Promise.all(waiting), [undefined, undefined, undefined])
})

test('a user of many tenants waits no more often than a user of one, and for the time that all of them used', async () => {
  let now = 0
  const bounds = { overall: 1, queue: { each: 2, overall: 10 } }
  const limit = new ConcurrencyLimit(bounds, { now: () => now })
  const order: string[] = []
  const ask = (tenant: string, user: string) =>
    limit.wait([tenant, user], patient).then((leave) => {
      order.push(`${tenant} ${leave ? 'runs' : 'is refused'}`)
      return leave
    })
  const first = await ask('t1', 'many')
  const waiting = [ask('t2', 'many'), ask('t3', 'many'), ask('t4', 'many'), ask('t5', 'one')]
  now += 10
  first?.()
  for (const at of [3, 0, 1]) (await waiting[at])?.()
  await Promise.all(waiting)
  deepEqual(order, ['t1 runs', 't4 is refused', 't5 runs', 't2 runs', 't3 runs'])
  deepEqual([limit.running, limit.waiting], [0, 0])
})

test('a tenant of quick statements waits for one slow statement of another, and then for none', async () => {
  let now = 0
  const limit = new ConcurrencyLimit({ overall: 1, queue }, { now: () => now })
  const order: string[] = []
  const run = async (key: string, ms: number): Promise<void> => {
    const leave = await limit.wait(key, patient)
    order.push(key)
    await Promise.resolve()
    now += ms
    leave?.()
  }
  const slow = Array.from({ length: 4 }, () => run('slow', 1_000))
  const quick = Array.from({ length: 50 }, () => run('quick', 5))
  await Promise.all([...slow, ...quick])
  deepEqual(order.slice(0, 52), ['slow', ...Array.from({ length: 50 }, () => 'quick'), 'slow'])
  const [next, other] = [run('slow', 1_000), run('idle until now', 5)]
  await Promise.all([next, other])
  equal(order.length, 56)
})
