/** The specification of findings: their dates, what triage makes of them from scan to scan, and attestations. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Player } from '../findings-model/player.ts'
import { type Answered, type Client, type Item, type World, world } from '../index.ts'

let w: World
let user: Client
before(async () => {
  w = await world()
  user = await w.user()
})
after(async () => {
  await w.close()
  await w.test.close()
})

type Status = 'PASS' | 'FAIL' | 'MANUAL'
const on = 's3/eu:bucket'

/** A separate account whose scans have one result each, at given times. */
async function account() {
  const player = await Player.join(w.test, user.tenantId)
  const provider = `filter[provider]=${player.providerId}`
  return {
    player,
    provider,
    scan: (status: Status, at: string) =>
      player.full({ 's3/eu': { says: [{ check: 'encrypted', on, status }] } }, at),
    finding: async (): Promise<Item> => (await user.get(`/findings/latest?${provider}`)).item,
    decide: async (attributes: object): Promise<Answered> => {
      const { id } = (await user.get(`/findings/latest?${provider}`)).item
      return user.ask('PATCH', `/findings/${id}/triage`, {
        data: { type: 'finding-triages', attributes },
      })
    },
  }
}
const day = (n: number): string => `2026-01-${String(n).padStart(2, '0')}T12:30:15.250Z`
const shifted = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

for (const name of ['inserted_at', 'updated_at'] as const) {
  test(`GET /findings: filter[${name}__gte] and filter[${name}__lte] take a full timestamp or a date`, async () => {
    const { provider, scan } = await account()
    await scan('FAIL', day(10))
    await scan('PASS', day(12))
    const statuses = async (from: string, to: string): Promise<string[]> => {
      const window = `filter[${name}__gte]=${from}&filter[${name}__lte]=${to}`
      const answer = await user.get(`/findings?${provider}&${window}`)
      equal(answer.status, 200, answer.text)
      return answer.items.map((one) => one.text('status'))
    }
    const moments: readonly [from: string, to: string, shown: string[]][] = [
      [day(10), day(10), ['FAIL']],
      [shifted(day(10), -1), shifted(day(10), 1), ['FAIL']],
      [shifted(day(10), 1), shifted(day(12), -1), []],
      [day(12), shifted(day(12), 1), ['PASS']],
      [shifted(day(10), 1), day(12), ['PASS']],
      [day(10), shifted(day(12), -1), ['FAIL']],
      ['2026-01-10', '2026-01-10', ['FAIL']],
      ['2026-01-11', '2026-01-11', []],
      ['2026-01-10', '2026-01-11', ['FAIL']],
      ['2026-01-12', day(12), ['PASS']],
      ['2025-06-01', '2026-05-31', ['PASS']], // a year: no window is too wide
    ]
    for (const [from, to, shown] of moments)
      deepEqual(await statuses(from, to), shown, `${from} to ${to}`)
    const zoned = encodeURIComponent('2026-01-10T13:30:15.250+01:00')
    deepEqual(await statuses(zoned, zoned), ['FAIL'])
    const wrong = await user.get(`/findings?filter[${name}__gte]=yesterday`)
    deepEqual([wrong.status, wrong.fault.source?.parameter], [400, `filter[${name}__gte]`])
  })
}

test('Finding triage: a triaged finding whose result flips FAIL to PASS at the next scan is Resolved', async () => {
  const { scan, finding, decide } = await account()
  await scan('FAIL', day(1))
  equal((await decide({ status: 'under_review' })).status, 200)
  await scan('FAIL', day(2))
  equal((await finding()).at('triage_status'), 'under_review')
  await scan('PASS', day(3))
  equal((await finding()).at('triage_status'), 'resolved')
})

test('Finding triage: a triaged finding whose result flips PASS to FAIL at the next scan is Reopened', async () => {
  const { scan, finding, decide } = await account()
  await scan('PASS', day(1))
  equal((await decide({ status: 'under_review' })).status, 200)
  await scan('FAIL', day(2))
  equal((await finding()).at('triage_status'), 'reopened')
})

const evidence = 'The owner showed the setting in the console.'
const attested = async () => {
  const made = await account()
  await made.scan('MANUAL', day(1))
  equal((await made.decide({ status: 'resolved', note: evidence })).status, 200)
  return made
}

test('Finding triage: Resolved on a MANUAL finding takes written evidence, and on no other finding', async () => {
  const manual = await account()
  await manual.scan('MANUAL', day(1))
  for (const note of [undefined, '', '   ']) {
    const refused = await manual.decide({ status: 'resolved', ...(note !== undefined && { note }) })
    deepEqual([refused.status, refused.fault.source?.pointer], [400, '/data/attributes/note'])
  }
  equal((await manual.finding()).at('status'), 'MANUAL')
  const failed = await account()
  await failed.scan('FAIL', day(1))
  const refused = await failed.decide({ status: 'resolved', note: evidence })
  deepEqual([refused.status, refused.fault.source?.pointer], [400, '/data/attributes/status'])
})

test('Finding: one that is verified reports an effective PASS, raw MANUAL stays; author, evidence and validity are visible', async () => {
  const { provider, finding } = await attested()
  const shown = await finding()
  deepEqual(
    ['status', 'raw_status', 'manual_pass_active', 'manual_pass_evidence'].map((name) =>
      shown.at(name),
    ),
    ['PASS', 'MANUAL', true, evidence],
  )
  equal(shown.at('manual_pass_created_by_name'), 'A user')
  const statuses = async (status: Status): Promise<number> =>
    (await user.get(`/findings/latest?${provider}&filter[status]=${status}`)).count
  deepEqual([await statuses('PASS'), await statuses('MANUAL')], [1, 0])
})

test('Limits: an attestation is valid for 90 days; then it expires, back to the review queue', async () => {
  const { player, provider, finding } = await attested()
  const before = await finding()
  const [from, to] = ['manual_pass_created_at', 'manual_pass_expires_at'].map((name) =>
    Date.parse(before.text(name)),
  )
  equal((to ?? 0) - (from ?? 0), 90 * 86_400_000)
  // Instead of waiting 90 days, its beginning and its end move back together.
  const { providerId } = player
  await w.test.administer(`
    update finding_attestations
       set attested_at = attested_at - interval '90 days', expires_at = expires_at - interval '90 days'
     where provider_id = '${providerId}';
    update findings set status_until = status_until - interval '90 days' where provider_id = '${providerId}'`)
  const shown = await finding()
  deepEqual(
    ['status', 'triage_status', 'raw_status'].map((name) => shown.at(name)),
    ['MANUAL', 'open', 'MANUAL'],
  )
  for (const [status, count] of [
    ['PASS', 0],
    ['MANUAL', 1],
  ] as const) {
    const scan = shown.linked('scan')[0] ?? ''
    for (const path of [`/findings/latest?${provider}`, `/findings?filter[scan]=${scan}`]) {
      const list = await user.get(`${path}&filter[status]=${status}`)
      deepEqual([list.count, list.ids.length], [count, count], `${path} ${status}`)
    }
  }
})

test('Finding triage: an attestation expires when a new scan reports a real failure, back to the review queue', async () => {
  const { scan, finding } = await attested()
  await scan('MANUAL', day(2))
  deepEqual(
    [(await finding()).at('status'), (await finding()).at('manual_pass_active')],
    ['PASS', true],
  )
  await scan('FAIL', day(3))
  const shown = await finding()
  deepEqual(
    ['status', 'raw_status', 'triage_status', 'manual_pass_active'].map((name) => shown.at(name)),
    ['FAIL', 'FAIL', 'reopened', false],
  )
})

test('What the service does 1: muted findings stay, are marked as muted with the reason, and are counted apart', async () => {
  const { player, scan, finding } = await account()
  await scan('FAIL', day(1))
  const made = await user.make('/mute-rules', 'mute-rules', {
    name: `Rule ${player.providerId.slice(-12)}`,
    reason: 'A test account.',
    finding_ids: [(await finding()).id],
  })
  deepEqual(
    [(await finding()).at('muted'), (await finding()).at('muted_reason')],
    [true, 'A test account.'],
  )
  deepEqual(await player.overview(), { pass: 0, fail: 0, manual: 0, muted: 1 })
  equal((await user.ask('DELETE', `/mute-rules/${made.id}`)).status, 204)
  equal((await finding()).at('muted'), false)
})
