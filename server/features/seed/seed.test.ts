import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { aws } from '@plumbline/scanner'
import { chainKey } from '../../keys.ts'
import { withChainKey } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/db/index.ts'
import { Client, world } from '../../testing/index.ts'
import type { Observation } from '../versions/index.ts'
import { SyntheticAccount } from './account.ts'
import { decideInPast } from './past-decision.ts'
import { recordPastScan } from './past-scan.ts'
import { accountsOf, type Asked, seed, SeedRefused } from './seed.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

const catalog = [...aws.catalog.values()]
const checks = catalog.filter(({ service }) => service === 's3' || service === 'iam')
const asked = (more: Partial<Asked> = {}): Asked => ({
  findings: 400,
  scans: 2,
  accounts: 2,
  seed: 1,
  tenantId: null,
  email: `${randomBytes(6).toString('hex')}@example.com`,
  add: false,
  checks,
  nowMs: Date.now(),
  ...more,
})
const database = (): Database => withChainKey(w.test.database, chainKey(w.config))
const plant = (what: Asked) => seed(database(), what, () => {})

test('a made-up tenant is listed, counted and signed in to as any other', async () => {
  const heard: number[] = []
  const made = await seed(database(), asked(), ({ recorded }) => heard.push(recorded))
  ok(made.login)
  equal(heard.at(-1), made.observations)
  const pair = await w.anonymous.make('/tokens', 'tokens', made.login)
  const user = new Client(w.base, {
    tenantId: made.tenantId,
    userId: '',
    email: made.login.email,
    authorization: `Bearer ${pair.text('access')}`,
  })
  const list = async (path: string) => (await user.get(path)).items
  const count = async (path: string) => (await user.get(path)).count

  const groups = await list('/provider-groups')
  deepEqual(groups.map((group) => group.text('name')).toSorted(), ['Production', 'Staging'])
  const scans = await list('/scans?sort=inserted_at')
  equal(scans.length, 4)
  ok(scans.every((scan) => scan.text('state') === 'completed' && scan.at('progress') === 100))
  const days = [...new Set(scans.map((scan) => scan.text('completed_at').slice(0, 10)))]
  equal(days.length, 2)

  const live = await count('/findings/latest')
  ok(Math.abs(live - 400) <= 40, `${live} are live`)
  for (const scan of scans) {
    const seen = await count(`/findings?filter[scan]=${scan.id}`)
    ok(Math.abs(seen - 200) <= 20, `${seen} were seen by a scan`)
    equal(
      await count(`/findings?filter[scan]=${scan.id}&filter[inserted_at]=${days.at(-1)}`),
      scan.text('completed_at').startsWith(days.at(-1) ?? '') ? seen : 0,
    )
  }
  const changed = await count('/findings/latest?filter[delta]=changed')
  ok(changed > 0 && changed < live / 10, `${changed} have changed`)
  const muted = await count('/findings/latest?filter[muted]=true')
  ok(muted > 0 && muted <= 200, `${muted} are muted`)
  equal((await list('/mute-rules')).length, 2)
})

test('a tenant that has accounts is left as it is, unless more are asked for', async () => {
  const owner = await w.user()
  const into = { tenantId: owner.tenantId, findings: 100, scans: 1, accounts: 1 }
  await plant(asked(into))
  await rejects(plant(asked(into)), (error: unknown) => {
    ok(error instanceof SeedRefused)
    return /already has accounts/.test(error.message)
  })
  equal((await owner.get('/providers')).items.length, 1)
  await plant(asked({ ...into, add: true }))
  equal((await owner.get('/providers')).items.length, 2)
})

test('a tenant that is not there and an address that is taken are reported', async () => {
  await rejects(plant(asked({ tenantId: '01890000-0000-7000-8000-000000000000' })), SeedRefused)
  await rejects(plant(asked({ email: w.acme.email })), /already exists/)
})

test('the same number makes the same account, and a day changes three of a hundred', () => {
  const shape = { uid: '123456789012', checks: catalog, findings: 20_000, seed: 7 }
  const [one, same] = [new SyntheticAccount(shape), new SyntheticAccount(shape)]
  const day = (account: SyntheticAccount, at: number) =>
    new Map(
      account.units.flatMap((unit) =>
        account.observe(unit, at).map(({ uid, status }) => [uid, status] as const),
      ),
    )
  const [before, after] = [day(one, 4), day(one, 5)]
  deepEqual(day(same, 4), before)
  ok(Math.abs(before.size - 20_000) <= 40, `${before.size} findings`)
  const share = (of: (uid: string) => boolean, among: ReadonlyMap<string, string>): number =>
    [...among.keys()].filter(of).length / before.size
  const turned = share((uid) => after.has(uid) && after.get(uid) !== before.get(uid), before)
  const closed = share((uid) => !after.has(uid), before)
  const added = share((uid) => !before.has(uid), after)
  ok(turned > 0.014 && turned < 0.026, `${turned} have turned`)
  ok(closed > 0.001 && closed < 0.012 && closed === added, `${closed} are closed, ${added} are new`)
  const failing = share((uid) => before.get(uid) === 'FAIL', before)
  ok(failing > 0.2 && failing < 0.4, `${failing} fail`)
})

test('an attestation of a past day counts from that day, through the scans after it', async () => {
  const who = await w.user()
  const providerId = await who.provider()
  const dayMs = 86_400_000
  const nowMs = Date.now()
  const check_id = 'account_security_questions_are_registered_in_the_aws_account'
  const uid = `${check_id} of the account`
  const resource = {
    uid: 'arn:aws:iam::account',
    name: 'account',
    region: 'us-east-1',
    service: 'account',
    type: 'Other',
    partition: 'aws',
    tags: {},
  }
  const observation: Observation = {
    uid,
    check_id,
    status: 'MANUAL',
    severity: 'medium',
    status_extended: 'Only the owner can check it.',
    service: 'account',
    region: 'us-east-1',
    resource_type: 'Other',
    resource,
    raw_result: null,
  }
  const scanned = (day: number): Promise<void> =>
    recordPastScan(w.test.database, who.tenantId, {
      providerId,
      name: `${day} days ago`,
      startMs: nowMs - day * dayMs,
      units: [
        {
          name: 'account/us-east-1',
          checks: [check_id],
          coverage: [],
          observe: () => [observation],
        },
      ],
    })
  await scanned(85)
  await decideInPast(w.test.database, who.tenantId, {
    providerId,
    findingUid: uid,
    status: 'resolved',
    note: 'Looked at the account page.',
    userId: who.userId,
    atMs: nowMs - 84 * dayMs,
  })
  await scanned(3)
  const { items } = await who.get('/findings/latest')
  deepEqual(
    items.map(({ attributes }) => [
      attributes['status'],
      attributes['raw_status'],
      attributes['triage_status'],
      Date.parse(String(attributes['manual_pass_created_at'])),
      Date.parse(String(attributes['manual_pass_expires_at'])),
    ]),
    [['PASS', 'MANUAL', 'resolved', nowMs - 84 * dayMs, nowMs + 6 * dayMs]],
  )
})

test('a large tenant has accounts of at most 100,000 findings each', () => {
  deepEqual([1, 250, 20_000, 1_000_000, 1_000_001].map(accountsOf), [1, 3, 3, 10, 11])
})
