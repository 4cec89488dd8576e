import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { detectionFinding } from '@plumbline/scanner/formats'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { account, firstDay, ingest, record, send, ended } from './testing/files.ts'
import { eventually } from '../../testing/eventually.ts'

let w: World
before(async () => {
  w = await world({ settings: { INGESTION_MAX_BYTES: '200000' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

async function verdicts(client: Client, query = ''): Promise<Record<string, string>> {
  const { items } = await client.get(`/findings/latest?page[size]=100${query}`)
  return Object.fromEntries(items.map((item) => [item.text('uid'), item.text('status')]))
}
async function scanOf(client: Client, ingestion: Item): Promise<Item> {
  const [id] = ingestion.linked('scans')
  return (await client.get(`/scans/${id}?include=provider`)).item
}
async function written(client: Client): Promise<unknown> {
  const [found] = await w.test.administer(`
    select (select count(*) from findings where tenant_id = '${client.tenantId}') as findings,
           (select max(changed_at)::text from findings where tenant_id = '${client.tenantId}') as changed,
           (select count(*) from finding_history where tenant_id = '${client.tenantId}') as history,
           (select count(*) from resources where tenant_id = '${client.tenantId}') as resources,
           (select max(updated_at)::text from resources where tenant_id = '${client.tenantId}') as updated`)
  return found
}

test('a file makes the account it is about, a scan of it and its findings', async () => {
  const user = await w.user()
  const sent = await send(user, [record({ uid: 'a' }), record({ uid: 'b', status: 'PASS' })])
  equal(sent.status, 202)
  equal(sent.item.type, 'ingestions')
  match(sent.item.text('status'), /pending|processing/)
  const done = await ended(user, sent.item.id)
  equal(done.text('status'), 'completed')
  deepEqual(done.object('summary'), {
    total: 2,
    processed: 2,
    outdated: 0,
    duplicate: 0,
    invalid: 0,
  })
  equal(done.text('file_name'), 'findings.ocsf.json')
  for (const time of ['requested_at', 'started_at', 'completed_at']) ok(done.text(time))
  const providers = (await user.get('/providers')).items
  deepEqual(
    providers.map((one) => [one.text('provider'), one.text('uid'), one.text('alias')]),
    [['aws', account, 'Outside']],
  )
  const scan = await scanOf(user, done)
  equal(scan.text('trigger'), 'imported')
  equal(scan.text('state'), 'completed')
  equal(scan.number('unique_resource_count'), 2)
  equal(scan.number('progress'), 100)
  deepEqual((await user.get('/scans?filter[trigger]=imported')).ids, [scan.id])
  deepEqual(await verdicts(user), { a: 'FAIL', b: 'PASS' })
  deepEqual(await verdicts(user, '&filter[check_id]=outside_check&filter[service]=s3'), {
    a: 'FAIL',
    b: 'PASS',
  })
})

test('the same file again changes nothing, and its scan shows what it saw', async () => {
  const user = await w.user()
  const file = [record({ uid: 'a' }), record({ uid: 'b', status: 'PASS' })]
  await ingest(user, file)
  const before = await written(user)
  const again = await ingest(user, file)
  deepEqual(await written(user), before)
  deepEqual(again.object('summary'), {
    total: 2,
    processed: 2,
    outdated: 0,
    duplicate: 0,
    invalid: 0,
  })
  const [scan] = again.linked('scans')
  const seen = (await user.get(`/findings?filter[scan]=${scan}`)).items
  deepEqual(seen.map((one) => [one.text('uid'), one.at('delta')]).sort(), [
    ['a', null],
    ['b', null],
  ])
})

test('what a file leaves out stays as it was: a file is no evidence of absence', async () => {
  const user = await w.user()
  await ingest(user, [record({ uid: 'a' }), record({ uid: 'b' })])
  const later = { time: firstDay + 1_000, status: 'PASS' } as const
  const second = await ingest(user, [record({ uid: 'b', ...later })])
  deepEqual(await verdicts(user), { a: 'FAIL', b: 'PASS' })
  const [scan] = second.linked('scans')
  const seen = (await user.get(`/findings?filter[scan]=${scan}`)).items
  deepEqual(
    seen.map((one) => [one.text('uid'), one.at('delta')]),
    [['b', 'changed']],
  )
})

test('a record that is older than what is known is rejected, and reported as such', async () => {
  const user = await w.user()
  await ingest(user, [record({ uid: 'a', status: 'PASS', time: firstDay + 60_000 })])
  const late = await ingest(user, [record({ uid: 'a' }), record({ uid: 'new' })])
  deepEqual(await verdicts(user), { a: 'PASS', new: 'FAIL' })
  const [row] = await w.test.administer(`
    select emitted, stored, merged, rejected, rejections::text
      from scans where id = '${late.linked('scans')[0]}'`)
  deepEqual(
    { ...row, rejections: JSON.parse(String(row?.['rejections'])) },
    {
      emitted: 2,
      stored: 1,
      merged: 0,
      rejected: 1,
      rejections: { older: 1 },
    },
  )
})

test('of two records of one finding in a file the newer one holds, in whatever order', async () => {
  const user = await w.user()
  const [old, fresh] = [
    record({ uid: 'a', status: 'FAIL' }),
    record({ uid: 'a', status: 'PASS', time: firstDay + 5_000 }),
  ]
  await ingest(user, [fresh, old])
  deepEqual(await verdicts(user), { a: 'PASS' })
  await ingest(user, [old, fresh])
  deepEqual(await verdicts(user), { a: 'PASS' })
})

test('a file of several accounts and kinds is a scan each', async () => {
  const user = await w.user()
  const azure = {
    ...record({ uid: 'z' }),
    cloud: { provider: 'Azure', account: { uid: '0B0A2C6E-0D4B-4B1E-9E0C-2F6C1F4F7A11' } },
  }
  const done = await ingest(user, [
    record({ uid: 'a' }),
    azure,
    record({ uid: 'b', account: '111111111111' }),
  ])
  equal(done.linked('scans').length, 3)
  const providers = (await user.get('/providers')).items
  deepEqual(providers.map((one) => `${one.text('provider')} ${one.text('uid')}`).sort(), [
    'aws 111111111111',
    `aws ${account}`,
    'azure 0b0a2c6e-0d4b-4b1e-9e0c-2f6c1f4f7a11',
  ])
})

test('lines, an object with a list, and gzip are taken as an array is', async () => {
  for (const content of [
    [record({ uid: 'a' }), record({ uid: 'b' })].map((one) => JSON.stringify(one)).join('\n'),
    JSON.stringify({ source: 'x', Findings: [record({ uid: 'a' }), record({ uid: 'b' })] }),
    gzipSync(JSON.stringify([record({ uid: 'a' }), record({ uid: 'b' })])),
  ]) {
    const user = await w.user()
    const done = await ingest(user, content)
    deepEqual(done.object('summary'), {
      total: 2,
      processed: 2,
      outdated: 0,
      duplicate: 0,
      invalid: 0,
    })
  }
})

test('what we write ourselves comes back as the same verdicts', async () => {
  const user = await w.user()
  await user.scan(await user.provider())
  const exported = (await user.get('/findings/latest?page[size]=1&include=resources')).item
  const finding = {
    uid: exported.text('uid'),
    check_id: exported.text('check_id'),
    status: 'MANUAL' as const,
    severity: 'low' as const,
    status_extended: 'Somebody else looked.',
    service: 's3',
    region: 'eu-west-1',
    resource_type: 'AwsS3Bucket',
    resource: {
      uid: 'r',
      name: 'r',
      region: 'eu-west-1',
      service: 's3',
      type: 'T',
      partition: '',
      tags: {},
    },
    raw_result: {},
  }
  const [provider] = (await user.get('/providers')).items
  const event = detectionFinding(finding, {
    provider: 'aws',
    account: { uid: provider?.text('uid') ?? '' },
    product: { name: 'Plumbline', vendor_name: 'Plumbline', version: '1' },
    checks: new Map(),
    time: new Date(Date.now() + 1_000),
  })
  const done = await ingest(user, [event])
  equal(done.text('status'), 'completed')
  equal((await user.get('/providers')).count, 1)
  const shown = (await user.get(`/findings/latest?filter[uid]=${encodeURIComponent(finding.uid)}`))
    .item
  equal(shown.text('status'), 'MANUAL')
})

test('each record that cannot be taken is reported by its index and place; the others are recorded', async () => {
  const user = await w.user()
  const done = await ingest(user, [
    record({ uid: 'a' }),
    { class_uid: 1001 },
    3,
    record({ uid: 'b', account: '12' }),
    record({ uid: 'c' }),
  ])
  equal(done.text('status'), 'completed')
  deepEqual(done.object('summary'), {
    total: 5,
    processed: 2,
    outdated: 0,
    duplicate: 0,
    invalid: 3,
  })
  const errors = await user.get(`/ingestions/${done.id}/errors`)
  deepEqual(
    errors.items.map((one) => [one.at('index'), one.at('pointer'), one.at('code')]),
    [
      [1, '/class_uid', 'not_a_finding'],
      [2, '', 'not_an_object'],
      [3, '/cloud/account/uid', 'unknown_account'],
    ],
  )
  deepEqual(Object.keys(await verdicts(user)).sort(), ['a', 'c'])
})

const good = JSON.stringify([record({ uid: 'a' }), record({ uid: 'b' })])
const refusals: [string, string | Uint8Array, string][] = [
  ['an empty file', '', 'empty'],
  ['a file of blanks', ' \n', 'empty'],
  ['an empty list', '[]', 'empty'],
  ['a table', 'uid,status\n1,FAIL', 'not_json'],
  ['JSON that is no finding', '[{"a":1}]', 'not_ocsf'],
  ['broken gzip', Uint8Array.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 'not_gzip'],
]
for (const [what, content, code] of refusals) {
  test(`rejects ${what} immediately, and stores nothing`, async () => {
    const user = await w.user()
    const answer = await send(user, content)
    equal(answer.status, 400, answer.text)
    equal(answer.fault.code, code)
    equal(answer.fault.source?.pointer, '/file')
    equal((await user.get('/ingestions')).count, 0)
    ok(!existsSync(join(w.config.dataDir, 'ingestions', user.tenantId, 'upload')))
  })
}

test('a file that is cut off fails with its reason, and nothing of it is recorded', async () => {
  const user = await w.user()
  for (const content of [good.slice(0, -20), gzipSync(good.padEnd(5_000)).subarray(0, -9)]) {
    const answer = await send(user, content)
    if (answer.status === 400) {
      equal(answer.fault.code, 'truncated')
      continue
    }
    const done = await ended(user, answer.item.id)
    equal(done.text('status'), 'failed')
    const [error] = (await user.get(`/ingestions/${done.id}/errors`)).items
    deepEqual([error?.at('index'), error?.at('code')], [null, 'truncated'])
  }
  equal((await user.get('/findings/latest')).count, 0)
  equal((await user.get('/providers')).count, 0)
})

test('rejects a decompression bomb by its ratio and keeps serving', async () => {
  const user = await w.user()
  const bomb = gzipSync(`${good.slice(0, -1)}${' '.repeat(60 * 2 ** 20)}]`)
  const answer = await send(user, bomb)
  equal(answer.status, 202)
  equal((await ended(user, answer.item.id)).text('status'), 'failed')
  const [error] = (await user.get(`/ingestions/${answer.item.id}/errors`)).items
  equal(error?.text('code'), 'compression_ratio')
})

test('a file above INGESTION_MAX_BYTES is 413, with or without a declared length', async () => {
  const user = await w.user()
  const large = JSON.stringify([record({ uid: 'a', message: 'x'.repeat(300_000) })])
  const answer = await send(user, large)
  deepEqual([answer.status, answer.fault.code], [413, 'too_large'])
  const slightly = await send(user, good.padEnd(200_001))
  deepEqual([slightly.status, slightly.fault.code], [413, 'too_large'])
  equal((await send(user, good.padEnd(200_000))).status, 202)
  equal((await user.get('/ingestions')).count, 1)
})

test('a body without the file, or that is no multipart, says what is missing', async () => {
  const user = await w.user()
  const other = await send(user, good, { field: 'document' })
  deepEqual([other.status, other.fault.source?.pointer], [400, '/file'])
  const plain = await user.ask('POST', '/ingestions', { data: {} })
  equal(plain.status, 415)
  const cut = await user.ask(
    'POST',
    '/ingestions',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n[',
    {
      'Content-Type': 'multipart/form-data; boundary=x',
    },
  )
  deepEqual([cut.status, cut.fault.code], [400, 'no_multipart'])
  const bare = await user.ask('POST', '/ingestions', 'x', { 'Content-Type': 'multipart/form-data' })
  deepEqual([bare.status, bare.fault.code], [400, 'no_multipart'])
})

test('sending takes manage_ingestions, reading none, and no other tenant learns of a file', async () => {
  const user = await w.user()
  const done = await ingest(user, good)
  const { client } = await member(w, user, ['unlimited_visibility', 'manage_scans'])
  for (const path of ['', `/${done.id}`, `/${done.id}/errors`])
    equal((await client.get(`/ingestions${path}`)).status, 200)
  equal((await send(client, good)).status, 403)
  for (const path of [`/${done.id}`, `/${done.id}/errors`])
    equal((await w.rival.get(`/ingestions${path}`)).status, 404)
  equal((await w.rival.get('/ingestions')).count, 0)
  equal((await send(w.anonymous, good)).status, 401)
})

test('users who cannot see every account of a file cannot see the file, unless they uploaded it', async () => {
  const user = await w.user()
  const done = await ingest(user, [
    record({ uid: 'a' }),
    record({ uid: 'b', account: '111111111111' }),
    { class_uid: 1001 },
  ])
  const { client, roleId } = await member(w, user, ['manage_ingestions', 'manage_scans'])
  const learnsNothing = async (): Promise<void> => {
    equal((await client.get('/ingestions')).count, 0)
    equal((await client.get(`/ingestions/${done.id}`)).status, 404)
    equal((await client.get(`/ingestions/${done.id}/errors`)).status, 404)
  }
  await learnsNothing()
  const [first = '', second = ''] = (await user.get('/providers')).ids
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: first })
  await learnsNothing()
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: second })
  const seen = (await client.get('/ingestions?include=scans,task')).item
  deepEqual([seen.id, seen.linked('scans').length], [done.id, 2])
  equal((await client.get(`/ingestions/${done.id}/errors`)).count, 1)
  const own = await ingest(client, [record({ uid: 'c', account: '222222222222' })])
  ok((await client.get('/ingestions')).ids.includes(own.id))
  deepEqual((await client.get(`/ingestions/${own.id}`)).item.linked('scans'), [])
})

test('whoever does not see an account cannot write its findings by a file', async () => {
  const user = await w.user()
  await ingest(user, [record({ uid: 'a' })])
  const { client, roleId } = await member(w, user, ['manage_ingestions'])
  const refused = await ingest(client, [record({ uid: 'a', status: 'PASS', time: Date.now() })])
  equal(refused.text('status'), 'failed')
  const [error] = (await client.get(`/ingestions/${refused.id}/errors`)).items
  equal(error?.text('code'), 'permission_denied')
  deepEqual(await verdicts(user), { a: 'FAIL' })
  const [provider] = (await user.get('/providers')).ids
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: provider ?? '' })
  await ingest(client, [record({ uid: 'a', status: 'PASS', time: Date.now() })])
  deepEqual(await verdicts(user), { a: 'PASS' })
})

test('a file does not tell which accounts out of sight are connected', async () => {
  const user = await w.user()
  await ingest(user, [record({ uid: 'a' })])
  const { client } = await member(w, user, ['manage_ingestions'])
  const answers: unknown[] = []
  for (const other of [{}, { account: '222222222222' }]) {
    const sent = await ingest(client, [record({ uid: 'b', ...other })])
    const [error] = (await client.get(`/ingestions/${sent.id}/errors`)).items
    answers.push([sent.text('status'), error?.text('code'), error?.text('detail')])
  }
  deepEqual(answers[1], answers[0])
  equal((await user.get('/providers')).count, 1)
})

test('an API key sends a file as the command line of others does', async () => {
  const user = await w.user()
  const key = await user.make('/api-keys', 'api-keys', { name: 'a pipeline' })
  const answer = await send(user, good, {
    headers: { Authorization: `Api-Key ${key.text('api_key')}` },
  })
  equal(answer.status, 202)
  match(answer.headers.get('content-type') ?? '', /json/)
  equal((await ended(user, answer.item.id)).text('status'), 'completed')
})

test('files are listed by state, by time and by name', async () => {
  const user = await w.user()
  const done = await ingest(user, good)
  const at = encodeURIComponent(done.text('completed_at'))
  const day = done.text('inserted_at').slice(0, 10)
  for (const query of [
    'filter[status]=completed',
    'filter[status__in]=failed,completed',
    'filter[search]=ocsf',
    `filter[completed_at__gte]=${at}`,
    `filter[inserted_at]=${day}`,
    'sort=-completed_at',
  ])
    deepEqual((await user.get(`/ingestions?${query}`)).ids, [done.id], query)
  for (const query of [
    'filter[status]=pending',
    'filter[search]=nothing',
    'filter[inserted_at__gte]=2999-01-01',
  ])
    equal((await user.get(`/ingestions?${query}`)).count, 0, query)
  equal((await user.get('/ingestions?filter[status]=lost')).status, 400)
  const shown = await user.get(`/ingestions/${done.id}?include=scans`)
  equal(shown.included[0]?.type, 'scans')
})

test('a file waits for the scan that runs, and is recorded after it', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const uid = (await user.get(`/providers/${provider}`)).item.text('uid')
  const restore = w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
  const link = { provider: { type: 'providers', id: provider } }
  const running = await user.make('/scans', 'scans', {}, link)
  const scan = running.text('task_args', 'scan_id')
  while ((await user.get(`/scans/${scan}`)).item.text('state') !== 'executing') await sleep(20)
  const sent = await send(user, [record({ uid: 'a', account: uid, time: Date.now() + 60_000 })])
  let waiting = sent.item
  while (waiting.linked('scans').length === 0)
    waiting = (await user.get(`/ingestions/${sent.item.id}`)).item
  equal(waiting.text('status'), 'processing')
  equal((await scanOf(user, waiting)).text('state'), 'available')
  restore()
  await user.ask('DELETE', `/tasks/${running.id}`)
  equal((await ended(user, sent.item.id)).text('status'), 'completed')
})

test('the scan of a file can be cancelled while it waits, and its file is deleted', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const uid = (await user.get(`/providers/${provider}`)).item.text('uid')
  const restore = w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
  const link = { provider: { type: 'providers', id: provider } }
  const running = await user.make('/scans', 'scans', {}, link)
  const scan = running.text('task_args', 'scan_id')
  while ((await user.get(`/scans/${scan}`)).item.text('state') !== 'executing') await sleep(20)
  const sent = await send(user, [record({ uid: 'a', account: uid })])
  await user.finished(sent.item.linked('task')[0] ?? '')
  const imported = await scanOf(user, (await user.get(`/ingestions/${sent.item.id}`)).item)
  equal((await user.ask('DELETE', `/tasks/${imported.linked('task')[0]}`)).status, 202)
  equal((await ended(user, sent.item.id)).text('status'), 'failed')
  restore()
  await user.ask('DELETE', `/tasks/${running.id}`)
  await waitForNoFiles(user)
})

test('a file is deleted from the disk once it is recorded', async () => {
  const user = await w.user()
  await ingest(user, good)
  await waitForNoFiles(user)
})

async function waitForNoFiles({ tenantId }: Client): Promise<void> {
  const folder = join(w.config.dataDir, 'ingestions', tenantId)
  const isEmpty = (): boolean => !existsSync(folder) || readdirSync(folder).length === 0
  await eventually('no file is left', isEmpty, 100)
}
