/** An answer that the client has is confirmed without being read, until something that it shows has changed. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '../../testing/member.ts'
import { type Client, world } from '../../testing/world.ts'
import { Player, type Says, uidOf } from '../../testing/findings-model/player.ts'

let ahead = 0
const today = new Date().toISOString().slice(0, 10)
const here = await world({ now: () => Date.now() + ahead })
after(async () => {
  await here.close()
  await here.test.close()
})
const { acme } = here

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const bucket = (name: string): string => `s3/eu:${name}`
const uid = (name: string): string => uidOf('encrypted', bucket(name))
const said = (name: string, status: Says['status']): Says => ({
  check: 'encrypted',
  on: bucket(name),
  status,
})
const first = [said('a', 'FAIL'), said('b', 'FAIL'), said('c', 'MANUAL'), said('d', 'PASS')]

let player: Player
let scan = ''
let groupId = ''
let limited: { client: Client; roleId: string }
let paths: readonly string[] = []
let minute = 0

const full = async (says: readonly Says[]): Promise<string> => {
  minute += 1
  return (await player.full({ 's3/eu': { says } }, at(minute))).id
}

before(async () => {
  player = await Player.join(here.test, acme.tenantId)
  const other = await Player.join(here.test, acme.tenantId)
  scan = await full(first)
  await other.full({ 's3/eu': { says: [said('elsewhere', 'FAIL')] } }, at(0))
  limited = await member(here, acme)
  const providers = [{ type: 'providers', id: other.providerId }]
  const group = await acme.make(
    '/provider-groups',
    'provider-groups',
    { name: 'A group' },
    { providers },
  )
  groupId = group.id
  const { item } = await acme.get(`/findings/latest?filter[uid]=${uid('a')}`)
  paths = [
    '/findings/latest?include=resources,scan',
    '/findings/latest?include=scan.provider,resources.provider',
    '/findings/latest?filter[muted]=false&filter[severity]=high',
    '/findings/latest?filter[triage_status]=open',
    '/findings/latest?filter[provider_alias]=Production',
    `/findings/latest?filter[provider_groups]=${groupId}`,
    `/findings?filter[scan]=${scan}&include=scan`,
    '/findings?filter[inserted_at__gte]=2026-01-01',
    `/findings?filter[updated_at__gte]=2026-01-01&filter[id]=${item.id}`,
    '/findings/metadata/latest',
    `/findings/metadata?filter[scan]=${scan}`,
    '/findings/findings_services_regions?filter[inserted_at__gte]=2026-01-01',
    '/finding-groups/latest?filter[include_muted]=true',
    '/finding-groups/latest/encrypted/resources',
    '/resources?include=findings,provider',
    '/resources/latest?include=findings',
    `/resources?filter[scan]=${scan}`,
    '/resources/metadata/latest',
    '/overviews/findings',
    '/overviews/findings_severity/timeseries?filter[date_from]=2026-01-01&filter[date_to]=2026-01-07',
    '/overviews/providers',
    '/overviews/providers/count',
    `/overviews/services?filter[provider_groups]=${groupId}`,
    '/overviews/threatscore',
    '/compliance-overviews?filter[provider_type]=aws',
    `/compliance-overviews/metadata?filter[scan_id]=${scan}`,
  ]
})

interface Shown {
  readonly text: string
  readonly tag: string
}

/** What users see, by path. */
async function shown(): Promise<ReadonlyMap<string, Shown>> {
  const found = new Map<string, Shown>()
  const ask = async (name: string, who: Client, path: string): Promise<void> => {
    const { status, text, headers } = await who.get(path)
    found.set(`${name} ${path}`, { text: `${status} ${text}`, tag: headers.get('etag') ?? '' })
  }
  for (const path of paths) await ask('owner', acme, path)
  for (const path of paths.slice(0, 3)) await ask('limited', limited.client, path)
  return found
}

/** The paths that answer a client that knows `tags` with 304: nothing has changed. */
async function confirmed(tags: ReadonlyMap<string, Shown>): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [name, { tag }] of tags) {
    const [who = '', path = ''] = name.split(/ (.*)/)
    const client = who === 'owner' ? acme : limited.client
    const { status } = await client.ask('GET', path, undefined, { 'If-None-Match': tag })
    if (status === 304) found.add(name)
  }
  return found
}

const patch = async (path: string, type: string, attributes: object): Promise<void> => {
  const { status, text } = await acme.ask('PATCH', path, { data: { type, attributes } })
  equal(status, 200, text)
}
const triage = (name: string): string => `/findings/${encodeURIComponent(uid(name))}/triage`
let note = ''
let rule = ''

const changes: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
  [
    'a mute rule',
    async () => {
      const { item } = await acme.get(`/findings/latest?filter[uid]=${uid('a')}`)
      const made = { name: 'A rule', reason: 'It is known.', finding_ids: [item.id] }
      rule = (await acme.make('/mute-rules', 'mute-rules', made)).id
    },
  ],
  ['the end of a mute rule', () => acme.ask('DELETE', `/mute-rules/${rule}`)],
  ['a triage decision', () => patch(triage('b'), 'finding-triages', { status: 'risk_accepted' })],
  [
    'a note',
    async () => {
      const made = await acme.make(`${triage('b')}/notes`, 'finding-triage-notes', { body: 'Hm.' })
      note = made.id
    },
  ],
  ['a note that is taken away', () => acme.ask('DELETE', `${triage('b')}/notes/${note}`)],
  [
    'an attestation',
    () => patch(triage('c'), 'finding-triages', { status: 'resolved', note: 'Looked at it.' }),
  ],
  ['an attestation that is over by the clock', () => player.pass91Days(here.test)],
  ['the name of a scan', () => patch(`/scans/${scan}`, 'scans', { name: 'The first one' })],
  [
    'the name of a provider',
    () => patch(`/providers/${player.providerId}`, 'providers', { alias: 'Production' }),
  ],
  [
    'a provider in a group',
    async () => {
      const data = [{ type: 'providers', id: player.providerId }]
      const path = `/provider-groups/${groupId}/relationships/providers`
      equal((await acme.ask('POST', path, { data })).status, 204)
    },
  ],
  [
    'a group that somebody sees',
    () =>
      here.test.administer(`
        insert into role_provider_groups (tenant_id, role_id, provider_group_id)
        values ('${acme.tenantId}', '${limited.roleId}', '${groupId}')`),
  ],
  ['a scan', () => full([said('a', 'PASS'), said('c', 'MANUAL'), said('e', 'FAIL')])],
  ['a partial scan', () => player.partial({ says: [said('a', 'FAIL')] }, at((minute += 1)))],
  [
    'a provider that is being deleted',
    async () => equal((await acme.ask('DELETE', `/providers/${player.providerId}`)).status, 202),
  ],
]

test('answers that nothing has changed are confirmed, each to whoever was given it', async () => {
  const before = await shown()
  deepEqual([...(await confirmed(before))], [...before.keys()])
  const path = '/findings/latest?filter[muted]=false&filter[severity]=high'
  const tag = before.get(`owner ${path}`)?.tag ?? ''
  const other = await limited.client.ask('GET', path, undefined, { 'If-None-Match': tag })
  equal(other.status, 200)
})

for (const [what, change] of changes) {
  test(`an answer that shows ${what} is not confirmed to whoever has the one before`, async () => {
    const before = await shown()
    await change()
    const after = await shown()
    const differing = [...after].filter(([name, { text }]) => before.get(name)?.text !== text)
    ok(differing.length > 0, 'it is in no answer')
    const same = await confirmed(before)
    deepEqual(
      differing.filter(([name]) => same.has(name)).map(([name]) => name),
      [],
    )
  })
}

test('a new day is shown to a client that has the days before, even if nothing was ever scanned', async () => {
  const user = await here.user()
  const key = await user.make('/api-keys', 'api-keys', { name: 'A dashboard' })
  const ask = (known = '') =>
    here.anonymous.ask(
      'GET',
      `/overviews/findings_severity/timeseries?filter[date_from]=${today}`,
      undefined,
      {
        Authorization: `Api-Key ${key.text('api_key')}`,
        'If-None-Match': known,
      },
    )
  const first = await ask()
  const tag = first.headers.get('etag') ?? ''
  ahead = 864e5
  const next = await ask(tag)
  ahead = 0
  deepEqual([first.status, next.status], [200, 200])
  ok(!first.ids.includes(next.ids.at(-1) ?? ''), next.ids.join(', '))
})
