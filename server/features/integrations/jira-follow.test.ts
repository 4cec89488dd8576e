import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccount } from '@plumbline/scanner/testing'
import { eventually } from '../../testing/eventually.ts'
import type { FakeIssue, FakeJira } from '../../targets/jira/testing/fake-jira.ts'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { verdictOf } from './jira-follow.ts'
import { connectJira, Sites } from './testing/sites.ts'

const versioning = 's3_bucket_object_versioning'
const sites = new Sites()
let w: World
let user: Client
let jira: FakeJira
let integration: Item
let provider = ''
before(async () => {
  jira = await sites.jira('acme')
  w = await world({
    egress: sites.egress,
    account: demoAccount(),
    sweepMs: 200,
  })
  user = w.acme
  integration = await connectJira(user, jira, 'acme')
  provider = await user.provider()
  await user.scanOnly(provider, 's3')
  await user.scan(provider)
})
after(async () => {
  await w.close()
  await sites.close()
  await w.test.close()
})

const account = () => w.cloud.account(demoAccount().id)
const bucketOf = (uid: string) => {
  const found = account().s3.buckets.find(({ name }) => uid.endsWith(`:${name}`))
  assert.ok(found, uid)
  return found
}
/** Resources that fail a check. */
async function failing(check: string): Promise<{ id: string; uid: string }[]> {
  const query = `filter[check_id]=${check}&filter[status]=FAIL&include=resources&page[size]=100`
  const { items, included } = await user.get(`/findings/latest?${query}`)
  const uids = new Map(included.map((one) => [one.id, one.text('uid')]))
  return items.map((one) => ({ id: one.id, uid: uids.get(one.linked('resources')[0] ?? '') ?? '' }))
}
async function dispatched(query: string, dispatch_mode = 'grouped'): Promise<FakeIssue> {
  const path = `/integrations/${integration.id}/jira/dispatches?${query}`
  const attributes = { project_key: 'OPS', issue_type: 'Task', dispatch_mode }
  const task = await user.make(path, 'integrations-jira-dispatches', attributes)
  const ended = await user.finished(task.id)
  assert.equal(ended.at('result', 'failed_count'), 0, JSON.stringify(ended.attributes))
  const issue = jira.issues.at(-1)
  assert.ok(issue)
  return issue
}

const follow = async (): Promise<Item | undefined> =>
  (await user.get(`/integrations/${integration.id}/deliveries?page[size]=100`)).items.find(
    (row) => row.at('kind') === 'jira-follow',
  )
/** What the next look at all issues comes to. */
async function look(): Promise<Item> {
  const before = (await follow())?.at('ended_at')
  await w.test.administer(`update integrations set look_at = now() where id = '${integration.id}'`)
  return eventually('a look at the issues', async () => {
    const row = await follow()
    return row?.text('state') === 'delivered' && row.at('ended_at') !== before && row
  })
}
/** As if that time had passed since. */
const later = (column: 'rechecked_at' | 'missing_since', time: string) =>
  w.test.administer(`update tracker_issues set ${column} = ${column} - interval '${time}'`)
const partials = async (): Promise<readonly Item[]> =>
  (await user.get('/scans?filter[is_partial]=true&page[size]=100&sort=inserted_at')).items
/** The partial scans that `work` leads to, once they have ended. */
async function scansOf(work: () => Promise<unknown>): Promise<readonly Item[]> {
  const before = new Set((await partials()).map(({ id }) => id))
  await work()
  return eventually('the end of the scans', async () => {
    const made = (await partials()).filter(({ id }) => !before.has(id))
    return made.every((one) => /completed|failed/.test(one.text('state'))) && made
  })
}
const said = (issue: FakeIssue): string => JSON.stringify(issue.comments)
const statusOf = async (uid: string) => {
  const query = `filter[check_id]=${versioning}&filter[resource_uid]=${uid}`
  const { item } = await user.get(`/findings/latest?${query}`)
  return [item.at('status'), item.at('triage_status')]
}

test('an issue that is done leads to a partial scan; what passes is resolved by what the scan saw, and nothing is said', async () => {
  const [one] = await failing(versioning)
  assert.ok(one)
  const issue = await dispatched(`filter[finding_id]=${one.id}`, 'individual')
  assert.deepEqual(await scansOf(look), [])
  issue.status = 'done'
  assert.deepEqual(await statusOf(one.uid), ['FAIL', 'open'])
  bucketOf(one.uid).versioning = { status: 'Enabled', mfaDelete: false }
  const [scan, ...others] = await scansOf(look)
  assert.deepEqual(others, [])
  assert.equal(scan?.at('name'), 'Issues that are done at Jira')
  assert.deepEqual(await statusOf(one.uid), ['PASS', 'resolved'])
  await look()
  const { issues } = (await look()).object('outcome')
  assert.equal(issues, 0)
  assert.equal(issue.comments.length, 0)
  const events = (await user.get('/audit-events?filter[action]=jira-recheck')).items
  assert.deepEqual(events[0]?.at('after'), { issue_key: issue.key, scan_ids: [scan?.id] })
})

test('an issue that is done and whose resource still fails is told so once, and again when it is done again', async () => {
  const [one] = await failing(versioning)
  assert.ok(one)
  const issue = await dispatched(`filter[finding_id]=${one.id}`, 'individual')
  issue.status = 'done'
  assert.equal((await scansOf(look)).length, 1)
  await look()
  assert.deepEqual(await statusOf(one.uid), ['FAIL', 'open'])
  assert.match(said(issue), /1 resource still fails/)
  assert.ok(said(issue).includes(one.uid))
  assert.deepEqual(await scansOf(look), [])
  assert.equal(issue.comments.length, 1)
  issue.status = 'indeterminate'
  await look()
  issue.status = 'done'
  assert.deepEqual(await scansOf(look), [], 'not again and again for who moves it to and fro')
  await later('rechecked_at', '11 minutes')
  assert.equal((await scansOf(look)).length, 1)
  // The answer to the comment is lost: it is there, and not written again.
  jira.fail(`POST /rest/api/3/issue/${issue.key}/comment`, 'lost')
  await w.test.administer(`update integrations set look_at = now() where id = '${integration.id}'`)
  while (issue.comments.length < 2) await sleep(50)
  let row = await follow()
  for (; row?.at('reason_code') !== 'uncertain'; row = await follow()) await sleep(50)
  const replay = `/integrations/${integration.id}/deliveries/${row.id}/replay`
  assert.equal((await user.ask('POST', replay)).status, 202)
  for (; row?.at('state') !== 'delivered'; row = await follow()) await sleep(50)
  assert.equal(issue.comments.length, 2)
  issue.status = 'new'
  await look()
})

test('resources of issues that are done are checked again ten at a time, and one that is gone is evidence', async () => {
  const check = 's3_bucket_no_mfa_delete'
  const all = await failing(check)
  assert.ok(all.length > 10, `${all.length} buckets`)
  const issue = await dispatched(`filter[check_id]=${check}`)
  const [gone, ...others] = all
  account().s3.buckets = account().s3.buckets.filter(({ name }) => !gone?.uid.endsWith(`:${name}`))
  issue.status = 'done'
  const scans = await scansOf(look)
  assert.equal(scans.length, Math.ceil(all.length / 10))
  await look()
  const words = said(issue)
  assert.ok(words.includes(`${others.length} resources still fail`), words)
  assert.ok(!words.includes(`${gone?.uid}"`))
  for (const { uid } of others) assert.ok(words.includes(uid), uid)
  issue.status = 'new'
  await look()
})

test('an issue that was moved or hidden for a while is followed all the same', async () => {
  const [one] = await failing(versioning)
  assert.ok(one)
  const issue = await dispatched(`filter[finding_id]=${one.id}`, 'individual')
  jira.projects.set('NEW', { name: 'New', types: [] })
  jira.move(issue, 'NEW')
  issue.isHidden = true
  assert.equal((await look()).at('outcome', 'not_seen'), 1)
  issue.isHidden = false
  issue.status = 'done'
  await later('rechecked_at', '11 minutes')
  const comments = issue.comments.length
  assert.equal((await scansOf(look)).length, 1)
  await look()
  assert.equal(issue.comments.length, comments + 1)
  const { outcome } = (await look()).attributes
  assert.equal((outcome as { not_seen?: number }).not_seen, undefined)
  const events = (await user.get('/audit-events?filter[action]=jira-recheck')).items
  assert.equal(events[0]?.at('after', 'issue_key'), issue.key)
  issue.status = 'new'
  await look()
})

test('what no scan can look at is said to be unchecked, and a muted finding does not count', async () => {
  await ingest(user, [
    record({ uid: 'far', check: 'of_a_file', service: 'sdb', resource: 'arn:aws:sdb:::far' }),
    record({ uid: 'mute', check: 'of_a_file', service: 'sdb', resource: 'arn:aws:sdb:::mute' }),
  ])
  const issue = await dispatched('filter[check_id]=of_a_file')
  const muted = (await user.get('/findings/latest?filter[uid]=mute')).item
  const about = { name: 'not ours', reason: 'noise', finding_ids: [muted.id] }
  await user.make('/mute-rules', 'mute-rules', about)
  issue.status = 'done'
  assert.deepEqual(await scansOf(look), [])
  await look()
  assert.match(said(issue), /1 could not be checked again and failed when it was seen last/)
  assert.ok(said(issue).includes('arn:aws:sdb:::far'))
  assert.ok(!said(issue).includes('arn:aws:sdb:::mute'))
})

test('an issue that was deleted is not asked for again, and whoever does not want looks has none', async () => {
  const issue = await dispatched(`filter[check_id]=${versioning}`)
  jira.issues.splice(jira.issues.indexOf(issue), 1)
  const issues = Number((await look()).at('outcome', 'issues'))
  assert.equal((await look()).at('outcome', 'not_seen'), 1)
  await later('missing_since', '8 days')
  await look()
  assert.equal(Number((await look()).at('outcome', 'issues')), issues - 1)
  const attributes = { configuration: { recheck_done: false } }
  const path = `/integrations/${integration.id}`
  const data = { type: 'integrations', id: integration.id, attributes }
  assert.equal((await user.ask('PATCH', path, { data })).status, 200)
  const ended = (await follow())?.at('ended_at')
  const asked = jira.count('POST /rest/api/3/issue/bulkfetch')
  await w.test.administer(`update integrations set look_at = now() where id = '${integration.id}'`)
  const isTaken = `select 1 from integrations where id = '${integration.id}' and look_at > now()`
  while ((await w.test.administer(isTaken)).length === 0) await sleep(100)
  await sleep(300)
  assert.equal((await follow())?.at('ended_at'), ended)
  assert.equal(jira.count('POST /rest/api/3/issue/bulkfetch'), asked)
})

test('what follows from a look is decided by Jira for done, and by scans for resolved', () => {
  const cases = [
    ['open', undefined, true, false, 'missing'],
    ['failing', undefined, true, false, 'missing'],
    ['open', 'indeterminate', true, false, 'open'],
    ['open', 'done', false, false, 'over'],
    ['open', 'done', true, false, 'check'],
    ['checking', 'done', true, true, 'wait'],
    ['checking', 'done', false, true, 'wait'],
    ['checking', 'done', true, false, 'contradict'],
    ['checking', 'done', false, false, 'over'],
    ['checking', 'new', true, true, 'open'],
    ['failing', 'done', true, false, 'failing'],
    ['failing', 'done', false, false, 'over'],
    ['failing', 'undefined', true, false, 'open'],
  ] as const
  const now = { isFresh: false, isLost: false }
  for (const [state, category, fails, isScanning, verdict] of cases)
    assert.equal(
      verdictOf(state, category, { ...now, fails, isScanning }),
      verdict,
      `${state} ${category}`,
    )
  const known = { fails: true, isScanning: false }
  assert.equal(verdictOf('failing', undefined, { ...known, isFresh: false, isLost: true }), 'over')
  assert.equal(verdictOf('open', 'done', { ...known, isFresh: true, isLost: false }), 'open')
})
