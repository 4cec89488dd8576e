/** Issues that cover the failures of a check, and which issue of which site belongs to Plumbline. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeIssue, FakeJira } from '../../targets/jira/testing/fake-jira.ts'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { connectJira, jiraCredentials, Sites } from './testing/sites.ts'

const check = 'bucket_is_open'
const sites = new Sites()
let w: World
let user: Client
let jira: FakeJira
let integration: Item
before(async () => {
  jira = await sites.jira('acme')
  w = await world({ egress: sites.egress })
  user = w.acme
  integration = await connectJira(user, jira, 'acme')
  await found(['a', 'b', 'c', 'd'])
})
beforeEach(async () => {
  jira.issues.length = 0
  await w.test.administer('delete from tracker_issues')
})
after(async () => {
  await w.close()
  await sites.close()
  await w.test.close()
})

const found = (names: readonly string[], status: 'FAIL' | 'PASS' = 'FAIL', of = check) =>
  ingest(
    user,
    names.map((uid) => record({ uid, check: of, status })),
  )
async function idsOf(...names: readonly string[]): Promise<string> {
  const uids = names.join(',')
  const { items } = await user.get(`/findings/latest?filter[uid__in]=${uids}&page[size]=100`)
  assert.equal(items.length, names.length)
  return items.map(({ id }) => id).join(',')
}
const dispatch = (query: string, dispatch_mode = 'grouped'): Promise<Answered> =>
  user.ask('POST', `/integrations/${integration.id}/jira/dispatches?${query}`, {
    data: {
      type: 'integrations-jira-dispatches',
      attributes: { project_key: 'OPS', issue_type: 'Task', dispatch_mode },
    },
  })
async function dispatched(query: string, mode?: string): Promise<Item> {
  const answer = await dispatch(query, mode)
  assert.equal(answer.status, 202, answer.text)
  return user.finished(answer.item.id)
}
const chosen = async (...names: readonly string[]): Promise<Item> =>
  dispatched(`filter[finding_id__in]=${await idsOf(...names)}`)
const hold = (): string =>
  `update integrations set paused_until = now() + interval '1 hour' where id = '${integration.id}'`
const logOf = (task: Item): string =>
  `/integrations/${integration.id}/deliveries?filter[task_id__in]=${task.id}`
const outcomeOf = async (task: Item): Promise<Item> => (await user.get(logOf(task))).item
/** Waits until all that a dispatch queued has ended, so that it cannot lift the next pause of its integration. */
async function delivered(task: Item): Promise<void> {
  const isPending = (one: Item): boolean => one.at('state') === 'pending'
  while ((await user.get(logOf(task))).items.some(isPending)) await sleep(50)
}
const named = (issue: FakeIssue | undefined): readonly string[] => {
  const text = JSON.stringify(issue?.fields['description'])
  return [...new Set(text.match(/(?<=arn:aws:s3:::)[a-z]\w*/g))].toSorted()
}
const said = (issue: FakeIssue | undefined): string => JSON.stringify(issue?.comments)

test('findings that are chosen join the issue of their check, and what fails stays in it', async () => {
  await chosen('a')
  const [issue] = jira.issues
  assert.deepEqual(named(issue), ['a'])
  const whole = await dispatched(`filter[check_id]=${check}`)
  assert.equal(whole.at('result', 'updated_count'), 1)
  assert.deepEqual(named(issue), ['a', 'b', 'c', 'd'])
  await chosen('b')
  assert.deepEqual(named(issue), ['a', 'b', 'c', 'd'])
  assert.match(JSON.stringify(issue?.fields), /4 resources fail/)
  await found(['e'])
  await chosen('e')
  assert.deepEqual(named(issue), ['a', 'b', 'c', 'd', 'e'])
  assert.equal(jira.issues.length, 1)
  assert.match(said(issue), /5 resources fail/)
})

test('of more than fifty the rest is counted, and a chosen one of them is not counted twice', async () => {
  const of = 'key_is_old'
  await found(
    Array.from({ length: 60 }, (_, n) => `k${n}`),
    'FAIL',
    of,
  )
  await dispatched(`filter[check_id]=${of}`)
  const [issue] = jira.issues
  assert.equal(named(issue).length, 50)
  const left = Array.from({ length: 60 }, (_, n) => `k${n}`).find(
    (name) => !named(issue).includes(name),
  )
  assert.ok(left)
  await chosen(left)
  assert.ok(named(issue).includes(left))
  assert.equal(named(issue).length, 50)
  assert.match(JSON.stringify(issue?.fields), /60 resources fail.*and 10 more/)
})

test('what passes or is muted is in no grouped issue, though it was asked for', async () => {
  await found(['fine'], 'PASS')
  const refused = await dispatch(`filter[finding_id]=${await idsOf('fine')}`)
  assert.deepEqual([refused.status, refused.fault.code], [400, 'not_found'])
  await chosen('a', 'fine')
  assert.deepEqual(named(jira.issues[0]), ['a'])
  assert.match(JSON.stringify(jira.issues[0]?.fields), /1 resource fails/)
})

test('what passes between a dispatch and its delivery is not said to fail', async () => {
  await found(['x', 'y'], 'FAIL', 'late')
  const path = `/integrations/${integration.id}`
  const enable = (enabled: boolean) =>
    user.ask('PATCH', path, {
      data: { type: 'integrations', id: integration.id, attributes: { enabled } },
    })
  const query = 'filter[check_id]=late'
  await w.test.administer(hold())
  const task = await dispatched(query)
  assert.equal(task.at('result', 'waiting_count'), 1)
  await found(['x'], 'PASS', 'late')
  await enable(true)
  await delivered(task)
  assert.deepEqual(named(jira.issues[0]), ['y'])
  assert.match(JSON.stringify(jira.issues[0]?.fields), /1 resource fails/)
  await w.test.administer(hold())
  const second = await dispatched(query)
  assert.equal(second.at('result', 'waiting_count'), 1)
  await found(['y'], 'PASS', 'late')
  await enable(true)
  await delivered(second)
  assert.match(said(jira.issues[0]), /1 resource no longer fails/)
  assert.match(JSON.stringify(jira.issues[0]?.fields), /0 resources fail/)
})

test('a dispatch of what fails opens an issue again that is done', async () => {
  await chosen('a')
  const [issue] = jira.issues
  assert.ok(issue)
  issue.status = 'done'
  const task = await chosen('a', 'b')
  assert.equal(issue.status, 'new')
  assert.equal((await outcomeOf(task)).at('outcome', 'reopened'), true)
})

test('at another site, and in a project made anew, an issue under a key of ours is not touched', async () => {
  await chosen('a')
  const other = await sites.jira('other')
  const theirs = (at: FakeJira): FakeIssue => {
    const [first] = jira.issues
    assert.ok(first)
    const issue = { ...structuredClone(first), id: '99', fields: { summary: 'Of somebody else' } }
    at.issues.push(issue)
    return issue
  }
  const stranger = theirs(other)
  await w.test.administer(hold())
  const late = await chosen('b')
  const credentials = jiraCredentials(other, 'other')
  const data = { type: 'integrations', id: integration.id, attributes: { credentials } }
  assert.equal((await user.ask('PATCH', `/integrations/${integration.id}`, { data })).status, 200)
  await delivered(late)
  assert.match(
    (await outcomeOf(late)).text('reason'),
    /created for acme, so it is not sent to other/,
  )
  const look = `update integrations set look_at = now() where id = '${integration.id}'`
  stranger.status = 'done'
  await w.test.administer(look)
  const isLooked = `select 1 from deliveries where integration_id = '${integration.id}' and kind = 'jira-follow' and state = 'delivered'`
  while ((await w.test.administer(isLooked)).length === 0) await sleep(50)
  assert.equal(other.count('POST /rest/api/3/issue/bulkfetch'), 0)
  assert.equal((await chosen('a')).at('result', 'created_count'), 1)
  assert.deepEqual([stranger.fields, stranger.comments], [{ summary: 'Of somebody else' }, []])
  assert.equal(other.issues.length, 2)

  other.issues.length = 0
  const anew = theirs(other)
  anew.key = 'OPS-2'
  assert.equal((await chosen('a')).at('result', 'created_count'), 1)
  assert.deepEqual(anew.fields, { summary: 'Of somebody else' })
})
