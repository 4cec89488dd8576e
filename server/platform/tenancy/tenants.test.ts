import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { listEndpoints } from '../../describe-api.ts'
import { configure } from '../../features/accounts/saml/testing/browser.ts'
import { made, mailSettings } from '../../features/alerts/testing/rules.ts'
import { IdentityProvider } from '../../features/accounts/saml/testing/identity-provider.ts'
import { type Answered, password, type World, world } from '../../testing/index.ts'
import { ingest, record } from '../../features/ingestion/testing/files.ts'
import { MailServer } from '../../testing/smtp.ts'
import type { Endpoint } from '../http/index.ts'
import { needed } from '../../testing/needed.ts'

const mutelist = {
  Mutelist: { Accounts: { '*': { Checks: { '*': { Regions: ['*'], Resources: ['nothing'] } } } } },
}

let w: World
let mail: MailServer
/** Ids of everything that the rival has, by the type on the wire. */
const theirs = new Map<string, string>()
const endpoints = await listEndpoints()
before(async () => {
  mail = await new MailServer().listen()
  w = await world({ settings: mailSettings(mail) })
  const providerId = await w.rival.provider()
  await w.rival.scanOnly(providerId, 's3')
  const scanId = await w.rival.scan(providerId)
  theirs.set('providers', providerId).set('scans', scanId).set('schedules', providerId)
  const first = async (path: string, type: string): Promise<void> => {
    theirs.set(type, (await w.rival.get(path)).item.id)
  }
  await first('/providers/secrets', 'provider-secrets')
  await first('/tasks', 'tasks')
  await first('/findings/latest', 'findings')
  await first('/resources', 'resources')
  await first('/roles', 'roles')
  const identity = randomUUID()
  await w.test.administer(`
    insert into user_identities (id, issuer, subject, user_id, email)
    values ('${identity}', 'https://issuer.example', '${identity}', '${w.rival.userId}', 'rival@example.com')`)
  theirs.set('users/me/identities', identity)
  await w.rival.make('/users/me/second-factor', 'second-factors', { password })
  const [session] = (await w.rival.get('/users/me/sessions')).items
  theirs.set('users/me/sessions', session?.id ?? '')
  await configure(w.rival, new IdentityProvider())
  await first('/saml-config', 'saml-config')
  const decided = await w.rival.ask('PATCH', `/findings/${theirs.get('findings')}/triage`, {
    data: { type: 'finding-triages', attributes: { status: 'under_review' } },
  })
  theirs.set('finding-triages', decided.item.id)
  const rule = await w.rival.make('/mute-rules', 'mute-rules', {
    name: 'a rival rule',
    reason: 'noise',
    finding_ids: [theirs.get('findings')],
  })
  theirs.set('mute-rules', rule.id)
  const processor = await w.rival.make('/processors', 'processors', {
    processor_type: 'mutelist',
    configuration: mutelist,
  })
  theirs.set('processors', processor.id)
  const configuration = await w.rival.make('/scan-configurations', 'scan-configurations', {
    name: 'a rival configuration',
    configuration: { aws: { retries: 1 } },
    provider_ids: [providerId],
  })
  theirs.set('scan-configurations', configuration.id)
  const view = await w.rival.make('/saved-views', 'saved-views', {
    name: 'a rival view',
    screen: '/findings',
    is_shared: true,
  })
  theirs.set('saved-views', view.id)
  const integration = await w.rival.make('/integrations', 'integrations', {
    integration_type: 'jira',
    configuration: {},
    credentials: { domain: 'rival', user_mail: 'bot@rival.example', api_token: 'a rival token' },
  })
  theirs.set('integrations', integration.id)
  const readers = { recipient_emails: ['reader@rival.example'] }
  theirs.set('alert-rules', (await made(w.rival, readers)).id)
  await first('/alerts/recipients', 'alert-recipients')
  const key = await w.rival.make('/api-keys', 'api-keys', { name: 'a rival key' })
  theirs.set('api-keys', key.id)
  const group = await w.rival.make('/provider-groups', 'provider-groups', { name: 'a group' })
  theirs.set('provider-groups', group.id)
  const invitation = await w.rival.ask('POST', '/tenants/invitations', {
    data: {
      type: 'invitations',
      attributes: { email: 'guest@example.com' },
      relationships: { roles: { data: [{ type: 'roles', id: theirs.get('roles') }] } },
    },
  })
  theirs.set('invitations', invitation.item.id)
  theirs.set('ingestions', (await ingest(w.rival, record({ uid: 'a rival finding' }))).id)
  theirs.set('users', w.rival.userId).set('tenants', w.rival.tenantId)
  // Types that nothing above made, and that take a name alone.
  for (const { method, path, draft } of endpoints) {
    if (method !== 'POST' || !draft || path.includes(':') || theirs.has(draft.type)) continue
    if (Object.keys(draft.attributes).join() !== 'name') continue
    theirs.set(draft.type, (await w.rival.make(path, draft.type, { name: 'a rival row' })).id)
  }
})
after(async () => {
  await w.close()
  await mail.close()
  await w.test.close()
})

/** What the parameter of a path names: the collection before it. */
const typeAt = (path: string): string => {
  const collection = path.slice(1, path.indexOf('/:'))
  return (
    {
      'providers/secrets': 'provider-secrets',
      'tenants/invitations': 'invitations',
      'alerts/rules': 'alert-rules',
      'alerts/recipients': 'alert-recipients',
    }[collection] ?? collection
  )
}
const described: Readonly<Record<string, object>> = {
  'saml-configurations': { attributes: { email_domain: 'somewhere-else.example' } },
  'provider-secrets': { attributes: { name: 'another name' } },
  providers: { attributes: { alias: 'another name' } },
  schedules: { attributes: { scan_frequency: 'DAILY' } },
  invitations: { attributes: { email: 'somebody@example.com' } },
  sessions: { attributes: {} },
  integrations: {
    attributes: { enabled: false },
  },
  'integrations-jira-dispatches': { attributes: { project_key: 'OPS', issue_type: 'Task' } },
  'finding-triages': { attributes: { status: 'open' } },
  'finding-triage-notes': { attributes: { body: 'a note' } },
  processors: { attributes: { configuration: mutelist } },
}
function ask({ method, path, draft, linkage }: Endpoint, id: string): Promise<Answered> {
  const url = path.replaceAll(/:[a-z_]+/g, id)
  const attributes = { name: 'another name' }
  const body = draft && {
    data: {
      type: draft.type,
      ...(method !== 'POST' && { id }),
      attributes,
      ...described[draft.type],
    },
  }
  return w.acme.ask(method, url, linkage === undefined ? body : { data: [] })
}
/** Two answers may differ in nothing but the id. */
const bare = ({ text }: Answered, id: string): string => text.replaceAll(id, 'ID')

/** Public endpoints address nothing of a tenant; nor does the id of a check, which all tenants share. */
const addressed = endpoints.filter(
  ({ path, may }) => path.replace(':check_id', '').includes(':') && may !== 'anonymous',
)
for (const endpoint of addressed) {
  const name = `${endpoint.method} ${endpoint.path}`
  test(`${name} reveals nothing of another tenant's rows`, async () => {
    const type = typeAt(endpoint.path)
    const id = theirs.get(type)
    assert.ok(id, `the rival has no row of type ${type}`)
    const random = randomUUID()
    const [foreign, absent] = [await ask(endpoint, id), await ask(endpoint, random)]
    if (name === 'DELETE /users/:id')
      assert.equal(foreign.status, 400) // only oneself
    else assert.equal(foreign.status, 404, foreign.text)
    assert.equal(foreign.status, absent.status)
    assert.equal(bare(foreign, id), bare(absent, random))
    assert.deepEqual(
      [...foreign.headers].filter(([header]) => !/^(date|transaction-id|keep-alive)$/.test(header)),
      [...absent.headers].filter(([header]) => !/^(date|transaction-id|keep-alive)$/.test(header)),
    )
  })
}

const lists = endpoints.filter(({ kind, path }) => kind === 'list' && !path.includes(':'))
for (const { path } of lists) {
  test(`GET ${path} lists nothing of another tenant, whatever is asked for`, async () => {
    const query = `page[size]=100${needed[path] ?? ''}`
    const own = await w.acme.get(`${path}?${query}`)
    assert.equal(own.status, 200, own.text)
    for (const [type, id] of theirs) assert.ok(!own.text.includes(id), `a row of type ${type}`)
    const { items } = await w.rival.get(`${path}?${query}`)
    assert.ok(items.length > 0, 'the rival sees his own')
  })
}

const toOne = (type: string, id: string): object => ({ data: { type, id } })
const toMany = (type: string, id: string): object => ({ data: [{ type, id }] })
type Reference = readonly [
  what: string,
  type: 'providers' | 'roles' | 'users' | 'provider-groups',
  path: string,
  body: (id: string) => object,
]
const references: readonly Reference[] = [
  [
    'a scan',
    'providers',
    '/scans',
    (id) => ({ type: 'scans', relationships: { provider: toOne('providers', id) } }),
  ],
  [
    'a secret',
    'providers',
    '/providers/secrets',
    (id) => ({
      type: 'provider-secrets',
      attributes: {
        secret_type: 'static',
        secret: { aws_access_key_id: 'a', aws_secret_access_key: 'b' },
      },
      relationships: { provider: toOne('providers', id) },
    }),
  ],
  [
    'a group',
    'providers',
    '/provider-groups',
    (id) => ({
      type: 'provider-groups',
      attributes: { name: 'mine' },
      relationships: { providers: toMany('providers', id) },
    }),
  ],
  [
    'a group',
    'roles',
    '/provider-groups',
    (id) => ({
      type: 'provider-groups',
      attributes: { name: 'mine' },
      relationships: { roles: toMany('roles', id) },
    }),
  ],
  [
    'a role',
    'users',
    '/roles',
    (id) => ({
      type: 'roles',
      attributes: { name: 'mine' },
      relationships: { users: toMany('users', id) },
    }),
  ],
  [
    'a role',
    'provider-groups',
    '/roles',
    (id) => ({
      type: 'roles',
      attributes: { name: 'mine' },
      relationships: { provider_groups: toMany('provider-groups', id) },
    }),
  ],
  [
    'a scan configuration',
    'providers',
    '/scan-configurations',
    (id) => ({
      type: 'scan-configurations',
      attributes: { name: randomUUID(), configuration: {} },
      relationships: { providers: toMany('providers', id) },
    }),
  ],
  [
    'an integration',
    'providers',
    '/integrations',
    (id) => ({
      type: 'integrations',
      attributes: {
        integration_type: 'amazon_s3',
        configuration: { bucket_name: 'acme-findings' },
        credentials: { aws_access_key_id: 'a', aws_secret_access_key: 'b' },
      },
      relationships: { providers: toMany('providers', id) },
    }),
  ],
  [
    'an invitation',
    'roles',
    '/tenants/invitations',
    (id) => ({
      type: 'invitations',
      attributes: { email: 'somebody@example.com' },
      relationships: { roles: toMany('roles', id) },
    }),
  ],
]
for (const [what, type, path, body] of references) {
  test(`${what} cannot be attached to another tenant's ${type}`, async () => {
    const to = (id: string): Promise<Answered> => w.acme.ask('POST', path, { data: body(id) })
    const id = theirs.get(type) as string
    const random = randomUUID()
    const [foreign, absent] = [await to(id), await to(random)]
    assert.equal(foreign.status, 400, foreign.text)
    assert.equal(bare(foreign, id), bare(absent, random))
  })
}

for (const [path, type, own] of [
  ['/users/:id/relationships/roles', 'roles', () => w.acme.userId],
  ['/provider-groups/:id/relationships/providers', 'providers', () => ownGroup()],
  ['/roles/:id/relationships/provider_groups', 'provider-groups', () => ownRole()],
] as const) {
  test(`${path} links nothing of another tenant`, async () => {
    const url = path.replace(':id', await own())
    const foreign = theirs.get(type) as string
    for (const method of ['POST', 'PATCH']) {
      const answer = await w.acme.ask(method, url, { data: [{ type, id: foreign }] })
      assert.equal(answer.status, 400, answer.text)
    }
    const removed = await w.acme.ask('DELETE', url, { data: [{ type, id: foreign }] })
    assert.equal(removed.status, 204, removed.text)
  })
}
const ownGroup = async (): Promise<string> =>
  (await w.acme.make('/provider-groups', 'provider-groups', { name: 'own' })).id
const ownRole = async (): Promise<string> =>
  (await w.acme.make('/roles', 'roles', { name: 'own' })).id

test('filters, includes and sorting reach no further than the tenant', async () => {
  const paths = [
    `/scans?filter[provider]=${theirs.get('providers')}&include=provider,task`,
    `/scans?filter[id__in]=${theirs.get('scans')}`,
    `/findings?filter[scan]=${theirs.get('scans')}&include=resources,scan`,
    `/findings?filter[provider]=${theirs.get('providers')}`,
    `/resources?filter[provider]=${theirs.get('providers')}&include=provider`,
    `/providers/secrets?filter[provider]=${theirs.get('providers')}`,
    `/schedules?filter[provider]=${theirs.get('providers')}&include=provider`,
    `/roles?filter[id]=${theirs.get('roles')}`,
    `/provider-groups?filter[id]=${theirs.get('provider-groups')}&include=providers,roles`,
    '/tenants/invitations?filter[email]=guest@example.com&include=roles,inviter',
    `/users?filter[email]=${encodeURIComponent(w.rival.email)}`,
  ]
  for (const path of paths) {
    const { items, included } = await w.acme.get(path)
    assert.deepEqual([items, included], [[], []], path)
  }
})

test('both tenants connect the same account, and neither learns of the other', async () => {
  const made = await w.acme.provider()
  assert.notEqual(made, theirs.get('providers'))
})

test('what another tenant tried changed nothing', async () => {
  const provider = await w.rival.get(`/providers/${theirs.get('providers')}`)
  assert.equal(provider.item.at('alias'), null)
  const scan = await w.rival.get(`/scans/${theirs.get('scans')}`)
  assert.equal(scan.item.at('name'), null)
  const schedule = await w.rival.get(`/schedules/${theirs.get('schedules')}`)
  assert.equal(schedule.item.at('configured'), false)
  const key = await w.rival.get(`/api-keys/${theirs.get('api-keys')}`)
  assert.equal(key.item.at('revoked'), false)
  assert.equal((await w.rival.get('/users/me')).status, 200)
  const group = await w.rival.get(`/provider-groups/${theirs.get('provider-groups')}`)
  assert.equal(group.item.text('name'), 'a group')
  const invitation = await w.rival.get(`/tenants/invitations/${theirs.get('invitations')}`)
  assert.equal(invitation.item.text('state'), 'pending')
  const rule = await w.rival.get(`/mute-rules/${theirs.get('mute-rules')}`)
  assert.equal(rule.item.text('name'), 'a rival rule')
  const decided = await w.rival.get(`/finding-triages/${theirs.get('finding-triages')}`)
  assert.equal(decided.item.text('status'), 'under_review')
  assert.equal(decided.item.number('notes_count'), 0)
  const integration = await w.rival.get(`/integrations/${theirs.get('integrations')}`)
  assert.equal(integration.item.at('enabled'), true)
  const alertRule = await w.rival.get(`/alerts/rules/${theirs.get('alert-rules')}`)
  assert.equal(alertRule.item.text('name'), 'All that fails')
  const saml = await w.rival.get(`/saml-config/${theirs.get('saml-config')}`)
  assert.notEqual(saml.item.text('email_domain'), 'somewhere-else.example')
})
