import { deepEqual, equal, match } from 'node:assert/strict'
import { after, test } from 'node:test'
import { grant, member, showTo } from '../../testing/member.ts'
import { type Client, world } from '../../testing/world.ts'
import { findingKeyOf } from '../versions/index.ts'
import { Player, uidOf } from '../../testing/findings-model/player.ts'
import { mutesOf } from './index.ts'
import { eventually } from '../../testing/eventually.ts'

const here = await world()
after(async () => {
  await here.close()
  await here.test.close()
})
const { acme, rival } = here

let names = 0
const unique = (): string => `s3/eu:m${(names += 1)}`
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

/** A provider of acme's with failed findings on these resources; `again` scans them once more. */
async function failing(...on: string[]) {
  const player = await Player.join(here.test, acme.tenantId)
  let minute = 0
  const again = async () => {
    minute += 1
    const keys = on.map((one) => findingKeyOf(uidOf('encrypted', one)))
    const mutes = await player.in((tx) => mutesOf(tx, player.providerId, keys))
    const says = on.map((one) => ({ check: 'encrypted', on: one, status: 'FAIL' as const }))
    return player.full({ 's3/eu': { says, mutes } }, at(minute))
  }
  await again()
  const found = await Promise.all(on.map((one) => idOf(one)))
  return { player, again, ids: found }
}
const latest = async (on: string) =>
  (await acme.get(`/findings/latest?filter[uid]=${uidOf('encrypted', on)}`)).item
const idOf = async (on: string): Promise<string> => (await latest(on)).id
const name = (): string => `Rule ${(names += 1)}`

const rule = (who: Client, finding_ids: readonly string[], more: object = {}) =>
  who.make('/mute-rules', 'mute-rules', {
    name: name(),
    reason: 'A test bucket.',
    finding_ids,
    ...more,
  })
const attempt = (who: Client, attributes: object) =>
  who.ask('POST', '/mute-rules', {
    data: { type: 'mute-rules', attributes: { name: name(), reason: 'A reason.', ...attributes } },
  })
const patch = (who: Client, type: string, path: string, attributes: object) =>
  who.ask('PATCH', path, { data: { type, attributes } })
const counts = async (player: Player) => {
  const { fail, muted } = await player.overview()
  return { fail, muted }
}

test('a rule mutes its findings at once, for every scan that saw them, and for the counts', async () => {
  const [a, b] = [unique(), unique()]
  const { player, ids } = await failing(a, b)
  const [first = ''] = ids
  const made = await rule(acme, [first])
  deepEqual(made.texts('finding_uids'), [uidOf('encrypted', a)])
  deepEqual(made.linked('created_by'), [acme.userId])
  const row = await latest(a)
  deepEqual([row.at('muted'), row.at('muted_reason')], [true, 'A test bucket.'])
  deepEqual(await counts(player), { fail: 1, muted: 1 })
  equal(
    (await acme.get(`/findings?filter[scan]=${row.linked('scan')[0]}&filter[muted]=true`)).count,
    1,
  )
  const resource = (await acme.get(`/resources/${row.linked('resources')[0]}`)).item
  equal(resource.at('failed_findings_count'), 0)
})

test('disabling, enabling and deleting a rule shows, hides and shows its findings again', async () => {
  const on = unique()
  const { player, ids, again } = await failing(on)
  const path = `/mute-rules/${(await rule(acme, ids)).id}`
  const muted = async (): Promise<unknown> => (await latest(on)).at('muted')
  equal((await patch(acme, 'mute-rules', path, { enabled: false })).item.at('enabled'), false)
  equal(await muted(), false)
  await again()
  equal(await muted(), false)
  await patch(acme, 'mute-rules', path, { enabled: true, reason: 'Another reason.' })
  equal((await latest(on)).at('muted_reason'), 'Another reason.')
  await again()
  equal(await muted(), true)
  equal((await acme.ask('DELETE', path)).status, 204)
  equal(await muted(), false)
  deepEqual(await counts(player), { fail: 1, muted: 0 })
})

test('what a decision mutes stays muted when its rule goes', async () => {
  const on = unique()
  const { ids } = await failing(on)
  const { id } = await rule(acme, ids)
  const uid = encodeURIComponent(uidOf('encrypted', on))
  const path = `/findings/${uid}/triage`
  await patch(acme, 'finding-triages', path, { status: 'risk_accepted' })
  await acme.ask('DELETE', `/mute-rules/${id}`)
  const row = await latest(on)
  deepEqual([row.at('muted'), row.at('muted_reason')], [true, 'Risk accepted'])
})

test('a rule is over when its time is, and its findings are shown again', async () => {
  const on = unique()
  const { player, ids } = await failing(on)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const made = await rule(acme, ids, { expires_at })
  equal((await latest(on)).at('muted'), true)
  await here.test.administer(
    `update mute_rules set expires_at = now() - interval '1 second' where id = '${made.id}'`,
  )
  await eventually('the rule is over', async () => (await counts(player)).muted === 0)
  equal((await latest(on)).at('muted'), false)
  const path = `/mute-rules/${made.id}`
  equal((await acme.get(path)).item.at('enabled'), false)
  equal((await patch(acme, 'mute-rules', path, { enabled: true })).status, 400)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  equal((await patch(acme, 'mute-rules', path, { enabled: true, expires_at: later })).status, 200)
  equal((await latest(on)).at('muted'), true)
})

test('a rule that overlaps an enabled one, names nothing or ends in the past is refused', async () => {
  const [a, b] = [unique(), unique()]
  const { ids } = await failing(a, b)
  const [first = '', second = ''] = ids
  const made = await rule(acme, [first], { name: 'The first rule' })
  const faults = async (attributes: object) => {
    const { status, fault } = await attempt(acme, attributes)
    return [status, fault.source?.pointer, fault.detail]
  }
  const at = '/data/attributes/finding_ids'
  const [status, pointer, detail] = await faults({ finding_ids: [second, first] })
  deepEqual([status, pointer], [409, at])
  match(String(detail), /The first rule/)
  const nobody = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d'
  deepEqual((await faults({ finding_ids: [second, nobody] })).slice(0, 2), [400, `${at}/1`])
  deepEqual((await faults({ finding_ids: [] })).slice(0, 2), [400, at])
  const past = { finding_ids: [second], expires_at: '2020-01-01T00:00:00Z' }
  deepEqual((await faults(past)).slice(0, 2), [400, '/data/attributes/expires_at'])
  const taken = { finding_ids: [second], name: 'The first rule' }
  deepEqual((await faults(taken)).slice(0, 2), [409, '/data/attributes/name'])
  equal((await latest(b)).at('muted'), false)
  await patch(acme, 'mute-rules', `/mute-rules/${made.id}`, { enabled: false })
  const other = await rule(acme, [first])
  equal((await patch(acme, 'mute-rules', `/mute-rules/${made.id}`, { enabled: true })).status, 409)
  await acme.ask('DELETE', `/mute-rules/${other.id}`)
})

test('a preview says what a rule would hide, and writes nothing', async () => {
  const [a, b] = [unique(), unique()]
  const { ids } = await failing(a, b)
  await rule(acme, [ids[0] ?? ''])
  const preview = await acme.make('/mute-rules/preview', 'mute-rule-previews', { finding_ids: ids })
  const asRule = await acme.make('/mute-rules/preview', 'mute-rules', { finding_ids: ids })
  deepEqual(asRule.at('matched'), preview.at('matched'))
  deepEqual(
    ['matched', 'newly_muted', 'newly_muted_failing'].map((one) => preview.at(one)),
    [2, 1, 1],
  )
  deepEqual(preview.texts('overlapping_uids'), [uidOf('encrypted', a)])
  deepEqual(preview.linked('findings'), [ids[1]])
  equal((await latest(b)).at('muted'), false)
})

test('rules are read with manage_scans, over visible findings only, and changed by who sees all of them', async () => {
  const [a, b] = [unique(), unique()]
  const one = await failing(a)
  const other = await failing(b)
  const made = await rule(acme, [...one.ids, ...other.ids])
  const path = `/mute-rules/${made.id}`
  const { client, roleId } = await member(here, acme)
  equal((await client.get(path)).status, 403)
  await grant(here, roleId, ['manage_scans'])
  equal((await client.get(path)).status, 404)
  equal((await attempt(client, { finding_ids: one.ids })).status, 400)
  await showTo(here, { tenantId: acme.tenantId, roleId, providerId: one.player.providerId })
  deepEqual((await client.get(path)).item.texts('finding_uids'), [uidOf('encrypted', a)])
  equal((await patch(client, 'mute-rules', path, { enabled: false })).status, 403)
  equal((await client.ask('DELETE', path)).status, 403)
  equal((await rival.get(path)).status, 404)
  equal((await attempt(rival, { finding_ids: one.ids })).status, 400)
  equal((await rival.get('/mute-rules')).count, 0)
})

const listOver = (pattern: string, more: object = {}) => ({
  Mutelist: {
    Accounts: { '*': { Checks: { encrypted: { Regions: ['*'], Resources: [pattern], ...more } } } },
  },
})
const mutelist = (configuration: unknown) =>
  here.acme.ask('POST', '/processors', {
    data: { type: 'processors', attributes: { processor_type: 'mutelist', configuration } },
  })

/** Waits for what the mutelist does in the background. */
async function until(on: string, muted: boolean): Promise<void> {
  const what = `${on} is ${muted ? 'muted' : 'shown'}`
  await eventually(what, async () => (await latest(on)).at('muted') === muted)
}

test('the mutelist hides what is there and what scans bring, and shows it again when it changes', async () => {
  const [a, b] = [unique(), unique()]
  const { player, again } = await failing(a, b)
  const yaml = `
Mutelist:
  Accounts:
    "*":
      Checks:
        "encr*":
          Regions: ["*"]
          Resources: ["${a}"]
          Description: A bucket of tests.
`
  const made = await mutelist(yaml)
  equal(made.status, 201)
  await until(a, true)
  equal((await latest(a)).at('muted_reason'), 'Muted by mutelist')
  equal((await latest(b)).at('muted'), false)
  deepEqual(await counts(player), { fail: 1, muted: 1 })
  await again()
  deepEqual(await counts(player), { fail: 1, muted: 1 })
  equal((await mutelist(listOver('*'))).status, 409)
  const path = `/processors/${made.item.id}`
  const excepting = { Exceptions: { Resources: [a] } }
  await patch(acme, 'processors', path, {
    configuration: listOver(`${a.slice(0, -1)}*`, excepting),
  })
  await until(a, false)
  equal((await acme.get('/processors?filter[processor_type]=mutelist')).count, 1)
  equal((await acme.ask('DELETE', path)).status, 204)
  await until(b, false)
})

test('a preview of the mutelist says what it would hide and show, over visible accounts, and writes nothing', async () => {
  const [a, b, c] = [unique(), unique(), unique()]
  const one = await failing(a, b)
  const other = await failing(c)
  await rule(acme, [one.ids[1] ?? ''])
  const made = await mutelist(listOver(c))
  await until(c, true)
  const next = listOver(a, { Resources: [a, b, c], Exceptions: { Resources: [c] } })
  const data = { type: 'processor-previews', attributes: { configuration: next } }
  const preview = async (who: Client) => {
    const answer = await who.ask('POST', '/processors/preview?include=findings', { data })
    equal(answer.status, 200, answer.text)
    return answer
  }
  const numbers = ['matched', 'newly_muted', 'newly_muted_failing', 'no_longer_muted', 'complete']
  const { client, roleId } = await member(here, acme, ['manage_account'])
  const none = (await preview(client)).item
  deepEqual(
    numbers.map((name) => none.at(name)),
    [0, 0, 0, 0, true],
  )
  await showTo(here, { tenantId: acme.tenantId, roleId, providerId: one.player.providerId })
  const part = await preview(client)
  deepEqual(
    numbers.map((name) => part.item.at(name)),
    [2, 1, 1, 0, true],
  )
  deepEqual(part.item.linked('findings'), [one.ids[0]])
  deepEqual(
    part.included.map((finding) => finding.text('uid')),
    [uidOf('encrypted', a)],
  )
  equal((await preview(acme)).item.at('no_longer_muted'), 1)
  deepEqual([(await latest(a)).at('muted'), (await latest(c)).at('muted')], [false, true])
  deepEqual(await counts(other.player), { fail: 0, muted: 1 })
  equal((await acme.ask('DELETE', `/processors/${made.item.id}`)).status, 204)
  await until(c, false)
})

test('entries that hide nothing are named when a mutelist is previewed, written and changed', async () => {
  const owner = await here.user()
  const names = ['ci-logs', 'ci-logs-replica', 'qa-logs', 'invoices']
  const player = await Player.join(here.test, owner.tenantId)
  const says = names.map((on) => ({ check: 'versioned', on, status: 'FAIL' as const }))
  await player.full({ 's3/eu': { says } }, at(1))
  const everywhere = { Regions: ['*'], Resources: ['*'] }
  const configuration = {
    Mutelist: {
      Accounts: {
        '*': {
          Checks: {
            versioned: { Regions: ['*'], Resources: ['.+-logs$'] },
            'vers.*ed': { Regions: ['*'], Resources: ['logs'] },
            encrypted: everywhere,
          },
        },
        '999999999999': { Checks: { '*': everywhere } },
      },
    },
  }
  const data = { type: 'processor-previews', attributes: { configuration } }
  const preview = await owner.ask('POST', '/processors/preview', { data })
  const made = await owner.make('/processors', 'processors', {
    processor_type: 'mutelist',
    configuration,
  })
  for (const answer of [preview.item, made, (await owner.get(`/processors/${made.id}`)).item]) {
    equal(answer.at('unmatched_count'), 2)
    deepEqual(answer.at('unmatched_entries'), [
      { account: '*', check: 'encrypted' },
      { account: '999999999999', check: '*' },
    ])
  }
  equal(preview.item.at('matched'), 3)
  await patch(owner, 'processors', `/processors/${made.id}`, { configuration: listOver('none') })
  const changed = (await owner.get(`/processors/${made.id}`)).item
  deepEqual(changed.at('unmatched_entries'), [{ account: '*', check: 'encrypted' }])
})

test('a pattern that is not valid is refused at its place, as text and as an object', async () => {
  const list = listOver('ok', { Exceptions: { Tags: ['stage=prod', '(?!x)'] } })
  const pointer =
    '/data/attributes/configuration/Mutelist/Accounts/*/Checks/encrypted/Exceptions/Tags/1'
  for (const written of [list, JSON.stringify(list)]) {
    const { status, fault } = await mutelist(written)
    deepEqual([status, fault.source?.pointer], [400, pointer])
    match(fault.detail ?? '', /regular expression without lookaround/)
  }
})

test('a finding is written once when it is muted, and not again by the scans that follow', async () => {
  const on = [unique(), unique(), unique()]
  const { player, ids, again } = await failing(...on)
  await rule(acme, ids.slice(0, 2))
  const written = () =>
    here.test.administer(`
      select (select string_agg(f.xmin::text, ' ' order by f.uid) from findings f
               where f.provider_id = '${player.providerId}') as findings,
             (select count(*) from finding_events e where e.provider_id = '${player.providerId}')::int as events,
             (select count(*) from finding_history h where h.provider_id = '${player.providerId}')::int as history`)
  const before = await written()
  equal(before[0]?.['events'], 2)
  for (let scans = 0; scans < 5; scans += 1) await again()
  deepEqual(await written(), before)
  deepEqual(await counts(player), { fail: 1, muted: 2 })
})

const badLists: readonly [string, unknown][] = [
  ['no list', 'Mutelist: [not closed'],
  ['another shape', { Mutelist: { Accounts: { '*': { Checks: { a: { Regions: ['*'] } } } } } }],
  ['an unknown member', { Mutelist: { Accounts: {} }, More: 1 }],
  ['a key twice', 'Mutelist: {Accounts: {}}\nMutelist: {Accounts: {}}'],
  ['a tag of its own', 'Mutelist: !!js/function "a"'],
  ['a pattern that is a number', listOver('x', { Tags: [1] })],
  [
    'an anchor that grows',
    `a: &a ["x","x","x","x","x","x","x","x","x"]\n${'bcdefghi'
      .split('')
      .map((one, index) => `${one}: &${one} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`)
      .join('\n')}`,
  ],
]
for (const [what, configuration] of badLists) {
  test(`a mutelist with ${what} is refused with the place`, async () => {
    const { status, fault } = await mutelist(configuration)
    equal(status, 400)
    match(fault.source?.pointer ?? '', /^\/data\/attributes\/configuration/)
  })
}

test('the mutelist is for manage_account, and every tenant has its own', async () => {
  const { client } = await member(here, acme, ['manage_scans'])
  equal((await client.get('/processors')).status, 403)
  equal((await rival.get('/processors')).count, 0)
})

test('a member who cannot see every account can neither read nor change the mutelist', async () => {
  const owner = await here.user()
  const { client } = await member(here, owner, ['manage_account'])
  const configuration = listOver('*')
  const attributes = { processor_type: 'mutelist', configuration }
  const made = await owner.make('/processors', 'processors', attributes)
  const path = `/processors/${made.id}`
  const draft = { data: { type: 'processors', attributes } }
  const changed = { data: { type: 'processors', id: made.id, attributes: { configuration } } }
  for (const answer of [
    await client.ask('POST', '/processors', draft),
    await client.ask('PATCH', path, changed),
    await client.ask('DELETE', path),
    await client.get('/processors'),
    await client.get(path),
  ])
    deepEqual([answer.status, answer.fault.code], [403, 'visibility_needed'])
  equal((await owner.get('/processors')).count, 1)
})

test('a mutelist of more patterns than the bound is refused with both numbers, its aliases counted each time', async () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `b${at}`)
  const text = `Mutelist:
  Accounts:
    "*":
      Checks:
        a: &a
          Regions: ["*"]
          Resources: [${names.join(', ')}]
        b: *a
        c: *a
        d: *a
`
  const client = await here.user()
  const preview = (configuration: unknown) =>
    client.ask('POST', '/processors/preview', {
      data: { type: 'processor-previews', attributes: { configuration } },
    })
  const { status, fault } = await preview(text)
  deepEqual([status, fault.source?.pointer], [400, '/data/attributes/configuration'])
  match(String(fault.detail), /at most 20000 patterns.*it has 20009/)
  equal((await preview(text.replace('        d: *a\n', ''))).status, 200)
})

test('a mutelist whose expressions take long to compile is refused before all of them are compiled', async () => {
  const client = await here.user()
  const created = (Resources: readonly string[]) =>
    client.ask('POST', '/processors', {
      data: {
        type: 'processors',
        attributes: {
          processor_type: 'mutelist',
          configuration: {
            Mutelist: { Accounts: { '*': { Checks: { a: { Regions: ['*'], Resources } } } } },
          },
        },
      },
    })
  const { status, fault } = await created(Array.from({ length: 4_999 }, (_, at) => `.{1,400}${at}`))
  deepEqual([status, fault.source?.pointer], [400, '/data/attributes/configuration'])
  match(String(fault.detail), /at most 300000 instructions in total/)
  equal((await created(Array.from({ length: 4_999 }, (_, at) => `^role/.*-${at}$`))).status, 201)
})
