/**
 * No caller reaches another tenant: each operation runs with a foreign id in each place that takes one, and with an
 * unknown id. The two responses differ only by the id; neither contains a text or id of the victim; and afterwards
 * every row of the victim is unchanged.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { describeApi } from '../../describe-api.ts'
import { type Answered, Client, type World, world } from '../index.ts'
import { member } from '../member.ts'
import { type Attack, attacksOn } from './attacks.ts'
import { effort, isLong, rounds } from './effort.ts'
import { type Operation, operationsOf } from './operations.ts'
import { createRows, Senders } from './senders.ts'
import type { RowIds } from './values.ts'
import { canaryOf, fingerprint, idsOf } from './victim.ts'

const document = await describeApi()
const operations = operationsOf(document).filter(({ isAnonymous }) => !isAnonymous)
/** Tries of each attack, by whichever of the five kinds of attackers chance picks. */
const triesPerAttack = isLong ? 12 : 1
/** Of each operation: over all of them 150,000. */
const longLeast = 1_050

let w: World
let theirs: RowIds
let canary = ''
let secret: ReadonlySet<string>
let untouched: ReadonlyMap<string, string>
const attackers = new Map<string, Client>()
const senders = new Senders('own', recruit)
let attempts = 0

/** A new tenant, whose owner and members are the attackers from now on. */
async function recruit(): Promise<Client> {
  const owner = await w.user()
  attackers.clear()
  const key = await owner.make('/api-keys', 'api-keys', { name: `key ${randomUUID()}` })
  const authorization = `Api-Key ${key.text('api_key')}`
  const { tenantId, userId, email } = owner
  attackers
    .set('the owner', owner)
    .set('a key of the owner', new Client(w.base, { tenantId, userId, email, authorization }))
    .set('a member without rights', (await member(w, owner)).client)
    .set('a member who sees all', (await member(w, owner, ['unlimited_visibility'])).client)
    .set(
      'a member who manages',
      (
        await member(w, owner, [
          'manage_account',
          'manage_providers',
          'manage_users',
          'manage_scans',
          'manage_integrations',
          'manage_alerts',
        ])
      ).client,
    )
  return owner
}

before(async () => {
  // Where it is bounded, the first of two equal requests may use up what the user has left.
  w = await world({ settings: { TENANTS_PER_USER: '0' } })
  canary = canaryOf(w.rival)
  theirs = await createRows(w.rival, canary)
  await w.rival.scan(await w.rival.provider())
  theirs = await createRows(w.rival, canary)
  secret = await idsOf(w.test, w.rival.tenantId)
  // What the victim's own scans left to do changes rows too.
  for (const { id } of (await w.rival.get('/tasks?page[size]=1000')).items)
    await w.rival.finished(id)
  untouched = await fingerprint(w.test, w.rival.tenantId)
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** What of the victim is in an answer, besides what the attacker sent. */
function leaked({ text, headers }: Answered, sent: string): readonly string[] {
  const all = `${text} ${JSON.stringify([...headers])}`
  return [canary, w.rival.email, w.rival.tenantId, w.rival.userId, ...secret].filter(
    (word) => !sent.includes(word) && all.includes(word),
  )
}

/** An answer without the id that was sent, and without what is new in every answer. */
const bare = ({ status, text }: Answered, id: string): string =>
  `${status} ${text.replaceAll(id, 'ID').replaceAll(encodeURIComponent(id), 'ID')}`

/** Rows that an attack made or changed are its own: only their ids and times differ. */
const shape = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

async function attempt(
  who: Client,
  { operation, request, position }: Attack,
  id: string,
): Promise<void> {
  attempts += 1
  const send = (named: string): Promise<Answered> => {
    const { url, body } = request(named)
    return who.ask(operation.method, url, operation.body && body)
  }
  const absentId = randomUUID()
  const foreign = await send(id)
  const absent = await send(absentId)
  const { url, body } = request(id)
  const what = `${operation.name}, ${position}, ${url}, ${JSON.stringify(body)}`
  assert.deepEqual(
    leaked(foreign, url + JSON.stringify(body ?? '')),
    [],
    `${what}: ${foreign.text}`,
  )
  assert.equal(shape(bare(foreign, id)), shape(bare(absent, absentId)), what)
  if (position.startsWith('path') && operation.method === 'GET')
    assert.ok(foreign.status >= 400, `${what}: ${foreign.text}`)
}

async function attack(operation: Operation, round: number): Promise<number> {
  const before = attempts
  const { rowIds: own } = await senders.current()
  const random = fc.sample(fc.infiniteStream(fc.nat()), {
    seed: effort.seed + round,
    numRuns: 1,
  })[0]
  const next = (): number => random?.next().value ?? 0
  const draw = <T>(from: fc.Arbitrary<T>): T =>
    fc.sample(from, { seed: next(), numRuns: 1 })[0] as T
  const pool = [...attackers.values()]
  for (const one of attacksOn(document, operation, own, draw)) {
    const named = theirs.get(one.type ?? '') ?? []
    const any = [...theirs.values()].flat()
    for (let n = 0; n < triesPerAttack; n += 1) {
      const ids = n === 0 && named.length > 0 ? named : any
      const who = pool[next() % pool.length] as Client
      await attempt(who, one, ids[next() % ids.length] as string)
    }
  }
  if (isLong) senders.probed(operation)
  return attempts - before
}

test('what is looked for is what its owner sees', async () => {
  for (const [type, ids] of theirs) assert.ok(ids.length > 0, `the victim has no ${type}`)
  for (const path of [
    '/providers',
    '/roles',
    '/api-keys',
    '/tenants/invitations',
    '/findings/latest',
  ])
    assert.ok(leaked(await w.rival.get(path), path).length > 1, path)
})

for (const operation of operations) {
  test(`${operation.name} reaches nothing of another tenant (seed ${effort.seed})`, () =>
    rounds((round) => attack(operation, round), longLeast))
}

test('every row of the tenant that was attacked is as it was', async (context) => {
  assert.deepEqual(await fingerprint(w.test, w.rival.tenantId), untouched)
  assert.ok(attempts > operations.length)
  context.diagnostic(`${attempts} attempts`)
})
