/** A thousand deliveries while their target fails in every way it can and workers are killed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { silent } from '../../platform/log.ts'
import { masterKey, vault as openVault } from '../../platform/vault/index.ts'
import { NotDelivered, type Refusal } from '../../targets/target.ts'
import { type Item, type World, world } from '../../testing/index.ts'
import { queueDeliveries } from './delivery-store.ts'
import { Outbox, outboxDefaults } from './outbox.ts'
import type { Deliver, Target } from './target.ts'
import { type TypeName, typeNames } from './types.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'off' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const vault = openVault(masterKey({ setting: Buffer.alloc(32, 7).toString('base64'), file: '' }))

/** Numbers in [0, 1) that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** What a target has, by the ids of deliveries, and how often each was sent there. */
class Receiver {
  readonly has = new Set<string>()
  readonly sent = new Map<string, number>()
  readonly #random = numbers(7)
  /** Blocks every delivery until its sender dies. */
  holds = false

  readonly deliver: Deliver = async ({ id, payload }) => {
    await sleep(1)
    const { name } = (payload as { subject: { name: string } }).subject
    if (this.holds) {
      if (this.#random() < 0.5 && !name.startsWith('bad')) this.#take(id)
      return new Promise(() => {})
    }
    if (name.startsWith('bad')) throw new NotDelivered('invalid', `${name} is refused.`)
    const chance = this.#random()
    if (chance < 0.05) {
      this.#take(id)
      throw new NotDelivered('uncertain', 'The answer was lost.')
    }
    if (chance < 0.2) {
      const codes: readonly Refusal[] = ['unavailable', 'rate_limited', 'unreachable']
      throw new NotDelivered(codes[Math.floor(chance * 1_000) % 3] ?? 'unavailable', 'Not now.', 1)
    }
    this.#take(id)
    return { outcome: {} }
  }

  #take(id: string): void {
    this.has.add(id)
    this.sent.set(id, (this.sent.get(id) ?? 0) + 1)
  }
}

test('of a thousand deliveries with failures and kills none is lost, each has one effect under its id, and each refusal its reason', async () => {
  const user = w.acme
  const integrations: Item[] = []
  for (let n = 0; n < 10; n += 1)
    integrations.push(
      await user.make('/integrations', 'integrations', {
        integration_type: 'amazon_s3',
        configuration: { bucket_name: 'acme-findings' },
        credentials: { aws_access_key_id: 'AKIA', aws_secret_access_key: 'secret' },
      }),
    )
  const { database } = w.test
  for (const { id } of integrations)
    await database.inTenant(user.tenantId, (tx) =>
      queueDeliveries(
        tx,
        Array.from({ length: 100 }, (_, at) => ({
          integration_id: id,
          kind: 'message',
          dedupe_key: String(at),
          payload: { subject: { name: at % 50 === 0 ? `bad ${at}` : `good ${at}` } },
        })),
      ),
    )
  const receiver = new Receiver()
  const target: Target = { test: async () => ({}), deliver: { message: receiver.deliver } }
  const targets = Object.fromEntries(typeNames.map((name) => [name, target])) as Record<
    TypeName,
    Target
  >
  const settings = { ...outboxDefaults, pollMs: 20, leaseSeconds: 2, leaveMs: 1 }
  const start = () => {
    const stopping = new AbortController()
    const outbox = new Outbox({ database, vault, targets, log: silent, settings })
    return { done: outbox.work(stopping.signal), stopping }
  }
  const rows = () =>
    w.test.administer(
      `select state, reason_code, attempts from deliveries where tenant_id = '${user.tenantId}'`,
    )
  let running = start()
  let kills = 0
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(300)) {
    // Time passes: what waits is due.
    await w.test.administer(`
      update deliveries set due_at = now() where state = 'pending' and due_at > now();
      update integrations set paused_until = null where paused_until > now()`)
    const open = (await rows()).filter(({ state }) => state === 'pending').length
    if (open === 0) break
    if (kills < 3 && open < 900 - kills * 250) {
      receiver.holds = true
      await sleep(50)
      running.stopping.abort() // what it was about to write is never written
      await running.done
      receiver.holds = false
      kills += 1
      running = start()
    }
  }
  running.stopping.abort()
  await running.done
  assert.equal(kills, 3)
  const ended = await rows()
  const count = (state: string) => ended.filter((row) => row['state'] === state).length
  assert.deepEqual([count('delivered'), count('failed'), count('pending')], [980, 20, 0])
  assert.ok(
    ended.every(({ state, reason_code }) => state === 'delivered' || reason_code === 'invalid'),
  )
  assert.equal(receiver.has.size, 980)
  assert.ok(ended.some(({ attempts }) => Number(attempts) > 1))
  const repeats = [...receiver.sent.values()].filter((times) => times > 1).length
  assert.ok(repeats > 0 && repeats < 200, `${repeats} came again, under the id that they had`)
})
