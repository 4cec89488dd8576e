/** The files of a scan over HTTP: what is in them, who gets them and when. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isProblem, readOcsf } from '@plumbline/scanner/formats'
import { frameworksOf } from '@plumbline/scanner/frameworks'
import { type Client, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { fetched, fetchedWhenBuilt } from './testing/fetched.ts'
import { unzip } from './testing/unzip.ts'

let w: World
let acme: Client
let provider = ''
let scan = ''
before(async () => {
  w = await world({ reportsAfterScans: true, settings: { EXPORT_ROWS: '13' } })
  acme = w.acme
  provider = await acme.provider()
  await acme.scanOnly(provider, 's3', 'iam', 'ec2')
  scan = await acme.scan(provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

const paths = (id: string): readonly string[] => [
  `/scans/${id}/report`,
  `/scans/${id}/compliance/cis_2.0_aws`,
  `/scans/${id}/compliance/cis_2.0_aws/ocsf`,
]
const uidsIn = (table: string): string[] =>
  table
    .split('\r\n')
    .slice(1, -1)
    .map((line) => /^"[^"]*","([^"]*)"/.exec(line)?.[1] ?? '')

test('the report of a full scan is one archive of a table, OCSF and compliance of its account', async () => {
  const { status, headers, bytes } = await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
  equal(status, 200)
  equal(headers.get('content-type'), 'application/zip')
  equal(headers.get('content-length'), String(bytes.length))
  const [, name = ''] =
    /^attachment; filename="(.+)\.zip"$/.exec(headers.get('content-disposition') ?? '') ?? []
  match(name, /^prowler-output-\d{12}-\d{14}$/)
  const files = unzip(bytes)
  const found = (await acme.get(`/findings?filter[scan]=${scan}&page[size]=100`)).items
  const { count } = await acme.get(`/findings?filter[scan]=${scan}`)
  const uids = uidsIn(String(files.get(`${name}.csv`)))
  equal(uids.length, count)
  equal(new Set(uids).size, count)
  for (const one of found) ok(uids.includes(one.text('uid')), one.text('uid'))
  const statuses = [...String(files.get(`${name}.csv`)).matchAll(/^"[^"]*","[^"]*","(\w+)"/gm)].map(
    ([, status]) => status,
  )
  const ranks = statuses.slice(1).map((one) => ['FAIL', 'PASS', 'MANUAL'].indexOf(one ?? ''))
  deepEqual(
    ranks,
    ranks.toSorted((a, b) => a - b),
  )
  const records = JSON.parse(String(files.get(`${name}.ocsf.json`))) as unknown[]
  equal(records.length, count)
  for (const one of records) ok(!isProblem(readOcsf(one)))
  const compliance = [...files.keys()].filter((path) => path.startsWith('compliance/'))
  deepEqual(
    compliance.toSorted(),
    frameworksOf('aws')
      .map(({ id }) => `compliance/${name}_${id}.csv`)
      .toSorted(),
  )
})

test('where this server gives the report by itself, there is no other address of it', async () => {
  await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
  const { item } = await acme.get(`/scans/${scan}/report/link`)
  equal(item.at('url'), null)
  match(item.text('filename'), /^prowler-output-\d{12}-\d{14}\.zip$/)
  equal((await acme.get(`/scans/${provider}/report/link`)).status, 404)
})

for (const name of ['cis_2.0_aws', 'csa_ccm_4.0', 'ens_rd2022_aws'])
  test(`the table of ${name} has each requirement with its status, and a check it names on a line`, async () => {
    await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
    const { status, headers, bytes } = await fetched(acme, `/scans/${scan}/compliance/${name}`)
    equal(status, 200)
    equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    match(
      headers.get('content-disposition') ?? '',
      new RegExp(`filename="prowler-output-\\d+-\\d{14}_${name}\\.csv"`),
    )
    const [head = '', ...lines] = String(bytes).split('\r\n').slice(0, -1)
    const columns = head.split(',').map((cell) => JSON.parse(cell) as string)
    const rows = lines.map((line) =>
      (line.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,|$)/g) ?? []).map((cell) =>
        cell.replace(/^"(.*)"$/s, '$1'),
      ),
    )
    const at = (row: string[], name: string): string => row[columns.indexOf(name)] ?? ''
    for (const row of rows) equal(row.length, columns.length, row.join('|'))
    const query = `filter[scan_id]=${scan}&filter[compliance_id]=${name}`
    const expected = (await acme.get(`/compliance-overviews/requirements?${query}`)).items
    const shown = new Map(rows.map((row) => [at(row, 'requirement_id'), row]))
    deepEqual(
      [...shown.keys()],
      expected.map(({ id }) => id),
    )
    for (const one of expected) {
      const row = shown.get(one.id) ?? []
      equal(at(row, 'requirement_status'), one.text('status'))
      equal(at(row, 'status_reason'), one.text('status_reason'))
      equal(at(row, 'checks_named'), String(one.number('checks', 'named')))
      const judged =
        one.number('checks', 'failed') +
        one.number('checks', 'passed') +
        one.number('checks', 'not_applicable')
      equal(at(row, 'checks_judged'), String(judged))
      ok(
        at(row, 'requirement_status') !== 'PASS' ||
          at(row, 'checks_judged') === at(row, 'checks_named'),
      )
    }
  })

test('the OCSF of a framework has the findings of its checks, with their requirements', async () => {
  await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
  const { status, bytes } = await fetched(acme, `/scans/${scan}/compliance/cis_2.0_aws/ocsf`)
  equal(status, 200)
  const records = JSON.parse(String(bytes)) as {
    metadata: { event_code: string }
    unmapped: { compliance: Record<string, string[]> }
  }[]
  const query = `filter[scan_id]=${scan}&filter[compliance_id]=cis_2.0_aws`
  const checks = (await acme.get(`/compliance-overviews/checks?${query}`)).items
  const counted = checks.map(
    (one) => one.number('pass_count') + one.number('fail_count') + one.number('manual_count'),
  )
  equal(
    records.length,
    counted.reduce((sum, count) => sum + count, 0),
  )
  ok(records.length > 0)
  const ids = new Set(checks.map((one) => one.text('check_id')))
  for (const { metadata, unmapped } of records) {
    ok(ids.has(metadata.event_code))
    ok((unmapped.compliance['cis_2.0_aws']?.length ?? 0) > 0)
  }
})

test('while a report is built its files are answered with the task, and afterwards with themselves', async () => {
  await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
  const [kept] = await w.test.administer(
    `select file_id, task_id from scan_reports where scan_id = '${scan}'`,
  )
  const { file_id, task_id } = kept as { file_id: string; task_id: string }
  const task = (await acme.get(`/tasks/${task_id}`)).item
  equal(task.text('name'), 'scan-report')
  deepEqual(task.at('task_args'), { scan_id: scan, provider_id: provider })
  equal(task.text('state'), 'completed')
  const during = `lease_until = now() + interval '1 hour'`
  await w.test.administer(`
    update scan_reports set file_id = null where scan_id = '${scan}';
    update tasks set state = 'executing', ${during} where id = '${task_id}'`)
  try {
    for (const path of paths(scan)) {
      const { status, headers, answer } = await fetched(acme, path)
      equal(status, 202, path)
      equal(headers.get('content-location'), `/api/v1/tasks/${task_id}`)
      equal(answer.item.id, task_id)
      equal(answer.item.type, 'tasks')
    }
    await w.test.administer(
      `update tasks set state = 'failed', lease_until = null,
              result = '{"code": "no_space", "detail": "The server does not have enough disk space for the report."}'
        where id = '${task_id}'`,
    )
    for (const path of paths(scan)) {
      const { status, answer } = await fetched(acme, path)
      equal(status, 404)
      equal(
        answer.fault.detail,
        'The report could not be built: The server does not have enough disk space for the report.',
      )
    }
  } finally {
    await w.test.administer(`
      update scan_reports set file_id = '${file_id}' where scan_id = '${scan}';
      update tasks set state = 'completed', lease_until = null where id = '${task_id}'`)
  }
  for (const path of paths(scan)) equal((await fetched(acme, path)).status, 200)
})

test('a scan that waits or runs is the task that its files wait for', async () => {
  const owner = await w.user()
  const own = await owner.provider()
  await owner.scanOnly(own, 's3', 'iam', 'ec2')
  const restore = w.cloud.script({ match: { service: 'sts' }, do: 'hang' })
  const provider = { data: { type: 'providers', id: own } }
  const { item } = await owner.ask('POST', '/scans', {
    data: { type: 'scans', relationships: { provider } },
  })
  const id = item.text('task_args', 'scan_id')
  const early = await fetched(owner, `/scans/${id}/report`)
  restore()
  equal(early.status, 202)
  equal(early.answer.item.id, item.id)
  equal((await owner.finished(item.id)).text('state'), 'completed')
  equal((await fetchedWhenBuilt(owner, `/scans/${id}/report`)).status, 200)
})

test('partial and imported scans have no files, and it is said why', async () => {
  const owner = await w.user()
  const own = await owner.provider()
  await owner.scanOnly(own, 's3', 'iam', 'ec2')
  await owner.scan(own)
  const [resource] = (await owner.get('/resources')).items
  const partial = await owner.scan(own, { resource_uids: [resource?.text('uid')] })
  await ingest(owner, record({ uid: 'from a file' }))
  const [imported] = (await owner.get('/scans?filter[trigger]=imported')).ids
  await owner.scan(own)
  const reasons: readonly (readonly [string, RegExp])[] = [
    [partial, /partial scan has no report/],
    [imported ?? '', /imported scan has no report/],
  ]
  for (const [id, why] of reasons) {
    for (const path of paths(id)) {
      const { status, answer } = await fetched(owner, path)
      equal(status, 404, path)
      match(answer.fault.detail, why)
    }
  }
  const rows = await w.test.administer(
    `select from scan_reports where tenant_id = '${owner.tenantId}'`,
  )
  equal(rows.length, 2)
})

test('what a configuration left out is said, and counts as nothing that was read', async () => {
  const owner = await w.user()
  const own = await owner.provider()
  await owner.scanOnly(own, 's3', 'iam', 'ec2')
  const attributes = {
    name: 'without s3',
    configuration: { aws: { excluded_services: ['s3', 'kms', 'ec2'] } },
  }
  await owner.make('/scan-configurations', 'scan-configurations', attributes, {
    providers: [{ type: 'providers', id: own }],
  })
  const id = await owner.scan(own)
  const { bytes } = await fetchedWhenBuilt(owner, `/scans/${id}/report`)
  const [, html] = [...unzip(bytes)].find(([path]) => path.endsWith('.html')) ?? []
  const { items } = await owner.get(
    `/scans/${id}/coverage?filter[outcome]=excluded&page[size]=1000`,
  )
  const pairs = new Set(items.map((one) => `${one.text('check_id')} ${one.text('region')}`))
  const count = new Intl.NumberFormat('en').format(pairs.size)
  const page = String(html)
  ok(page.includes(`The scan configuration excluded ${count} more pairs, which were not scanned.`))
  ok(page.includes('Excluded by the scan configuration'))
  ok(!page.includes('<b>100 %</b><span class="status muted">fully read'))
})

test('a framework that is not there, or not about such accounts, is a 404', async () => {
  await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
  for (const name of ['cis_2.0', 'nothing', 'cis_2.0_azure', '..%2f..%2fetc', '%00']) {
    equal((await fetched(acme, `/scans/${scan}/compliance/${name}`)).status, 404, name)
    equal((await fetched(acme, `/scans/${scan}/compliance/${name}/ocsf`)).status, 404, name)
  }
})

test('files of a scan are seen by those who see its provider', async () => {
  await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
  const { client, roleId } = await member(w, acme)
  for (const path of paths(scan)) {
    equal((await fetched(client, path)).status, 404)
    equal((await fetched(w.rival, path)).status, 404)
    equal((await fetched(w.anonymous, path)).status, 401)
  }
  await showTo(w, { tenantId: acme.tenantId, roleId, providerId: provider })
  for (const path of paths(scan)) equal((await fetched(client, path)).status, 200)
})

test('clients may name fields of reports, and nothing else', async () => {
  await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
  equal((await fetched(acme, `/scans/${scan}/report?fields[scan-reports]=id`)).status, 200)
  equal((await fetched(acme, `${paths(scan)[1]}?fields[scan-reports]=id,name`)).status, 200)
  equal((await fetched(acme, `/scans/${scan}/report?filter[id]=1`)).status, 400)
})
