import { deepEqual, equal, match } from 'node:assert/strict'
import { after, test } from 'node:test'
import { member } from '../../testing/member.ts'
import { type Client, world } from '../../testing/world.ts'
import { Player, uidOf } from '../../testing/findings-model/player.ts'
import type { Status } from '../versions/codes.ts'
import { eventually } from '../../testing/eventually.ts'

const here = await world()
after(async () => {
  await here.close()
  await here.test.close()
})
const { acme, rival } = here

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

/** A provider of acme's whose scans have these statuses. */
async function scanned(says: Readonly<Record<string, Status>>, minute = 0) {
  const player = await Player.join(here.test, acme.tenantId)
  let now = minute
  const scan = (said: Readonly<Record<string, Status>>) => {
    now += 1
    const rows = Object.entries(said).map(([on, status]) => ({ check: 'encrypted', on, status }))
    return player.full({ 's3/eu': { says: rows, mutes: { mutelist: null, rules: [] } } }, at(now))
  }
  await scan(says)
  const finding = async (on: string) => {
    const list = await acme.get(
      `/findings/latest?filter[provider]=${player.providerId}&filter[uid]=${uidOf('encrypted', on)}`,
    )
    return list.item
  }
  return { player, scan, finding, base: (on: string) => triagePath(uidOf('encrypted', on)) }
}
const triagePath = (uid: string): string => `/findings/${encodeURIComponent(uid)}/triage`
let names = 0
const unique = (): string => `s3/eu:b${(names += 1)}`

const decide = (who: Client, path: string, attributes: object) =>
  who.ask('PATCH', path, { data: { type: 'finding-triages', attributes } })

test('a finding that nobody looked at shows open, one that passes resolved', async () => {
  const [a, b, c] = [unique(), unique(), unique()]
  const { finding } = await scanned({ [a]: 'FAIL', [b]: 'PASS', [c]: 'MANUAL' })
  const shown = await Promise.all(
    [a, b, c].map(async (on) => (await finding(on)).at('triage_status')),
  )
  deepEqual(shown, ['open', 'resolved', 'open'])
})

test('a decision is read back by uid, by id and by triage id, in lists and in filters', async () => {
  const on = unique()
  const { finding, base, player } = await scanned({ [on]: 'FAIL' })
  equal(
    (await decide(acme, base(on), { status: 'under_review', note: 'Asked the owner.' })).status,
    200,
  )
  const row = await finding(on)
  equal(row.at('triage_status'), 'under_review')
  equal(row.at('triage_notes_count'), 1)
  equal(row.at('triage_has_note'), true)
  equal(row.at('finding_uid'), uidOf('encrypted', on))
  const triageId = row.text('triage_id')
  for (const path of [base(on), `/findings/${row.id}/triage`, `/finding-triages/${triageId}`]) {
    const { item } = await acme.get(path)
    deepEqual(
      [item.type, item.id, item.at('status')],
      ['finding-triages', triageId, 'under_review'],
    )
    deepEqual([item.linked('finding'), item.linked('provider')], [[row.id], [player.providerId]])
  }
  const of = `filter[provider]=${player.providerId}`
  equal((await acme.get(`/findings/latest?${of}&filter[triage_status]=under_review`)).count, 1)
  equal((await acme.get(`/findings/latest?${of}&filter[triage_status__in]=open,resolved`)).count, 0)
  const listed = await acme.get(
    `/finding-triages?${of}&filter[status]=under_review&include=finding`,
  )
  deepEqual([listed.ids, listed.included.map(({ id }) => id)], [[triageId], [row.id]])
  equal((await acme.get(`/finding-triages/${triageId}/notes`)).item.at('body'), 'Asked the owner.')
})

test('a failure that passes at the next scan is resolved, and reopened when it fails again', async () => {
  const on = unique()
  const { scan, finding, base } = await scanned({ [on]: 'FAIL' })
  await decide(acme, base(on), { status: 'remediating' })
  await scan({ [on]: 'FAIL' })
  equal((await finding(on)).at('triage_status'), 'remediating')
  await scan({ [on]: 'PASS' })
  equal((await finding(on)).at('triage_status'), 'resolved')
  await scan({ [on]: 'FAIL' })
  equal((await finding(on)).at('triage_status'), 'reopened')
})

for (const status of ['risk_accepted', 'false_positive']) {
  test(`${status} mutes at once, for the counts too, and a new failure ends both`, async () => {
    const on = unique()
    const { player, scan, finding, base } = await scanned({ [on]: 'FAIL', [unique()]: 'FAIL' })
    await decide(acme, base(on), { status })
    const row = await finding(on)
    equal(row.at('muted'), true)
    match(row.text('muted_reason'), /accepted|positive/)
    deepEqual(await player.overview(), { pass: 0, fail: 1, manual: 0, muted: 1 })
    await scan({ [on]: 'PASS' })
    await scan({ [on]: 'FAIL' })
    const again = await finding(on)
    deepEqual([again.at('triage_status'), again.at('muted')], ['reopened', false])
  })
}

test('a MANUAL finding passes by written evidence: author, evidence and validity are visible, raw MANUAL stays', async () => {
  const on = unique()
  const { player, finding, base } = await scanned({ [on]: 'MANUAL' })
  const evidence = 'Looked at the console with the owner.'
  const answer = await decide(acme, base(on), { status: 'resolved', note: evidence })
  equal(answer.status, 200)
  const [row, triage, detail] = [
    await finding(on),
    answer.item,
    (await acme.get(`/findings/${(await finding(on)).id}`)).item,
  ]
  for (const shown of [row, detail]) {
    deepEqual([shown.at('status'), shown.at('raw_status')], ['PASS', 'MANUAL'])
  }
  for (const shown of [row, triage, detail]) {
    equal(shown.at('manual_pass_active'), true)
    equal(shown.at('manual_pass_evidence'), evidence)
    equal(shown.at('manual_pass_created_by_name'), 'A user')
    equal(shown.at('manual_pass_deactivated_at'), null)
    const days =
      (Date.parse(shown.text('manual_pass_expires_at')) -
        Date.parse(shown.text('manual_pass_created_at'))) /
      86_400_000
    equal(days, 90)
  }
  deepEqual(await player.overview(), { pass: 1, fail: 0, manual: 0, muted: 0 })
})

test('resolved by hand is refused without evidence, for what scans can decide, and reopened always', async () => {
  const [manual, fail, pass] = [unique(), unique(), unique()]
  const { base } = await scanned({ [manual]: 'MANUAL', [fail]: 'FAIL', [pass]: 'PASS' })
  const refused = async (on: string, attributes: object) => {
    const { status, fault } = await decide(acme, base(on), attributes)
    return [status, fault.code, fault.source?.pointer]
  }
  const note = '/data/attributes/note'
  const status = '/data/attributes/status'
  deepEqual(await refused(manual, { status: 'resolved' }), [400, 'required', note])
  deepEqual(await refused(manual, { status: 'resolved', note: '  ' }), [400, 'blank', note])
  deepEqual(await refused(manual, { status: 'resolved', note: 'x'.repeat(501) }), [
    400,
    'max_length',
    note,
  ])
  deepEqual(await refused(fail, { status: 'resolved', note: 'Fixed.' }), [
    400,
    'not_manual',
    status,
  ])
  deepEqual(await refused(pass, { status: 'resolved', note: 'Fixed.' }), [
    400,
    'not_manual',
    status,
  ])
  deepEqual(await refused(manual, { status: 'reopened' }), [400, 'only_scans', status])
  deepEqual(await refused(manual, { status: 'done' }), [400, 'invalid_choice', status])
})

test('an attestation is over after 90 days by the clock, in lists and filters, and its row and counts soon after', async () => {
  const on = unique()
  const { player, finding, base } = await scanned({ [on]: 'MANUAL' })
  await decide(acme, base(on), { status: 'resolved', note: 'Seen.' })
  // Instead of waiting 90 days, its beginning and its end move back together.
  await here.test.administer(`
    update finding_attestations
       set attested_at = attested_at - interval '90 days', expires_at = expires_at - interval '90 days'
     where provider_id = '${player.providerId}';
    update findings set status_until = status_until - interval '90 days' where provider_id = '${player.providerId}'`)
  const of = `/findings/latest?filter[provider]=${player.providerId}`
  const row = await finding(on)
  deepEqual(
    [row.at('status'), row.at('triage_status'), row.at('manual_pass_active')],
    ['MANUAL', 'open', false],
  )
  equal(row.at('manual_pass_deactivated_at'), row.at('manual_pass_expires_at'))
  equal((await acme.get(`${of}&filter[status]=PASS`)).ids.length, 0)
  equal((await acme.get(`${of}&filter[triage_status]=open`)).ids.length, 1)
  await eventually('rollups are corrected', async () => (await player.overview()).manual > 0)
  equal((await acme.get(base(on))).item.at('manual_pass_evidence'), 'Seen.')
})

test('a scan that reports a real failure ends an attestation and reopens; one that passes resolves', async () => {
  const [a, b, c] = [unique(), unique(), unique()]
  const { scan, base } = await scanned({ [a]: 'MANUAL', [b]: 'MANUAL', [c]: 'MANUAL' })
  for (const on of [a, b, c]) await decide(acme, base(on), { status: 'resolved', note: 'Seen.' })
  await scan({ [a]: 'FAIL', [b]: 'PASS', [c]: 'MANUAL' })
  const shown = await Promise.all(
    [a, b, c].map(async (on) => {
      const { item } = await acme.get(base(on))
      return [item.at('status'), item.at('finding_status'), item.at('manual_pass_active')]
    }),
  )
  deepEqual(shown, [
    ['reopened', 'FAIL', false],
    ['resolved', 'PASS', false],
    ['resolved', 'PASS', true],
  ])
})

test('a decision survives the finding going and coming back', async () => {
  const on = unique()
  const { scan, finding, base } = await scanned({ [on]: 'FAIL' })
  await decide(acme, base(on), { status: 'under_review', note: 'Asked.' })
  await scan({ [unique()]: 'PASS' })
  equal((await acme.get(base(on))).item.at('status'), 'under_review')
  const { status, fault } = await decide(acme, base(on), { status: 'open' })
  deepEqual([status, fault.code], [409, 'closed_findings'])
  await scan({ [on]: 'FAIL' })
  const row = await finding(on)
  deepEqual([row.at('triage_status'), row.at('triage_notes_count')], ['under_review', 1])
})

test('notes are written, reworded and taken away', async () => {
  const on = unique()
  const { base } = await scanned({ [on]: 'FAIL' })
  const note = await acme.make(`${base(on)}/notes`, 'finding-triage-notes', { body: 'One.' })
  deepEqual(note.linked('author'), [acme.userId])
  const path = `${base(on)}/notes/${note.id}`
  const body = { data: { type: 'finding-triage-notes', id: note.id, attributes: { body: 'Two.' } } }
  equal((await acme.ask('PATCH', path, body)).item.at('body'), 'Two.')
  equal((await acme.ask('DELETE', path)).status, 204)
  equal((await acme.get(path)).status, 404)
  equal((await acme.get(`${base(on)}/notes`)).count, 0)
})

test('nobody rewords the note of another, and whoever takes it away is noted with what it said', async () => {
  const on = unique()
  const { base } = await scanned({ [on]: 'FAIL' })
  const note = await acme.make(`${base(on)}/notes`, 'finding-triage-notes', {
    body: 'The risk is real.',
  })
  const other = (await member(here, acme, ['manage_scans', 'unlimited_visibility'])).client
  const path = `${base(on)}/notes/${note.id}`
  const attributes = { body: 'I accept this risk.' }
  const body = { data: { type: 'finding-triage-notes', attributes } }
  const reworded = await other.ask('PATCH', path, body)
  deepEqual([reworded.status, reworded.fault.code], [403, 'not_author'])
  equal((await acme.get(path)).item.at('body'), 'The risk is real.')
  const absent = path.replace(note.id, other.userId)
  equal((await other.ask('PATCH', absent, body)).status, 404)
  equal((await other.ask('DELETE', path)).status, 204)
  const [event] = await here.test.administer(`
    select actor_id, before ->> 'body' as body
      from audit_events
     where action = 'findings_triage_notes_destroy' and resource_id = '${note.id}'`)
  deepEqual(event, { actor_id: other.userId, body: 'The risk is real.' })
})

test('triage of another tenant or an invisible provider is not found, and deciding takes manage_scans', async () => {
  const on = unique()
  const { base, finding } = await scanned({ [on]: 'FAIL' })
  const triageId = (await finding(on)).text('triage_id')
  const blind = await member(here, acme, ['manage_scans'])
  const reader = await member(here, acme, ['unlimited_visibility'])
  for (const path of [base(on), `/finding-triages/${triageId}`]) {
    for (const who of [rival, blind.client]) {
      equal((await who.get(path)).status, 404)
      equal((await decide(who, path, { status: 'open' })).status, 404)
    }
    equal((await reader.client.get(path)).status, 200)
    equal((await decide(reader.client, path, { status: 'open' })).status, 403)
  }
  equal((await rival.get('/finding-triages')).count, 0)
  equal((await acme.get('/findings/nobody%2Fknows%20this/triage')).status, 404)
})
