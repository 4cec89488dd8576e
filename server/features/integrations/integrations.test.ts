import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FakeJira } from '../../targets/jira/testing/fake-jira.ts'
import {
  type Answered,
  type Client,
  freshDatabase,
  type Item,
  type World,
  world,
} from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { connectJira, jiraCredentials, Sites } from './testing/sites.ts'

const sites = new Sites()
let w: World
let jira: FakeJira
before(async () => {
  jira = await sites.jira('acme')
  w = await world({ egress: sites.egress })
})
after(async () => {
  await w.close()
  await sites.close()
  await w.test.close()
})

const keys = { aws_access_key_id: 'AKIAEXAMPLE', aws_secret_access_key: 'a secret of the test' }
const bucket = { bucket_name: 'acme-findings' }
const linked = (...ids: string[]) => ({
  providers: { data: ids.map((id) => ({ type: 'providers', id })) },
})

const post = (client: Client, attributes: object, relationships: object = {}): Promise<Answered> =>
  client.ask('POST', '/integrations', {
    data: { type: 'integrations', attributes, relationships },
  })
const patch = (
  client: Client,
  id: string,
  attributes: object,
  relationships: object = {},
): Promise<Answered> =>
  client.ask('PATCH', `/integrations/${id}`, {
    data: { type: 'integrations', id, attributes, relationships },
  })

const s3 = { integration_type: 'amazon_s3', configuration: bucket, credentials: keys }
const hub = { integration_type: 'aws_security_hub', configuration: {}, credentials: {} }
const ofJira = (domain: string) => ({
  integration_type: 'jira',
  configuration: {},
  credentials: { domain, user_mail: 'bot@acme.example', api_token: 'a token of the test' },
})

test('an integration is made with its defaults, changed and deleted, and its credentials are never shown', async () => {
  const user = await w.user()
  const provider = await user.provider('300000000001')
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const made = await post(user, s3, linked(provider))
  assert.equal(made.status, 201, made.text)
  const { id } = made.item
  assert.deepEqual(made.item.at('configuration'), { ...bucket, output_directory: 'output' })
  assert.deepEqual(
    [made.item.at('enabled'), made.item.at('connected'), made.item.linked('providers')],
    [true, null, [provider]],
  )
  const changed = await patch(
    user,
    id,
    { enabled: false, configuration: { output_directory: 'a/b' }, credentials: keys },
    linked(),
  )
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.item.at('configuration'), { ...bucket, output_directory: 'a/b' })
  assert.deepEqual([changed.item.at('enabled'), changed.item.linked('providers')], [false, []])
  const taken = await patch(user, id, { configuration: { output_directory: null } })
  assert.deepEqual(taken.item.at('configuration'), { ...bucket, output_directory: 'output' })
  const needed = await patch(user, id, { configuration: { bucket_name: null } })
  assert.deepEqual(
    [needed.status, needed.fault.source?.pointer],
    [400, '/data/attributes/configuration/bucket_name'],
  )
  const shown = [
    made,
    changed,
    await user.get(`/integrations/${id}`),
    await user.get('/integrations?include=providers'),
    await user.get(`/integrations?filter[integration_type]=amazon_s3&filter[search]=acme-find`),
  ]
  for (const answer of shown) {
    assert.equal(answer.text.includes(keys.aws_secret_access_key), false, answer.text)
    assert.equal(answer.text.includes('credentials'), false, answer.text)
  }
  const events = await w.test.administer(
    `select concat(before, after) as said from audit_events where tenant_id = '${user.tenantId}'`,
  )
  assert.ok(events.length > 3)
  for (const { said } of events) assert.ok(!String(said).includes(keys.aws_secret_access_key))
  assert.equal((await user.ask('DELETE', `/integrations/${id}`)).status, 204)
  assert.equal((await user.get(`/integrations/${id}`)).status, 404)
  const left = await w.test.administer(
    `select 1 from integration_secrets where integration_id = '${id}'`,
  )
  assert.deepEqual(left, [])
})

const refused: readonly (readonly [what: string, attributes: object, pointer: string])[] = [
  ['an unknown type', { ...s3, integration_type: 'fax' }, '/data/attributes/integration_type'],
  [
    'a bucket without a name',
    { ...s3, configuration: {} },
    '/data/attributes/configuration/bucket_name',
  ],
  [
    'a directory with a sign that no path has',
    { ...s3, configuration: { ...bucket, output_directory: 'a|b' } },
    '/data/attributes/configuration/output_directory',
  ],
  [
    'a directory that is too long',
    { ...s3, configuration: { ...bucket, output_directory: 'a'.repeat(901) } },
    '/data/attributes/configuration/output_directory',
  ],
  [
    'a key without its secret',
    { ...s3, credentials: { aws_access_key_id: 'AKIA' } },
    '/data/attributes/credentials/aws_secret_access_key',
  ],
  [
    'no key for a bucket',
    { ...s3, credentials: {} },
    '/data/attributes/credentials/aws_access_key_id',
  ],
  [
    'a role without an external id',
    { ...s3, credentials: { role_arn: 'arn:aws:iam::123456789012:role/writer' } },
    '/data/attributes/credentials/external_id',
  ],
  [
    'a role that the server would assume for another tenant',
    {
      ...s3,
      credentials: { role_arn: 'arn:aws:iam::123456789012:role/writer', external_id: 'another' },
    },
    '/data/attributes/credentials/external_id',
  ],
  ['a hub without a provider', hub, '/data/relationships/providers'],
  [
    'regions of a hub, which are read-only',
    { ...hub, configuration: { regions: {} } },
    '/data/attributes/configuration/regions',
  ],
  [
    'a configuration of Jira',
    { ...ofJira('acme-one'), configuration: { domain: 'acme' } },
    '/data/attributes/configuration/domain',
  ],
  [
    'a host as the site of Jira',
    ofJira('acme.atlassian.net'),
    '/data/attributes/credentials/domain',
  ],
  [
    'no mail address for Jira',
    { ...ofJira('acme-one'), credentials: { domain: 'acme-one', api_token: 'x' } },
    '/data/attributes/credentials/user_mail',
  ],
]
for (const [what, attributes, pointer] of refused)
  test(`${what} is refused, and the pointer says where`, async () => {
    const answer = await post(w.acme, attributes)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.pointer, pointer)
  })

test('a hub belongs to exactly one AWS provider, and a provider to one hub', async () => {
  const user = await w.user()
  const [one, other] = [await user.provider('300000000011'), await user.provider('300000000012')]
  const gitHub = await user.make('/providers', 'providers', { provider: 'github', uid: 'acme-inc' })
  const both = await post(user, hub, linked(one, other))
  assert.deepEqual(
    [both.status, both.fault.source?.pointer],
    [400, '/data/relationships/providers'],
  )
  const kind = await post(user, hub, linked(gitHub.id))
  assert.deepEqual(
    [kind.status, kind.fault.source?.pointer],
    [400, '/data/relationships/providers/data/0/id'],
  )
  const made = await post(user, hub, linked(one))
  assert.equal(made.status, 201, made.text)
  const again = await post(user, hub, linked(one))
  assert.deepEqual(
    [again.status, again.fault.source?.pointer],
    [409, '/data/relationships/providers/data/0/id'],
  )
  const second = await post(user, hub, linked(other))
  assert.equal((await patch(user, second.item.id, {}, linked(one))).status, 409)
  assert.equal((await patch(user, second.item.id, {}, linked())).status, 400)
  await user.ask('DELETE', `/providers/${one}`)
  assert.equal((await user.get(`/integrations/${made.item.id}`)).status, 404)
})

test('a site of Jira has one integration in a tenant, no providers, and shows what the test of its connection learned', async () => {
  const user = await w.user()
  const made = await connectJira(user, jira, 'acme')
  const shown = (await user.get(`/integrations/${made.id}`)).item
  assert.deepEqual(shown.at('configuration'), {
    domain: 'acme',
    projects: { OPS: 'Operations' },
    issue_types: { OPS: ['Task'] },
  })
  assert.equal(shown.at('connected'), true)
  assert.ok(Math.abs(Date.parse(shown.text('connection_last_checked_at')) - Date.now()) < 60_000)
  const attributes = { ...ofJira('ACME'), credentials: jiraCredentials(jira, 'ACME') }
  const again = await post(user, attributes)
  assert.deepEqual(
    [again.status, again.fault.source?.pointer],
    [409, '/data/attributes/credentials/domain'],
  )
  const provider = await user.provider('300000000021')
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  assert.equal((await post(user, ofJira('acme-two'), linked(provider))).status, 400)
  assert.equal((await post(await w.user(), attributes)).status, 201)
  // Other credentials have to show again that they connect.
  const changed = await patch(user, made.id, {
    credentials: { ...jiraCredentials(jira, 'acme'), api_token: 'another' },
  })
  assert.equal(changed.item.at('connected'), null)
})

test('a connection that is refused says why in a sentence, without the credentials', async () => {
  const user = await w.user()
  const made = await post(user, {
    ...ofJira('acme'),
    credentials: { ...jiraCredentials(jira, 'acme'), api_token: 'a wrong token' },
  })
  const task = (await user.ask('POST', `/integrations/${made.item.id}/connection`)).item
  assert.equal(task.text('name'), 'integration-connection-check')
  assert.deepEqual(task.at('task_args'), { integration_id: made.item.id })
  const ended = await user.finished(task.id)
  assert.equal(ended.at('result', 'connected'), false)
  assert.match(ended.text('result', 'error'), /does not take the mail address and the API token/)
  assert.equal(JSON.stringify(ended.at('result')).includes('a wrong token'), false)
  const shown = (await user.get(`/integrations/${made.item.id}`)).item
  assert.equal(shown.at('connected'), false)
})

test('a target that does not answer ends the test in time, with a result and not a failure', async (t) => {
  const hasty = await world({
    test: await freshDatabase(), // where no worker with another bound takes the task
    egress: sites.egress,
    settings: { CONNECTION_TEST_SECONDS: '2' },
  })
  t.after(async () => {
    await hasty.close()
    await hasty.test.close()
  })
  const user = await hasty.user()
  const slow = await sites.jira('slow')
  slow.fail('GET /', 'hang', 10)
  const made = await post(user, { ...ofJira('slow'), credentials: jiraCredentials(slow, 'slow') })
  const task = (await user.ask('POST', `/integrations/${made.item.id}/connection`)).item
  const ended = await user.finished(task.id)
  assert.deepEqual(ended.at('result'), {
    connected: false,
    error: 'Jira did not answer within 2 seconds.',
  })
})

test('issue types of a project are asked of Jira; a project that is not there is a clear 400', async () => {
  const user = await w.user()
  const made = await connectJira(user, jira, 'acme')
  const path = `/integrations/${made.id}/jira/issue_types`
  const types = await user.get(`${path}?project_key=OPS`)
  assert.equal(types.item.type, 'jira-issue-types')
  assert.deepEqual(types.item.attributes, {
    project_key: 'OPS',
    issue_types: ['Task'],
    required_fields: null, // for one issue type, which was not requested
  })
  const none = await user.get(path)
  assert.deepEqual([none.status, none.fault.source?.parameter], [400, 'project_key'])
  const unknown = await user.get(`${path}?project_key=NOPE`)
  assert.deepEqual([unknown.status, unknown.fault.source?.parameter], [400, 'project_key'])
  jira.fail('GET /rest/api/3/issue/createmeta', { status: 503 })
  assert.equal((await user.get(`${path}?project_key=OPS`)).status, 503)
  jira.fail('GET /rest/api/3/issue/createmeta', { status: 401 })
  assert.equal((await user.get(`${path}?project_key=OPS`)).status, 502)
  const other = await post(user, s3)
  assert.equal(
    (await user.get(`/integrations/${other.item.id}/jira/issue_types?project_key=OPS`)).status,
    400,
  )
})

test('Authentication 7: the visibility of provider groups binds integrations as all else', async () => {
  const owner = await w.user()
  const [seen, hidden] = [
    await owner.provider('300000000031'),
    await owner.provider('300000000032'),
  ]
  const of = async (attributes: object, ...ids: string[]): Promise<Item> =>
    (await post(owner, attributes, linked(...ids))).item
  const [own, foreign, shared, none] = [
    await of(hub, seen),
    await of(hub, hidden),
    await of(s3, seen, hidden),
    await of(ofJira('acme-seven')),
  ]
  const { client, roleId } = await member(w, owner, ['manage_integrations'])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: seen })
  const listed = (await client.get('/integrations?include=providers')).items
  assert.deepEqual(
    new Map(listed.map((one) => [one.id, one.linked('providers')])),
    new Map([
      [own.id, [seen]],
      [shared.id, [seen]],
      [none.id, []],
    ]),
  )
  assert.ok(!(await client.get('/integrations?include=providers')).text.includes(hidden))
  const asks: readonly (readonly [method: string, below: string])[] = [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/connection'],
    ['GET', '/deliveries'],
  ]
  const ask = (method: string, { id }: Item, below: string): Promise<Answered> =>
    client.ask(
      method,
      `/integrations/${id}${below}`,
      method === 'PATCH'
        ? { data: { type: 'integrations', id, attributes: { enabled: false } } }
        : undefined,
    )
  for (const [method, below] of asks) {
    assert.equal((await ask(method, foreign, below)).status, 404, method + below)
    const changes = method !== 'GET'
    assert.equal((await ask(method, shared, below)).status, changes ? 403 : 200, method + below)
  }
  const attach = await post(client, s3, linked(seen, hidden))
  assert.deepEqual(
    [attach.status, attach.fault.source?.pointer],
    [400, '/data/relationships/providers/data/1/id'],
  )
  assert.equal((await patch(client, own.id, {}, linked(hidden))).status, 400)
  assert.equal((await patch(client, own.id, { enabled: false })).status, 200)
  const task = await client.ask('POST', `/integrations/${own.id}/connection`)
  assert.equal(task.status, 202)
  const { client: stranger } = await member(w, owner, ['manage_integrations'])
  assert.deepEqual((await stranger.get('/integrations')).ids, [none.id])
  assert.equal((await stranger.get(`/tasks/${task.item.id}`)).status, 404)
  const tested = await owner.ask('POST', `/integrations/${shared.id}/connection`)
  assert.equal((await owner.get(`/tasks/${tested.item.id}`)).status, 200)
  for (const one of [client, stranger])
    assert.equal((await one.get(`/tasks/${tested.item.id}`)).status, 404)
  const { client: reader } = await member(w, owner, ['unlimited_visibility'])
  assert.equal((await reader.get('/integrations')).status, 403)
})

test('an integration whose providers were deleted is open to users who see every account only', async () => {
  const owner = await w.user()
  const [seen, hidden] = [
    await owner.provider('300000000041'),
    await owner.provider('300000000042'),
  ]
  const [foreign, shared] = [
    (await post(owner, s3, linked(hidden))).item.id,
    (await post(owner, s3, linked(seen, hidden))).item.id,
  ]
  const { client, roleId } = await member(w, owner, ['manage_integrations'])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: seen })
  const deletion = (await owner.ask('DELETE', `/providers/${hidden}`)).item.id
  const moved = { configuration: { bucket_name: 'another-bucket' } }
  const isClosed = async (): Promise<void> => {
    assert.deepEqual((await client.get('/integrations')).ids, [shared])
    assert.equal((await client.get(`/integrations/${foreign}`)).status, 404)
    assert.equal((await patch(client, foreign, moved, linked(seen))).status, 404)
    assert.equal((await patch(client, shared, moved)).status, 403)
  }
  await isClosed()
  await owner.finished(deletion)
  await isClosed()
  assert.deepEqual((await owner.get(`/integrations/${foreign}`)).item.linked('providers'), [])
  // Users who see every account decide whether it is visible to all.
  for (const id of [foreign, shared])
    assert.equal((await patch(owner, id, {}, linked())).status, 200)
  assert.equal((await patch(client, foreign, moved)).status, 200)
})

test('stored credentials are not sent to another address by whoever changes it without knowing them', async () => {
  const user = await w.user()
  const required = (answer: Answered): void => {
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.pointer, '/data/attributes/credentials')
    assert.equal(answer.fault.code, 'required')
  }
  const credentials = { token: '5a1a9c6e-0c7b-4f4c-8e1a-2f7d3c1b9e55' }
  const url = 'https://splunk.acme.example:8088'
  const splunk = await post(user, {
    integration_type: 'splunk',
    configuration: { url },
    credentials,
  })
  assert.equal(splunk.status, 201, splunk.text)
  const another = { configuration: { url: 'https://another.example' } }
  required(await patch(user, splunk.item.id, another))
  assert.equal((await patch(user, splunk.item.id, { ...another, credentials })).status, 200)
  assert.equal(
    (await patch(user, splunk.item.id, { configuration: { index: 'main' } })).status,
    200,
  )
  const store = await post(user, s3)
  required(
    await patch(user, store.item.id, { configuration: { endpoint_url: 'https://s3.example' } }),
  )
})

test('a token that no header takes is refused when it is written', async () => {
  const user = await w.user()
  for (const token of ['abc\r\nX-Other: 1', 'a b', 'é', '']) {
    const configuration = { url: 'https://splunk.acme.example:8088' }
    const made = await post(user, {
      integration_type: 'splunk',
      configuration,
      credentials: { token },
    })
    assert.equal(made.status, 400, JSON.stringify(token))
    assert.equal(made.fault.source?.pointer, '/data/attributes/credentials/token')
  }
})

test('a certificate of a receiver that is none is refused when it is written', async () => {
  const user = await w.user()
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  for (const ca of ['nonsense', broken]) {
    const configuration = { host: 'syslog.example.com', ca }
    const syslog = { integration_type: 'syslog', configuration, credentials: {} }
    const answer = await post(user, syslog)
    const { pointer } = answer.fault.source ?? {}
    assert.deepEqual([answer.status, pointer], [400, '/data/attributes/configuration/ca'])
  }
})

test('an address that does not parse is refused when it is written', async () => {
  const user = await w.user()
  for (const url of ['https://a:99999/', 'https://[::1/', 'https://%', 'http://a.example/'])
    for (const [type, secret] of [
      ['teams', {}],
      ['webhook', { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }],
    ] as const) {
      const credentials = { url, ...secret }
      const made = await post(user, { integration_type: type, configuration: {}, credentials })
      assert.equal(made.status, 400, `${type} ${url}`)
      assert.equal(made.fault.source?.pointer, '/data/attributes/credentials/url')
    }
})
