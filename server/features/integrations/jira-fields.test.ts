import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeJira, requiredField, usualFields } from '../../targets/jira/testing/fake-jira.ts'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { connectJira, Sites } from './testing/sites.ts'

const sites = new Sites()
let w: World
let user: Client
let jira: FakeJira
let integration: Item
before(async () => {
  jira = await sites.jira('acme')
  const colour = {
    ...requiredField('customfield_10010', 'Colour'),
    allowedValues: [{ value: 'Red' }, { value: 'Blue' }],
  }
  jira.projects.set('SEC', {
    name: 'Security',
    types: [
      { id: '1', name: 'Task', subtask: false, fields: usualFields },
      { id: '2', name: 'Risk', subtask: false, fields: [...usualFields, colour] },
    ],
  })
  w = await world({ egress: sites.egress })
  user = w.acme
  integration = await connectJira(user, jira, 'acme')
  await ingest(user, record({ uid: 'a-key', check: 'key_is_old' }))
})
after(async () => {
  await w.close()
  await sites.close()
  await w.test.close()
})

const configure = (configuration: object): Promise<Answered> =>
  user.ask('PATCH', `/integrations/${integration.id}`, {
    data: { type: 'integrations', id: integration.id, attributes: { configuration } },
  })
async function dispatched(issue_type: string): Promise<Item> {
  const path = `/integrations/${integration.id}/jira/dispatches?filter[check_id]=key_is_old`
  const task = await user.make(path, 'integrations-jira-dispatches', {
    project_key: 'SEC',
    issue_type,
  })
  return user.finished(task.id)
}

test('the fields that a type of issue requires are told, with what they take', async () => {
  const path = `/integrations/${integration.id}/jira/issue_types?project_key=SEC`
  const shown = async (query = '') => (await user.get(path + query)).item.attributes
  assert.deepEqual(await shown(), {
    project_key: 'SEC',
    issue_types: ['Task', 'Risk'],
    required_fields: null,
  })
  assert.deepEqual((await shown('&issue_type=Task'))['required_fields'], [])
  assert.deepEqual((await shown('&issue_type=Risk'))['required_fields'], [
    { id: 'customfield_10010', name: 'Colour', type: 'string', allowed: ['Red', 'Blue'] },
  ])
  const refused = await user.get(`${path}&issue_type=Story`)
  assert.deepEqual([refused.status, refused.fault.source?.parameter], [400, 'issue_type'])
})

test('a required field without a value is named before anything is sent; with one the issue has it', async () => {
  const sends = () => jira.count('POST /rest/api/3/issue')
  const before = sends()
  const refused = await dispatched('Risk')
  assert.match(refused.text('result', 'error'), /require "Colour" \(customfield_10010\)/)
  const wrong = { SEC: { customfield_10010: { value: 'Green' } } }
  assert.equal((await configure({ field_values: wrong })).status, 200)
  const other = await dispatched('Risk')
  assert.match(other.text('result', 'error'), /no choice "Green" for "Colour"/)
  assert.equal(sends(), before)

  const configured = { sec: { customfield_10010: { value: 'Red' }, customfield_1: 'unused' } }
  const answer = await configure({ field_values: configured })
  assert.deepEqual(answer.item.at('configuration', 'field_values'), { SEC: configured.sec })
  assert.equal((await dispatched('Risk')).at('result', 'created_count'), 1)
  const fields = jira.issues.at(-1)?.fields
  assert.deepEqual(fields?.['customfield_10010'], { value: 'Red' })
  assert.ok(fields && !('customfield_1' in fields))
  assert.equal((await dispatched('Task')).at('result', 'updated_count'), 1)
})

test('values of fields that Jira cannot take are refused, each at its place', async () => {
  const at = '/data/attributes/configuration'
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`customfield_${n}`, 1]))
  const cases: readonly (readonly [configuration: object, pointer: string])[] = [
    [{ field_values: [] }, `${at}/field_values`],
    [{ field_values: { 'no key': {} } }, `${at}/field_values/no key`],
    [{ field_values: { SEC: 'Red' } }, `${at}/field_values/SEC`],
    [{ field_values: { SEC: many } }, `${at}/field_values/SEC`],
    [{ field_values: { SEC: { summary: 'ours' } } }, `${at}/field_values/SEC/summary`],
    [{ field_values: { SEC: { 'a/b': 1 } } }, `${at}/field_values/SEC/a~1b`],
    [{ field_values: { SEC: { customfield_1: null } } }, `${at}/field_values/SEC/customfield_1`],
    [
      { field_values: { SEC: { customfield_1: 'x'.repeat(5_000) } } },
      `${at}/field_values/SEC/customfield_1`,
    ],
    [{ recheck_done: 'no' }, `${at}/recheck_done`],
    [{ another: 1 }, `${at}/another`],
  ]
  for (const [configuration, pointer] of cases) {
    const answer = await configure(configuration)
    assert.deepEqual([answer.status, answer.fault.source?.pointer], [400, pointer], answer.text)
  }
})
