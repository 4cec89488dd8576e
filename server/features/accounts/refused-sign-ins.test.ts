/** Sign-ins that are refused, by what the database does for them: an address that has a user costs no more than another. */
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chainKey } from '../../keys.ts'
import { withChainKey } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/db/index.ts'
import { silent } from '../../platform/log.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { RefusedSignIns } from './refused-sign-ins.ts'
import { signInWith } from './sessions.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Sign-ins over a database that counts transactions, with batches that run when `batch` is called. */
function counted() {
  let transactions = 0
  let clock = Date.now()
  const { database } = w.test
  const counting: Database = {
    ...database,
    outsideTenants(work, turn) {
      transactions += 1
      return database.outsideTenants(work, turn)
    },
    inTenant(tenantId, work, turn) {
      transactions += 1
      return database.inTenant(tenantId, work, turn)
    },
  }
  const keyed = withChainKey(counting, chainKey(w.config))
  const batches: (() => Promise<void>)[] = []
  const now = (): number => clock
  const refusals = new RefusedSignIns({ now, log: silent }, (run) => void batches.push(run))
  const parts = { tokens: undefined as never, vault: undefined as never, now, refusals }
  return {
    refuse: async (email: string, times = 1): Promise<number> => {
      const before = transactions
      for (let n = 0; n < times; n += 1)
        await rejects(signInWith(keyed, parts, { email, password: 'a wrong password' }, 'request'))
      return transactions - before
    },
    /** Runs what waits, and returns the number of its transactions. */
    batch: async (): Promise<number> => {
      const before = transactions
      for (const run of batches.splice(0)) await run()
      return transactions - before
    },
    pass: (ms: number) => void (clock += ms),
  }
}

const countsOf = async (who: Client): Promise<readonly unknown[]> =>
  (await who.get('/audit-events?filter[action]=tokens_create_refused&sort=inserted_at')).items.map(
    (event) => event.at('after', 'refused'),
  )

test('before its answer and right after it, a refused sign-in costs the same whether its user exists', async () => {
  const owner = await w.user()
  const signIns = counted()
  const known = await signIns.refuse(owner.email)
  equal(await signIns.refuse('unknown@example.com'), known)
  deepEqual(await countsOf(owner), [])
})

test('in its batch too, but for the first and the tenth of an hour', async () => {
  const owner = await w.user()
  const signIns = counted()
  await signIns.refuse('unknown@example.com')
  const unknown = await signIns.batch()
  const known: number[] = []
  for (let n = 0; n < 3; n += 1) {
    await signIns.refuse(owner.email)
    known.push(await signIns.batch())
  }
  deepEqual(known, [unknown + 1, unknown, unknown])
})

test('events of an hour are the first and each that has a digit more; then it starts again', async () => {
  const owner = await w.user()
  const signIns = counted()
  for (const times of [1, 3, 8, 1]) {
    await signIns.refuse(owner.email, times)
    await signIns.batch()
  }
  deepEqual(await countsOf(owner), [1, 12])
  signIns.pass(3_600_000)
  await signIns.refuse(owner.email)
  await signIns.batch()
  deepEqual(await countsOf(owner), [1, 12, 1])
})
