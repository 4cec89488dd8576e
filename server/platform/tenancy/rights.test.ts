import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listEndpoints } from '../../describe-api.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { grant, member, revoke } from '../../testing/member.ts'
import type { Endpoint } from '../http/index.ts'
import { permissions } from './index.ts'

let w: World
let client: Client
let roleId = ''
const endpoints = await listEndpoints()
before(async () => {
  w = await world()
  const made = await member(w, w.acme, ['unlimited_visibility'])
  client = made.client
  roleId = made.roleId
})
after(async () => {
  await w.close()
  await w.test.close()
})

const nobody = '00000000-0000-4000-8000-000000000000'

/** A request that is well-formed for its route but names what is not there. */
function ask(who: Client, { method, path, draft, linkage }: Endpoint): Promise<number> {
  const url = path.replaceAll(/:[a-z_]+/g, nobody)
  const body = draft && {
    data: {
      type: draft.type,
      attributes: {},
      ...(method === 'PATCH' && { id: nobody }),
    },
  }
  return who
    .ask(method, url, linkage === undefined ? body : { data: [] })
    .then(({ status }) => status)
}

const mutelist = {
  Mutelist: { Accounts: { '*': { Checks: { '*': { Regions: ['*'], Resources: ['nothing'] } } } } },
}

/** Bodies that each route takes, so that a refusal is about rights and not about the body. */
const fitting: Readonly<Record<string, object>> = {
  'POST /providers': { attributes: { provider: 'aws', uid: 'x'.repeat(3) } },
  'POST /providers/secrets': {
    attributes: { secret_type: 'static', secret: {} },
    relationships: { provider: { data: { type: 'providers', id: nobody } } },
  },
  'PATCH /providers/:id': { attributes: { alias: null } },
  'POST /scans': { relationships: { provider: { data: { type: 'providers', id: nobody } } } },
  'PATCH /scans/:id': { attributes: { name: null } },
  'POST /schedules/daily': { attributes: { provider_id: nobody } },
  'POST /schedules/bulk': { attributes: { schedule: {}, provider_ids: [nobody] } },
  'POST /finding-triages/:triage_id/notes': { attributes: { body: 'a note' } },
  'PATCH /finding-triages/:triage_id/notes/:id': { attributes: { body: 'a note' } },
  'POST /findings/:uid/triage/notes': { attributes: { body: 'a note' } },
  'PATCH /findings/:uid/triage/notes/:id': { attributes: { body: 'a note' } },
  'POST /finding-triages/bulk': { attributes: { finding_ids: [nobody], status: 'open' } },
  'POST /finding-triages/matching': { attributes: { query: '', status: 'open' } },
  'POST /mute-rules/matching': { attributes: { query: '', name: 'a rule', reason: 'noise' } },
  'POST /mute-rules': { attributes: { name: 'a rule', reason: 'noise', finding_ids: [nobody] } },
  'POST /mute-rules/preview': { attributes: { finding_ids: [nobody] } },
  'POST /processors': { attributes: { processor_type: 'mutelist', configuration: mutelist } },
  'POST /processors/preview': { attributes: { configuration: mutelist } },
  'PATCH /processors/:id': { attributes: { configuration: mutelist } },
  'POST /scan-configurations': { attributes: { name: 'a configuration', configuration: {} } },
  'POST /integrations': {
    attributes: { integration_type: 'jira', configuration: {}, credentials: {} },
  },
  'POST /integrations/:integration_pk/jira/dispatches': {
    attributes: { project_key: 'OPS', issue_type: 'Task' },
  },
  'POST /alerts/rules': {
    attributes: { name: 'a rule', trigger: 'daily', condition: { op: 'any' } },
  },
  'POST /alerts/rules/preview': { attributes: { condition: { op: 'any' } } },
  'POST /alerts/rules/seed': { attributes: { query: '' } },
  'PATCH /alerts/rules/:id': { attributes: { name: 'a rule' } },
  'POST /alerts/recipients': { attributes: { email: 'somebody@example.com' } },
  'POST /saml-config': { attributes: { email_domain: 'none', metadata_xml: 'none' } },
  'PATCH /tenants/:id': { attributes: { name: 'a name' } },
  'POST /api-keys': { attributes: { name: 'a key', expires_at: '2000-01-01T00:00:00Z' } },
  'PATCH /api-keys/:id': { attributes: { name: 'a key' } },
  'POST /roles': {
    attributes: { name: 'a role' },
    relationships: { users: { data: [{ type: 'users', id: nobody }] } },
  },
  'POST /provider-groups': {
    attributes: { name: 'a group' },
    relationships: { providers: { data: [{ type: 'providers', id: nobody }] } },
  },
  'POST /tenants/invitations': {
    attributes: { email: 'somebody@example.com' },
    relationships: { roles: { data: [{ type: 'roles', id: nobody }] } },
  },
}

async function forbidden(who: Client, endpoint: Endpoint): Promise<boolean> {
  const { method, path, draft } = endpoint
  const isNamed = draft !== undefined && Object.keys(draft.attributes).join() === 'name'
  const named = isNamed ? { attributes: { name: 'a name' } } : undefined
  const known = fitting[`${method} ${path}`] ?? named
  if (!known) return (await ask(who, endpoint)) === 403
  const url = path.replaceAll(/:[a-z_]+/g, nobody)
  const id = method === 'PATCH' ? { id: nobody } : {}
  const body = { data: { type: draft?.type, attributes: {}, ...id, ...known } }
  return (await who.ask(method, url, body)).status === 403
}

/** Routes that take part: streams keep their connection open, and refreshing has no caller. */
const asked = endpoints.filter(
  ({ may, responseType }) => may !== 'anonymous' && responseType === undefined,
)

for (const permission of [null, ...permissions]) {
  const who = permission ? `${permission} alone` : 'no permission'
  test(`a member with ${who} is refused exactly the routes that require another one`, async () => {
    if (permission) await grant(w, roleId, [permission])
    try {
      const wrong: string[] = []
      for (const endpoint of asked) {
        const { method, path, may } = endpoint
        const should = may !== 'any_member' && may !== permission
        const is = await forbidden(client, endpoint)
        if (is !== should)
          wrong.push(`${method} ${path} (${may}): ${is ? 'refused' : 'let through'}`)
      }
      assert.deepEqual(wrong, [])
    } finally {
      if (permission) await revoke(w, roleId, permission)
    }
  })
}

test('the permissions of routes are those of the contract', () => {
  const writes = new Map(
    endpoints.map(({ method, path, may }) => [`${method} ${path}`, may] as const),
  )
  const rules: [pattern: RegExp, may: Endpoint['may']][] = [
    [/^GET \/(findings|finding-groups|resources|scans|tasks|provider-groups)/, 'any_member'],
    [/^GET \/(compliance-overviews|overviews)/, 'any_member'],
    [/^(GET|POST) \/tenants(\/:id)?$/, 'any_member'],
    [/ \/tenants\/:tenant_pk\/memberships/, 'any_member'],
    [/ \/tenants\/invitations/, 'manage_account'],
    [/ \/users\/:id\/relationships\/roles/, 'manage_account'],
    [/^(POST|PATCH|DELETE) \/provider-groups/, 'manage_providers'],
    [/^(PATCH|DELETE) \/tenants\/:id$/, 'manage_account'],
    [/^DELETE \/users\/:id$/, 'manage_users'],
    [/^GET \/users\/me$/, 'any_member'],
    [/^(GET|DELETE) \/tasks/, 'any_member'],
    [/^GET \/providers(\/:id)?$/, 'any_member'],
    [/^(POST|PATCH|DELETE) \/providers/, 'manage_providers'],
    [/ \/providers\/secrets/, 'manage_providers'],
    [/^(POST|PATCH) \/scans/, 'manage_scans'],
    [/^GET \/scan-configurations/, 'any_member'],
    [/^(POST|PATCH|DELETE) \/scan-configurations/, 'manage_scans'],
    [/^GET \/finding-triages/, 'any_member'],
    [/^(POST|PATCH|DELETE) \/finding/, 'manage_scans'],
    [/ \/mute-rules/, 'manage_scans'],
    [/ \/processors/, 'manage_account'],
    [/^GET \/ingestions/, 'any_member'],
    [/^POST \/ingestions/, 'manage_ingestions'],
    [/^GET \/schedules/, 'any_member'],
    [/^(POST|PATCH|DELETE) \/schedules/, 'manage_scans'],
    [/ \/(roles|api-keys)/, 'manage_account'],
    [/^GET \/users(\/:id)?$/, 'manage_users'],
    [/^GET \/users\/:user_pk\/memberships/, 'manage_account'],
    [/ \/(saml-config|integrations)/, 'manage_integrations'],
    [/^POST \/tokens(\/refresh|\/saml|\/google|\/github|\/oidc)?$/, 'anonymous'],
    [/^POST \/auth\/(google|github|oidc)\/initiate$/, 'anonymous'],
    [/ \/users\/me\/identities/, 'any_member'],
    [/ \/(auth|accounts)\/saml/, 'anonymous'],
    [/^POST \/users$/, 'anonymous'],
  ]
  for (const [pattern, may] of rules) {
    const matching = [...writes].filter(([route]) => pattern.test(route))
    assert.ok(matching.length > 0, String(pattern))
    for (const [route, declared] of matching) assert.equal(declared, may, route)
  }
})

test('rights are the union over the roles of a user in the tenant', async () => {
  const other = await member(w, w.acme, ['manage_users'])
  await w.test.administer(`
    insert into user_roles (tenant_id, user_id, role_id)
    values ('${client.tenantId}', '${client.userId}', '${other.roleId}')`)
  await grant(w, roleId, ['manage_account'])
  assert.equal((await client.get('/users')).status, 200)
  assert.equal((await client.get('/roles')).status, 200)
  await w.test.administer(`delete from user_roles where role_id = '${other.roleId}'`)
  assert.equal((await client.get('/users')).status, 403)
})

test('a member whose membership ends is nobody at the next request', async () => {
  const leaver = await member(w, w.acme, ['manage_users'])
  assert.equal((await leaver.client.get('/users')).status, 200)
  await w.test.administer(`
    delete from memberships
     where tenant_id = '${w.acme.tenantId}' and user_id = '${leaver.client.userId}'`)
  assert.equal((await leaver.client.get('/users')).status, 401)
})
