/** Jira Cloud, by a fake that enforces its limits and fails on request. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { egress } from '../../platform/egress/index.ts'
import { NotDelivered, type Refusal } from '../target.ts'
import { forwarded } from '../testing/findings.ts'
import type { Failure } from '../testing/fake-target.ts'
import {
  commentOnce,
  createIssue,
  dispatchLabel,
  findIssue,
  issueForm,
  issueTypes,
  type JiraAccess,
  moveIssue,
  readIssue,
  readIssues,
  renderChange,
  renderIssue,
  sendIssue,
  testConnection,
} from './index.ts'
import { FakeJira, requiredField, usualFields } from './testing/fake-jira.ts'

const open: FakeJira[] = []
after(() => Promise.all(open.map((jira) => jira.close())))

async function site() {
  const jira = await FakeJira.start()
  open.push(jira)
  const out = egress({ trusted: [jira.origin] })
  const form = () => issueForm(jira.access, out, { project_key: 'OPS', issue_type: 'Task' })
  const send = async (key = 'check-1', n = 1) =>
    sendIssue(jira.access, out, { form: await form(), draft: renderIssue(forwarded(n)), key })
  return { jira, out, access: jira.access, form, send }
}
const refusal =
  (code: Refusal, words = '') =>
  (error: unknown) => {
    ok(error instanceof NotDelivered, String(error))
    deepEqual([error.code, error.message.includes(words)], [code, true], error.message)
    ok(!error.message.includes('a token of the test'))
    return true
  }

test('a connection shows the projects in which issues can be made, and their types', async () => {
  const { jira, out, access } = await site()
  jira.pageSize = 2
  for (const key of ['AA', 'BB', 'CC'])
    jira.projects.set(key, {
      name: `Project ${key}`,
      types: [{ id: '1', name: 'Bug', subtask: false, fields: usualFields }],
    })
  deepEqual(await testConnection(access, out), {
    cloud_id: null,
    projects: { OPS: 'Operations', AA: 'Project AA', BB: 'Project BB', CC: 'Project CC' },
    issue_types: { OPS: ['Task'], AA: ['Bug'], BB: ['Bug'], CC: ['Bug'] },
  })
  deepEqual(await issueTypes(access, out, 'OPS'), [{ id: '10001', name: 'Task' }])
})

test('a token with scopes is taken at the address of its cloud id, and used there', async () => {
  const { jira, out, access } = await site()
  jira.isScoped = true
  const { cloud_id } = await testConnection(access, out)
  ok(cloud_id)
  deepEqual((await issueTypes({ ...access, cloud_id }, out, 'OPS')).length, 1)
  await rejects(issueTypes(access, out, 'OPS'), refusal('unauthorised'))
})

test('credentials that are not taken are said, and are in no sentence', async () => {
  const { out, access } = await site()
  const wrong: JiraAccess = { ...access, api_token: 'another token' }
  await rejects(testConnection(wrong, out), (error: unknown) => {
    ok(error instanceof NotDelivered)
    equal(error.message.includes('another token'), false)
    return refusal('unauthorised', 'mail address')(error)
  })
})

test('the name of a site is a name: nothing else becomes a part of a host', async () => {
  const { out, access } = await site()
  for (const domain of ['', 'a.b', 'evil.example/', 'a@b', 'a#', '-a', 'x'.repeat(64)]) {
    const { origins: _, ...rest } = access
    await rejects(
      testConnection({ ...rest, domain }, out),
      refusal('invalid', 'not a valid Jira site name'),
    )
  }
})

test('a dispatch makes an issue, and the same one again updates it and keeps what people added', async () => {
  const { jira, out, access, form, send } = await site()
  const made = await send()
  const link = `${jira.origin}/browse/OPS-1`
  deepEqual(made, { id: '20000', key: 'OPS-1', link, outcome: 'created' })
  const issue = jira.issue('OPS-1')
  ok((issue.fields['labels'] as string[]).includes(dispatchLabel('check-1')))
  issue.fields = { ...issue.fields, labels: [...(issue.fields['labels'] as string[]), 'theirs'] }
  equal((await send('check-1', 2)).outcome, 'updated')
  equal(jira.issues.length, 1)
  equal(issue.fields['summary'], renderIssue(forwarded(2)).summary)
  ok((issue.fields['labels'] as string[]).includes('theirs'))
  equal((await send('check-2')).outcome, 'created')
  const known = {
    form: await form(),
    draft: renderIssue(forwarded(3)),
    key: 'check-1',
    known: { id: '20000', key: 'OPS-1' },
  }
  const searches = jira.count('POST /rest/api/3/search/jql')
  equal((await sendIssue(access, out, known)).outcome, 'updated')
  equal(jira.count('POST /rest/api/3/search/jql'), searches)
})

test('an issue that was deleted is made anew', async () => {
  const { jira, out, access, form } = await site()
  const draft = renderIssue(forwarded())
  const again = await sendIssue(access, out, {
    form: await form(),
    draft,
    key: 'k',
    known: { id: '77', key: 'OPS-77' },
  })
  deepEqual([again.outcome, jira.issues.length], ['created', 1])
})

test('what changed is written under the issue once for a delivery, however often it is sent', async () => {
  const { jira, out, access, form } = await site()
  const change = { added: [forwarded(5)], resolved: [], total: 2, link: null }
  const body = renderChange(change)
  ok(body)
  const draft = renderIssue(forwarded())
  const dispatch = { form: await form(), draft, key: 'k', comment: { id: 'delivery-1', body } }
  await sendIssue(access, out, dispatch)
  equal(jira.issue('OPS-1').comments.length, 0)
  jira.fail('POST /rest/api/3/issue/OPS-1/comment', 'lost')
  await rejects(sendIssue(access, out, dispatch), refusal('uncertain'))
  await sendIssue(access, out, dispatch)
  equal(jira.issue('OPS-1').comments.length, 1)
  equal(await commentOnce(access, out, { key: 'OPS-1', id: 'delivery-2', body }), true)
  equal(jira.issue('OPS-1').comments.length, 2)
})

for (const lost of ['lost', 'cut'] as const) {
  test(`an answer that was ${lost} says how long the issue may be hidden, after which the issue is found and not made twice`, async () => {
    const { jira, send } = await site()
    let now = Date.now()
    jira.now = () => now
    jira.searchLagMs = 30_000
    jira.fail('POST /rest/api/3/issue', lost)
    let wait = 0
    await rejects(send(), (error: unknown) => {
      wait = error instanceof NotDelivered ? (error.hiddenSeconds ?? 0) : 0
      return refusal('uncertain')(error)
    })
    equal(jira.issues.length, 1)
    now += wait * 1_000
    jira.blankPages = 2
    equal((await send()).outcome, 'updated')
    equal(jira.issues.length, 1)
  })
}

const failures: readonly [string, Failure, Refusal, number | null][] = [
  ['401', { status: 401 }, 'unauthorised', null],
  ['403', { status: 403, body: { errorMessages: ['Not yours.'] } }, 'unauthorised', null],
  ['413', { status: 413, body: 'too large' }, 'too_large', null],
  [
    '429',
    { status: 429, headers: { 'retry-after': '17', 'ratelimit-reason': 'jira-burst-based' } },
    'rate_limited',
    17,
  ],
  ['500', { status: 500, body: '<html>' }, 'unavailable', 60],
  [
    '503 with a longer wait',
    { status: 503, headers: { 'retry-after': '300' } },
    'unavailable',
    300,
  ],
  ['a redirect', { status: 302, headers: { location: 'https://evil.example' } }, 'invalid', null],
  ['a page of somebody else', { status: 200, body: '<html>' }, 'uncertain', 60],
  ['silence', 'hang', 'uncertain', 60],
  ['a reset', 'reset', 'uncertain', 60],
]
for (const [what, failure, code, wait] of failures) {
  test(`when an issue is made, ${what} is ${code}`, async () => {
    const { jira, access, form } = await site()
    const known = await form()
    jira.fail('POST /rest/api/3/issue', failure)
    const timeoutMs = failure === 'hang' ? 300 : 10_000
    const brief = egress({ trusted: [jira.origin], timeoutMs })
    const made = createIssue(access, brief, { form: known, draft: renderIssue(forwarded()) })
    await rejects(made, (error: unknown) => {
      const { retryAfterSeconds, hiddenSeconds } = error as NotDelivered
      equal(Math.max(retryAfterSeconds ?? 0, hiddenSeconds ?? 0), wait ?? 0)
      return refusal(code)(error)
    })
    equal(jira.issues.length, 0)
  })
}

test('a field that Jira refuses is named', async () => {
  const { jira, send } = await site()
  jira.fail('POST /rest/api/3/issue', {
    status: 400,
    body: {
      errorMessages: ['No.'],
      errors: { summary: 'is odd', customfield_1: 'is\u202e missing' },
    },
  })
  await rejects(send(), (error: unknown) => {
    ok(!(error as Error).message.includes('\u202e'))
    return refusal('invalid', 'No. Summary (summary): is odd customfield_1: is')(error)
  })
})

test('a field that a project requires is named before anything is sent, and a mapping gives it', async () => {
  const { jira, out, access } = await site()
  const risk = requiredField('customfield_10055', 'Risk owner')
  const types = [{ id: '7', name: 'Task', subtask: false, fields: [...usualFields, risk] }]
  jira.projects.set('SEC', { name: 'Security', types })
  jira.pageSize = 3
  const wanted = { project_key: 'SEC', issue_type: 'task' }
  await rejects(
    issueForm(access, out, wanted),
    refusal('invalid', '"Risk owner" (customfield_10055)'),
  )
  const form = await issueForm(access, out, { ...wanted, mapping: { customfield_10055: 'ada' } })
  await createIssue(access, out, { form, draft: renderIssue(forwarded()) })
  equal(jira.issue('SEC-1').fields['customfield_10055'], 'ada')
  const ours = { customfield_10055: 'ada', summary: 'ours' }
  await rejects(
    issueForm(access, out, { ...wanted, mapping: ours }),
    refusal('invalid', 'cannot be mapped'),
  )
  const ofOtherType = { customfield_10055: 'ada', customfield_9: 1 }
  const { mapping } = await issueForm(access, out, { ...wanted, mapping: ofOtherType })
  deepEqual(mapping, { customfield_10055: 'ada' })
})

test('a choice that a field does not have is named before anything is sent', async () => {
  const { jira, out, access } = await site()
  const colour = {
    ...requiredField('customfield_7', 'Colour'),
    allowedValues: [{ value: 'Red' }, { value: 'Blue' }],
  }
  const types = [{ id: '7', name: 'Task', subtask: false, fields: [...usualFields, colour] }]
  jira.projects.set('SEC', { name: 'Security', types })
  const form = (customfield_7: unknown) =>
    issueForm(access, out, {
      project_key: 'SEC',
      issue_type: 'Task',
      mapping: { customfield_7 },
    })
  for (const value of [{ value: 'Green' }, [{ value: 'Red' }, { value: 'Green' }]])
    await rejects(form(value), refusal('invalid', '"Green" for "Colour" (customfield_7)'))
  for (const value of [{ value: 'Red' }, [{ value: 'Blue' }], { id: '3' }])
    deepEqual((await form(value)).mapping, { customfield_7: value })
})

test('a project without labels on its screen is refused: its issues could not be found again', async () => {
  const { jira, out, access } = await site()
  const fields = usualFields.filter(({ fieldId }) => fieldId !== 'labels')
  jira.projects.set('OLD', {
    name: 'Old',
    types: [{ id: '7', name: 'Task', subtask: false, fields }],
  })
  await rejects(
    issueForm(access, out, { project_key: 'OLD', issue_type: 'Task' }),
    refusal('invalid', 'no field labels'),
  )
})

test('a project or type that is not there is said, with those that are', async () => {
  const { out, access } = await site()
  const form = (project_key: string, issue_type: string) =>
    issueForm(access, out, { project_key, issue_type })
  await rejects(form('NONE', 'Task'), refusal('not_found', 'NONE'))
  await rejects(form('OPS', 'Story'), refusal('not_found', 'It has Task.'))
  await rejects(form('OPS" OR 1', 'Task'), refusal('invalid'))
})

test('an issue is done when its category is, and moves by a transition of its own', async () => {
  const { jira, out, access, send } = await site()
  const { id, key } = await send()
  const label = dispatchLabel('check-1')
  const known = { id, key, label }
  equal((await readIssue(access, out, known))?.status_category, 'new')
  equal(await moveIssue(access, out, { key, to: ['done'] }), true)
  equal(await moveIssue(access, out, { key, to: ['done'] }), false)
  const { id: other } = await send('check-2', 2)
  jira.issue('OPS-2').status = 'indeterminate'
  const both = [{ id: other, key: 'OPS-2', label: '' }, { ...known, id: '99' }, known]
  deepEqual(
    (await readIssues(access, out, both)).map((one) => one?.status_category),
    ['indeterminate', undefined, 'done'],
  )
  const found = await findIssue(access, out, { project_key: 'OPS', label })
  deepEqual([found?.key, found?.status_category], ['OPS-1', 'done'])
})

test('an issue is known by its id wherever it was moved to, and without one by its label', async () => {
  const { jira, out, access, send } = await site()
  const { id, key } = await send()
  const label = dispatchLabel('check-1')
  jira.projects.set('NEW', { name: 'New', types: [] })
  jira.move(jira.issue(key), 'NEW')
  const moved = jira.issue(id).key
  for (const known of [
    { id, key, label },
    { id: null, key, label },
  ]) {
    equal((await readIssue(access, out, known))?.key, moved)
    equal((await readIssues(access, out, [known]))[0]?.key, moved)
  }
  const stranger = { id: null, key, label: dispatchLabel('check-2') }
  equal(await readIssue(access, out, stranger), null)
  deepEqual(await readIssues(access, out, [stranger]), [null])
})

test('an issue under a key that was ours is left as it is, and another one is made', async () => {
  const { jira, access, out, form, send } = await site()
  await send('of somebody else')
  const theirs = structuredClone(jira.issue('OPS-1').fields)
  const draft = renderIssue(forwarded(2))
  for (const id of [null, '20077']) {
    const dispatch = { form: await form(), draft, key: `k ${id}`, known: { id, key: 'OPS-1' } }
    equal((await sendIssue(access, out, dispatch)).outcome, 'created')
  }
  deepEqual(jira.issue('OPS-1').fields, theirs)
})

test('an issue that is done is opened again for what fails, if its workflow has a way', async () => {
  const { jira, access, out, form } = await site()
  const dispatch = { form: await form(), draft: renderIssue(forwarded(1)), key: 'k' }
  const send = (isOpen: boolean) => sendIssue(access, out, { ...dispatch, isOpen })
  equal((await send(true)).reopened, undefined)
  const issue = jira.issue('OPS-1')
  issue.status = 'done'
  equal((await send(false)).reopened, undefined)
  equal(issue.status, 'done')
  equal((await send(true)).reopened, true)
  equal(issue.status, 'new')
  issue.status = 'done'
  jira.transitions = ['indeterminate', 'done']
  equal((await send(true)).reopened, true)
  equal(issue.status, 'indeterminate')
  issue.status = 'done'
  jira.transitions = ['done']
  equal((await send(true)).reopened, false)
  jira.transitions = ['new']
  jira.fail('POST /rest/api/3/issue/OPS-1/transitions', {
    status: 400,
    body: { errors: { customfield_1: 'Say why.' } },
  })
  const kept = await send(true)
  deepEqual([kept.outcome, kept.reopened, issue.status], ['updated', false, 'done'])
})

test('an answer that does not say which issue was made asks for the wait of a search', async () => {
  const { jira, send } = await site()
  jira.fail('POST /rest/api/3/issue', { status: 201, body: {} })
  await rejects(send(), (error: unknown) => {
    equal((error as NotDelivered).hiddenSeconds, 60)
    return refusal('uncertain')(error)
  })
})
