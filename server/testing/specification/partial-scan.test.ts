/** The specification of partial scans, on an account that changes between looks. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccount } from '@plumbline/scanner/testing'
import { listEndpoints } from '../../describe-api.ts'
import { ingest, record } from '../../features/ingestion/testing/files.ts'
import { type Answered, type Client, type Item, type World, world } from '../index.ts'
import { member } from '../member.ts'
import { needed } from '../needed.ts'

let w: World
let owner: Client
let provider = ''
let full = ''
let callsOfFull = 0
before(async () => {
  w = await world({ account: demoAccount(), reportsAfterScans: true })
  owner = await w.user()
  provider = await owner.provider()
  full = await owner.scan(provider)
  callsOfFull = w.cloud.calls.length
})
after(async () => {
  await w.close()
  await w.test.close()
})

const account = () => w.cloud.account(demoAccount().id)
const start = (attributes: object, who = owner, id = provider): Promise<Answered> =>
  who.ask('POST', '/scans', {
    data: {
      type: 'scans',
      attributes,
      relationships: { provider: { data: { type: 'providers', id } } },
    },
  })
/** The task of a partial scan, once it has ended. */
async function looked(...resource_uids: string[]): Promise<Item> {
  const { item } = await start({ resource_uids })
  const ended = await owner.finished(item.id)
  equal(ended.at('state'), 'completed', JSON.stringify(ended.attributes))
  return ended
}
const scanOf = (task: Item): string => task.text('task_args', 'scan_id')
const list = async (path: string): Promise<readonly Item[]> =>
  (await owner.get(`${path}${path.includes('?') ? '&' : '?'}page[size]=100`)).items

const versioning = 's3_bucket_object_versioning'
/** The uid of the first resource that fails a check, with its finding. */
async function failing(check: string): Promise<{ uid: string; finding: Item }> {
  const query = `filter[check_id]=${check}&filter[status]=FAIL&include=resources&page[size]=1`
  const { item, included } = await owner.get(`/findings/latest?${query}`)
  return { uid: included[0]?.text('uid') ?? '', finding: item }
}
const bucketOf = (uid: string) => {
  const found = account().s3.buckets.find(({ name }) => uid.endsWith(`:${name}`))
  ok(found, uid)
  return found
}
const latestOf = (uid: string) => list(`/findings/latest?filter[resource_uid]=${uid}`)
const uidsOf = (items: readonly Item[]): string[] => items.map((one) => one.text('uid')).toSorted()

test('Limits: POST /scans takes at most 10 resource_uids, and at least one', async () => {
  const uids = (await list('/resources')).map((one) => one.text('uid'))
  for (const resource_uids of [[], uids.slice(0, 11), null, 'all', [uids[0], '']]) {
    const refused = await start({ resource_uids })
    equal(refused.status, 400, JSON.stringify(resource_uids))
    ok(refused.fault.source?.pointer?.startsWith('/data/attributes/resource_uids'))
  }
  const ten = await looked(...uids.slice(0, 10))
  deepEqual(ten.at('task_args', 'resource_uids'), uids.slice(0, 10))
})

test('Partial scan: a resource that is unknown, another provider’s or not visible is refused before it starts', async () => {
  const [known = ''] = (await list('/resources')).map((one) => one.text('uid'))
  const other = await owner.provider('500000000001')
  const { client } = await member(w, owner, ['manage_scans'])
  const at = '/data/attributes/resource_uids'
  const before = (await owner.get('/scans')).count
  for (const [answer, pointer] of [
    [await start({ resource_uids: [known, 'arn:aws:s3:::nobody'] }), `${at}/1`],
    [await start({ resource_uids: [known] }, owner, other), `${at}/0`],
    [await start({ resource_uids: [known] }, client), '/data/relationships/provider'],
    [await start({ resource_uids: [known] }, w.rival), '/data/relationships/provider'],
  ] as const) {
    equal(answer.status, 400, answer.text)
    equal(answer.fault.source?.pointer, pointer)
  }
  equal((await owner.get('/scans')).count, before)
})

test('Partial scan: what only a file knows, and no scan looks at, is refused before it starts', async () => {
  const user = await w.user()
  const uid = 'arn:aws:sdb:eu-west-1:210987654321:domain/orders'
  await ingest(user, record({ uid: 'outside', service: 'sdb', resource: uid }))
  const [account = ''] = (await user.get('/providers')).ids
  const refused = await start({ resource_uids: [uid] }, user, account)
  equal(refused.status, 400)
  equal(refused.fault.source?.pointer, '/data/attributes/resource_uids/0')
  equal((await user.get('/scans?filter[is_partial]=true')).count, 0)
})

test('Partial scan: only the checks that last reported on the resource run, with only the calls they need', async () => {
  const { uid } = await failing(versioning)
  const reported = (await latestOf(uid)).map((one) => one.text('check_id'))
  // As if this check were newer than the last scan.
  const later = 's3_bucket_lifecycle_enabled'
  ok(reported.includes(later) && reported.includes(versioning))
  await w.test.administer(`
    delete from findings f using resources r
     where r.id = f.resource_id and r.uid = '${uid}' and f.tenant_id = '${owner.tenantId}' and f.check_id = '${later}'`)
  const from = w.cloud.calls.length
  const scan = scanOf(await looked(uid))
  const calls = w.cloud.calls.slice(from)
  ok(calls.length < callsOfFull / 10, `${calls.length} of ${callsOfFull} calls`)
  // Who and where, which buckets, and what the account's own setting does for them.
  const of = ['GetCallerIdentity', 'DescribeRegions', 'ListBuckets', 'GetPublicAccessBlock']
  for (const { service, operation, resource } of calls) {
    if (service === 's3' && operation !== 'ListBuckets') equal(resource, uid, operation)
    else ok(of.includes(operation), operation)
  }
  ok(calls.some(({ operation }) => operation === 'GetBucketVersioning'))
  ok(!calls.some(({ operation }) => operation.includes('Lifecycle')))
  const seen = (await list(`/findings?filter[scan]=${scan}`)).map((one) => one.text('check_id'))
  deepEqual(seen.toSorted(), reported.filter((check) => check !== later).toSorted())
  const covered = (await list(`/scans/${scan}/coverage`)).map((one) => one.text('check_id'))
  deepEqual([...new Set(covered)].toSorted(), seen.toSorted())
})

/** Everything that is about the latest scan, or about a scan by its name: what a partial scan must not move. */
async function unmoved(): Promise<Record<string, string>> {
  const paths = (await listEndpoints())
    .filter(({ method, path }) => method === 'GET' && /^\/(overviews|compliance)/.test(path))
    .map(({ path }) => path)
    .filter((path) => !path.includes(':'))
  ok(paths.length >= 16, `${paths.length} paths`)
  const asked = paths.flatMap((path) => {
    const query = `${path}?${(needed[path] ?? '').slice(1)}`
    const named = query.replace('filter[provider_type]=aws', `filter[scan_id]=${full}`)
    return named === query ? [query] : [query, named]
  })
  const answers = await Promise.all(
    [...asked, `/findings?filter[scan]=${full}`].map(async (path) => {
      const answer = await owner.get(path)
      equal(answer.status, 200, `${path}: ${answer.text}`)
      return [path, answer.text]
    }),
  )
  return Object.fromEntries(answers)
}

type Snapshot = Awaited<ReturnType<typeof unmoved>>
/** The paths whose answer is another one, byte for byte. */
const moved = (before: Snapshot, after: Snapshot): string[] =>
  Object.keys(before).filter((path) => before[path] !== after[path])

test('Partial scan: findings, groups and triage show its result at once; overviews, compliance and the latest scan stand still', async () => {
  const { uid, finding } = await failing(versioning)
  const groupOf = async (): Promise<Item | undefined> =>
    (await list(`/finding-groups/latest?filter[check_id]=${versioning}`))[0]
  const [group, counted] = [await groupOf(), await unmoved()]
  bucketOf(uid).versioning = { status: 'Enabled', mfaDelete: false }
  const scan = scanOf(await looked(uid))
  const now = (await latestOf(uid)).find((one) => one.at('check_id') === versioning)
  deepEqual(
    ['status', 'delta', 'triage_status', 'uid'].map((name) => now?.at(name)),
    ['PASS', 'changed', 'resolved', finding.at('uid')],
  )
  deepEqual(now?.linked('scan'), [scan])
  const after = await groupOf()
  equal(after?.number('fail_count'), Number(group?.number('fail_count')) - 1)
  equal(after?.number('pass_count'), Number(group?.number('pass_count')) + 1)
  deepEqual(moved(counted, await unmoved()), [])
  full = await owner.scan(provider)
  ok(moved(counted, await unmoved()).includes('/overviews/findings?'))
})

test('Partial scan: is_partial says it, and filter[is_partial] splits the list', async () => {
  const partial = scanOf(await looked((await failing('s3_bucket_no_mfa_delete')).uid))
  const whole = await list('/scans')
  for (const is of [true, false]) {
    const split = await list(`/scans?filter[is_partial]=${is}`)
    deepEqual(
      split.map(({ id }) => id),
      whole.filter((one) => one.at('is_partial') === is).map(({ id }) => id),
    )
    ok(split.some(({ id }) => id === (is ? partial : full)))
  }
  equal((await owner.get('/scans?filter[is_partial]=perhaps')).status, 400)
})

test('Partial scan: it has no compliance, no score and no report', async () => {
  const [partial] = await list('/scans?filter[is_partial]=true')
  for (const path of ['', '/requirements', '/metadata']) {
    const about = path === '/requirements' ? '&filter[compliance_id]=cis_2.0_aws' : ''
    const answer = await owner.get(
      `/compliance-overviews${path}?filter[scan_id]=${partial?.id}${about}`,
    )
    deepEqual([answer.status, answer.fault.source?.parameter], [400, 'filter[scan_id]'])
  }
  equal((await owner.get(`/overviews/threatscore?snapshot_id=${partial?.id}`)).status, 404)
  for (const path of reportPaths) {
    const refused = await owner.get(`/scans/${partial?.id}/${path}`)
    equal(refused.status, 404, path)
    equal(refused.fault.detail, 'A partial scan has no report.')
  }
})

const reportPaths = [
  'report',
  'compliance/cis_2.0_aws',
  'compliance/cis_2.0_aws/ocsf',
  'cis',
  'threatscore',
  'ens',
  'nis2',
  'csa',
]

test('Partial scan: it produces no report files, while the full scan beside it has all of them', async () => {
  const partial = scanOf(await looked((await failing('s3_bucket_no_mfa_delete')).uid))
  for (const path of reportPaths) {
    const status = async (id: string): Promise<number> =>
      (await owner.get(`/scans/${id}/${path}`)).status
    for (let waited = 0; waited < 300 && (await status(full)) === 202; waited += 1) await sleep(100)
    equal(await status(full), 200, path)
    equal(await status(partial), 404, path)
  }
  const reports = `/tasks?filter[name]=scan-report&page[size]=100`
  const tasks = (await owner.get(reports)).items
  ok(tasks.length > 0)
  ok(!tasks.some((one) => one.at('task_args', 'scan_id') === partial))
})

test('Partial scan: a vanished resource is reported, is in no current list, and comes back when it does', async () => {
  const { uid } = await failing('s3_bucket_no_mfa_delete')
  const remaining =
    (await list('/resources')).find((one) => one.at('uid') !== uid)?.text('uid') ?? ''
  const there = uidsOf(await latestOf(uid))
  const bucket = bucketOf(uid)
  const counted = await unmoved()
  account().s3.buckets = account().s3.buckets.filter((one) => one !== bucket)
  const task = await looked(remaining, uid)
  deepEqual(task.at('result'), { scan_id: scanOf(task), gone_resource_uids: [uid] })
  deepEqual(await latestOf(uid), [])
  deepEqual(await list(`/resources/latest?filter[uid]=${uid}`), [])
  deepEqual(moved(counted, await unmoved()), [])
  deepEqual((await looked(uid)).at('result', 'gone_resource_uids'), [uid])
  account().s3.buckets.push(bucket)
  deepEqual((await looked(uid)).at('result', 'gone_resource_uids'), [])
  deepEqual(uidsOf(await latestOf(uid)), there)
})

test('Partial scan: a finding whose check has nothing to say of the resource any more is there no longer', async () => {
  const check = 'iam_customer_attached_policy_no_administrative_privileges'
  const { uid } = await failing(check)
  const { roles, users, groups } = account().iam
  for (const one of [...roles, ...users, ...groups])
    one.attachedPolicies = one.attachedPolicies.filter((arn) => arn !== uid)
  const task = await looked(uid)
  deepEqual(task.at('result', 'gone_resource_uids'), [])
  const checks = (await latestOf(uid)).map((one) => one.text('check_id'))
  ok(!checks.includes(check), checks.join())
})
