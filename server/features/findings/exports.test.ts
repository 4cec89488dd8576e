/** Lists as files, over HTTP: a file contains the same as the list's pages. Thirteen rows a transaction. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isProblem, readOcsf } from '@plumbline/scanner/formats'
import { blankAccount, demoAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import { Answered, type Client, Item, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { ingest, record, firstDay } from '../ingestion/testing/files.ts'

let w: World
let acme: Client
let provider: string
let scan: string
/** An account with three buckets and little else, so that a list is some tens of rows. */
const { id: accountId, s3 } = demoAccount()
const buckets = s3.buckets.filter(({ name }) => /website|invoices$|access-logs/.test(name))
const cloud = await startFixtureCloud({
  accounts: [{ ...blankAccount(accountId), s3: { ...s3, buckets, accessPoints: [] } }],
})
before(async () => {
  w = await world({ settings: { EXPORT_ROWS: '13' }, cloud })
  acme = w.acme
  provider = await acme.provider()
  scan = await acme.scan(provider)
  await ingest(acme, [
    record({ uid: 'outside', message: '=HYPERLINK("http://example.com")', resource: '+1' }),
    record({ uid: 'other', status: 'MANUAL', time: firstDay + 1 }),
    {
      ...record({ uid: 'described', check: 'outside_described' }),
      finding_info: { uid: 'described', title: '=1+1' },
      remediation: { desc: '@SUM(A1)' },
    },
  ])
})
after(async () => {
  await w.close()
  await cloud.close()
  await w.test.close()
})

const types = {
  csv: 'text/csv',
  lines: 'application/x-ndjson',
  ocsf: 'application/vnd.ocsf+json',
} as const
async function file(path: string, type: keyof typeof types, client = acme): Promise<Answered> {
  const headers = { Authorization: client.authorization, Accept: types[type] }
  const { status, headers: responseHeaders, body } = await fetch(client.base + path, { headers })
  const text = await new Response(body).text()
  const isDocument = responseHeaders.get('content-type') === 'application/vnd.api+json'
  const answer = new Answered(status, responseHeaders, isDocument ? text : '')
  return isDocument ? answer : Object.assign(answer, { text })
}

type Raw = ConstructorParameters<typeof Item>[0]

async function lines(path: string, client = acme): Promise<readonly Item[]> {
  const answer = await file(path, 'lines', client)
  equal(answer.status, 200, answer.text)
  const texts = answer.text.split('\n').slice(0, -1)
  return texts.map((text) => new Item(JSON.parse(text) as Raw))
}

async function pages(path: string, client = acme): Promise<readonly Item[]> {
  const all: Item[] = []
  for (let number = 1; ; number += 1) {
    const page = await client.get(
      `${path}${path.includes('?') ? '&' : '?'}page[size]=100&page[number]=${number}`,
    )
    equal(page.status, 200, page.text)
    all.push(...page.items)
    if (all.length >= page.count) return all
  }
}

/** Fields of a CSV file, by RFC 4180. */
function parsed(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
async function table(path: string): Promise<Record<string, string>[]> {
  const answer = await file(path, 'csv')
  equal(answer.status, 200, answer.text)
  const [head = [], ...rows] = parsed(answer.text)
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

const lists = [
  '/findings',
  '/findings/latest',
  '/findings/latest?filter[status]=FAIL&sort=-severity',
  '/findings/latest?sort=severity,check_id',
  '/findings/latest?sort=-severity,-status,check_id',
  '/findings/latest?sort=check_id,-inserted_at',
  '/findings/latest?sort=-updated_at',
  '/findings/latest?filter[status__in]=PASS,MANUAL&filter[service]=s3&sort=-check_id,severity',
  '/findings/latest?filter[search]=encrypt',
  '/findings?filter[inserted_at__gte]=2026-01-01',
  '/findings?filter[inserted_at__gte]=2026-01-01&sort=-inserted_at',
  '/findings?filter[updated_at__lte]=2020-01-01',
  '/resources',
  '/resources/latest?filter[service]=ec2&sort=name',
  '/resources?sort=provider_uid,-uid',
  '/resources?sort=-updated_at',
  '/finding-groups',
  '/finding-groups/latest?sort=-pass_count,check_id',
]
for (const path of lists) {
  test(`the JSON lines of ${path} are its pages, row by row and in their order`, async () => {
    const expected = await pages(path)
    deepEqual(await lines(path), expected)
  })
}

test("a scan's list is exported as it stands, and so is a partial one's", async () => {
  const path = `/findings?filter[scan]=${scan}`
  const all = await pages(path)
  ok(all.length > 40)
  deepEqual(await lines(path), all)
  const bucket = 'arn:aws:s3:::larkspur-website'
  const partial = await acme.scan(provider, { resource_uids: [bucket] })
  const seen = await pages(`/findings?filter[scan]=${partial}`)
  ok(seen.length > 0)
  deepEqual(await lines(`/findings?filter[scan]=${partial}`), seen)
  deepEqual(await lines(path), await pages(path))
  deepEqual(
    await lines(`/resources?filter[scan]=${scan}`),
    await pages(`/resources?filter[scan]=${scan}`),
  )
  const together = `/findings?filter[scan__in]=${scan},${partial}`
  deepEqual(await lines(together), await pages(together))
})

test('fields are those that were asked for', async () => {
  const path = '/findings/latest?fields[findings]=status,check_id'
  const [first] = await lines(path)
  deepEqual(Object.keys(first?.attributes ?? {}).sort(), ['check_id', 'status'])
  const [row] = await table(path)
  deepEqual(Object.keys(row ?? {}), ['id', 'status', 'check_id'])
})

test('a table has the account, the resource and the status of each finding', async () => {
  const path = '/findings/latest?filter[provider_type]=aws&sort=check_id'
  const found = await pages(`${path}&include=resources`)
  const rows = await table(path)
  deepEqual(
    rows.map(({ id }) => id),
    found.map(({ id }) => id),
  )
  const answer = await file(path, 'csv')
  equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  equal(answer.headers.get('content-disposition'), 'attachment; filename="findings.csv"')
  const row = rows.find(({ uid }) => uid?.includes('larkspur-website'))
  equal(row?.['account_uid'], '123456789012')
  equal(row?.['resource_uid'], 'arn:aws:s3:::larkspur-website')
  match(row?.['severity'] ?? '', /^(critical|high|medium|low|informational)$/)
})

test('the last columns of a table are the title and the fix of the check', async () => {
  const path = '/findings/latest?filter[check_id]=s3_bucket_public_access'
  const [finding] = await pages(path)
  const ofCheck = (...keys: readonly string[]) => finding?.at('check_metadata', ...keys)
  const [row = {}] = await table(path)
  deepEqual(Object.entries(row).slice(-2), [
    ['check_title', ofCheck('checktitle')],
    ['remediation', ofCheck('remediation', 'recommendation', 'text')],
  ])
  ok(row['remediation'])
})

test('no cell begins a formula', async () => {
  const rows = await table('/findings/latest?filter[uid]=outside')
  equal(rows[0]?.['status_extended'], '\'=HYPERLINK("http://example.com")')
  equal(rows[0]?.['resource_uid'], "'+1")
  const [described] = await table('/findings/latest?filter[uid]=described')
  equal(described?.['check_title'], "'=1+1")
  equal(described?.['remediation'], "'@SUM(A1)")
  for (const list of ['/findings/latest', '/resources', '/finding-groups']) {
    const text = (await file(list, 'csv')).text
    for (const cell of parsed(text).flat())
      ok(!/^[\s"']?[=+\-@]/.test(cell) || cell.startsWith("'"), cell)
  }
})

test('records of an OCSF file are findings that any reader takes', async () => {
  const answer = await file('/findings/latest', 'ocsf')
  equal(answer.headers.get('content-type'), 'application/vnd.ocsf+json')
  const records = JSON.parse(answer.text) as unknown[]
  equal(records.length, (await pages('/findings/latest')).length)
  for (const one of records) ok(!isProblem(readOcsf(one)), JSON.stringify(readOcsf(one)))
})

test('records of resources are OCSF inventory with their account', async () => {
  const records = JSON.parse((await file('/resources', 'ocsf')).text) as {
    class_uid: number
    cloud: { account: { uid: string } }
    resources: { uid: string; labels: string[] }[]
  }[]
  equal(records.length, (await pages('/resources')).length)
  const website = records.find(
    ({ resources }) => resources[0]?.uid === 'arn:aws:s3:::larkspur-website',
  )
  equal(website?.class_uid, 5023)
  equal(website?.cloud.account.uid, '123456789012')
  deepEqual(website?.resources[0]?.labels, [])
})

test('what is exported as OCSF and imported into an empty tenant shows the same findings', async () => {
  const target = (await acme.get('/findings/latest?filter[status]=MANUAL')).item
  const resolved = { status: 'resolved', note: 'Looked at by hand.' }
  const uid = encodeURIComponent(target.text('uid'))
  const done = await acme.ask('PATCH', `/findings/${uid}/triage`, {
    data: { type: 'finding-triages', attributes: resolved },
  })
  equal(done.status, 200, done.text)
  equal((await acme.get(`/findings/${target.id}`)).item.text('status'), 'PASS')
  const exported = await file('/findings/latest', 'ocsf')
  const other = await w.user()
  const ingestion = await ingest(other, exported.text)
  deepEqual(ingestion.at('summary', 'invalid'), 0)
  const shown = async (client: Client) => {
    const found = await pages('/findings/latest?sort=check_id', client)
    const listed = await pages('/resources', client)
    const uids = new Map(listed.map((item) => [item.id, item.text('uid')]))
    const facts = ({ attributes, ...item }: Item & { linked: Item['linked'] }) => ({
      uid: attributes['uid'],
      status: attributes['raw_status'],
      severity: attributes['severity'],
      status_extended: attributes['status_extended'],
      check_id: attributes['check_id'],
      check_metadata: attributes['check_metadata'],
      categories: attributes['categories'],
      raw_result: attributes['raw_result'],
      resource: uids.get(Object.values(item.relationships['resources']?.data ?? {})[0]?.id ?? ''),
    })
    return {
      findings: found.map(facts).sort((a, b) => (String(a.uid) < String(b.uid) ? -1 : 1)),
      resources: listed
        .map(({ attributes: { uid, name, region, service, type, tags, partition } }) =>
          JSON.stringify({ uid, name, region, service, type, tags, partition }),
        )
        .sort(),
    }
  }
  deepEqual(await shown(other), await shown(acme))
})

test('an empty list is an empty file, in each format', async () => {
  const nobody = '/findings/latest?filter[service]=nothing'
  equal((await file(nobody, 'lines')).text, '')
  deepEqual(JSON.parse((await file(nobody, 'ocsf')).text), [])
  equal((await file(nobody, 'csv')).text.split('\r\n').length, 2)
  equal((await file('/findings', 'lines', w.rival)).text, '')
})

test('only what a caller sees is exported', async () => {
  const { client, roleId } = await member(w, acme)
  deepEqual(await lines('/findings', client), [])
  await showTo(w, { tenantId: acme.tenantId, roleId, providerId: provider })
  const seen = await lines('/findings', client)
  deepEqual(seen, await pages('/findings', client))
  ok(seen.length > 0 && seen.length < (await lines('/findings')).length)
  deepEqual(await lines('/resources', client), await pages('/resources', client))
})

for (const [query, parameter] of [
  ['page[size]=10', 'page[size]'],
  ['page[number]=2', 'page[number]'],
  ['include=resources', 'include'],
  ['filter[status]=WRONG', 'filter[status]'],
  ['sort=nothing', 'sort'],
] as const) {
  test(`an export with ${query} is refused with a document`, async () => {
    const answer = await file(`/findings/latest?${query}`, 'csv')
    equal(answer.status, 400)
    equal(answer.headers.get('content-type'), 'application/vnd.api+json')
    equal(answer.document.errors?.[0]?.source?.parameter, parameter)
  })
}

test('OCSF records are whole, and fields of them are refused', async () => {
  const answer = await file('/findings/latest?fields[findings]=uid', 'ocsf')
  equal(answer.status, 400)
  equal(answer.document.errors?.[0]?.source?.parameter, 'fields[findings]')
})

test('who is not known, or may not, gets the error before anything is sent', async () => {
  equal((await file('/findings', 'csv', w.anonymous)).status, 401)
})

test('Accept decides by what it likes best, and a document is what nobody has to ask for', async () => {
  const kinds: [string, RegExp][] = [
    ['*/*', /vnd\.api\+json/],
    ['application/vnd.api+json', /vnd\.api\+json/],
    ['text/html,application/xhtml+xml,*/*;q=0.8', /vnd\.api\+json/],
    ['nonsense', /vnd\.api\+json/],
    ['text/csv;q=0', /vnd\.api\+json/],
    ['text/csv, */*;q=0.1', /text\/csv/],
    ['application/json;q=0.5, TEXT/CSV', /text\/csv/],
    ['application/json, text/csv;q=0.5', /vnd\.api\+json/],
    ['application/x-ndjson', /x-ndjson/],
  ]
  for (const [accept, type] of kinds) {
    const headers = { Authorization: acme.authorization, Accept: accept }
    const answer = await fetch(`${acme.base}/findings/latest?filter[uid]=other`, { headers })
    await answer.text()
    match(answer.headers.get('content-type') ?? '', type, accept)
  }
})
