// What several processes grant together, and each alone while Valkey is unavailable. Runs where the runner brings a
// Redis: `npm run test:postgres`.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Answered,
  Client,
  testDatabase,
  type TestDatabase,
  testEnvironment,
  type World,
  world,
} from '../../testing/index.ts'
import { startRedis, type TestRedis } from '../../testing/redis.ts'
import { silent } from '../log.ts'
import { sharedLimits } from './index.ts'

const together = 'rate limits are shared by all processes'
const alone = 'Valkey is unavailable; each process limits requests separately'

if (testEnvironment.redisPort !== null) {
  let db: TestDatabase
  let redis: TestRedis
  const worlds: World[] = []
  before(async () => {
    db = await testDatabase()
    redis = await startRedis()
  })
  after(async () => {
    for (const one of worlds) await one.close()
    await redis.close()
    await db.close()
  })

  const logged = async ({ logged }: World, expected: string): Promise<void> => {
    const times = (): number => logged.filter(({ event }) => event === expected).length
    const before = times()
    for (let n = 0; n < 1_000 && times() === before; n += 1) await sleep(10)
    ok(times() > before, expected)
  }
  /** Two servers of one installation. */
  async function installation(rates: Readonly<Record<string, string>>): Promise<[World, World]> {
    const settings = {
      VALKEY_URL: redis.url,
      EVENTSTREAM_NAMESPACE: randomUUID().slice(0, 8),
      WORKER: 'false',
      ...rates,
    }
    const at = Date.now()
    const now = (): number => at // what a server counts itself does not grow back meanwhile
    const both: [World, World] = [
      await world({ test: db, settings, now }),
      await world({ test: db, settings, now }),
    ]
    worlds.push(...both)
    for (const { logged } of both)
      for (let n = 0; n < 1_000 && !logged.some(({ event }) => event === together); n += 1)
        await sleep(10)
    return both
  }
  const ask = async (client: Client, times: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let n = 0; n < times; n += 1) statuses.push((await client.get('/users/me')).status)
    return statuses
  }
  const passed = (statuses: readonly number[]): number =>
    statuses.filter((status) => status === 200).length
  const signIn = ({ anonymous }: World, email: string): Promise<Answered> =>
    anonymous.ask('POST', '/tokens', {
      data: { type: 'tokens', attributes: { email, password: 'a guess' } },
    })

  test('two servers grant one allowance together, and each says what remains of it', async () => {
    const [one, two] = await installation({ RATE_LIMIT_PER_ACCOUNT: '10' })
    const atTwo = new Client(two.base, one.acme)
    equal(passed(await ask(one.acme, 5)), 5)
    const answer = await atTwo.get('/users/me')
    equal(answer.headers.get('ratelimit')?.split(';')[1], 'r=4')
    equal(passed(await ask(atTwo, 6)), 4)
    const refused = await one.acme.get('/users/me')
    deepEqual([refused.status, refused.fault.code], [429, 'throttled'])
    ok(Number(refused.headers.get('retry-after')) > 0)
    equal((await one.rival.get('/users/me')).status, 200)
  })

  test('passwords are tried so often for one email address, whichever server they are tried at', async () => {
    const [one, two] = await installation({ RATE_LIMIT_SIGN_INS: '4' })
    const tries: number[] = []
    for (const at of [one, two, two, one, two, one]) {
      tries.push((await signIn(at, 'victim@example.com')).status)
    }
    deepEqual(tries, [400, 400, 400, 400, 429, 429])
  })

  test('a Valkey that is killed opens no sign-in: each server limits by what it has counted itself', async () => {
    const rates = { RATE_LIMIT_SIGN_INS: '4', RATE_LIMIT_PER_ACCOUNT: '10' }
    const [one, two] = await installation(rates)
    const email = 'another@example.com'
    equal((await signIn(one, email)).status, 400)
    const away = Promise.all([logged(one, alone), logged(two, alone)])
    redis.signal('SIGKILL')
    await away
    const tries: number[] = []
    for (let n = 0; n < 5; n += 1) tries.push((await signIn(one, email)).status)
    deepEqual(tries, [400, 400, 400, 429, 429])
    equal(passed(await ask(one.acme, 12)), 10)
    const again = Promise.all([logged(one, together), logged(two, together)])
    await redis.restart()
    await again
    equal(passed(await ask(new Client(two.base, one.acme), 12)), 10)
  })

  test('a Valkey that hangs holds up no request, and counts again when it goes on', async () => {
    const [one] = await installation({ RATE_LIMIT_PER_ACCOUNT: '10' })
    const away = logged(one, alone)
    redis.signal('SIGSTOP')
    try {
      equal(passed(await ask(one.acme, 12)), 10) // each is answered although Valkey never does
      await away
    } finally {
      const again = logged(one, together)
      redis.signal('SIGCONT')
      await again
    }
  })

  test('a connection to a Valkey that hangs is given up once, however many requests wait for it', async (t) => {
    const warnings: Error[] = []
    const warned = (warning: Error): void => void warnings.push(warning)
    process.on('warning', warned)
    t.after(() => process.off('warning', warned))
    const settings = { url: redis.url, database: 0, namespace: randomUUID() }
    const shared = await sharedLimits(settings, silent)
    const take = () => shared.take('account', 100, 'a')
    while ((await take()) === undefined) await sleep(10)
    redis.signal('SIGSTOP')
    try {
      const taken = await Promise.all(Array.from({ length: 20 }, take))
      deepEqual(new Set(taken), new Set([undefined]))
    } finally {
      redis.signal('SIGCONT')
    }
    shared.close()
    deepEqual(
      warnings.filter(({ name }) => name === 'MaxListenersExceededWarning'),
      [],
    )
  })

  test('a server without Valkey is not waited for', async () => {
    const settings = { url: 'redis://127.0.0.1:1', database: 0, namespace: 'n' }
    const shared = await sharedLimits(settings, silent)
    equal(await shared.take('account', 1, 'a'), undefined)
    shared.close()
  })
}
