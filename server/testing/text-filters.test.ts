/**
 * Every filter on a text, as the description of the API has it, ignores case and Unicode form, and takes the
 * characters of patterns as they are. A new filter is tested without a change here if it finds the text below.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { describeApi } from '../describe-api.ts'
import { configure } from '../features/accounts/saml/testing/browser.ts'
import { IdentityProvider } from '../features/accounts/saml/testing/identity-provider.ts'
import { made, mailSettings } from '../features/alerts/testing/rules.ts'
import { account, ingest, record } from '../features/ingestion/testing/files.ts'
import { operationsOf, type Parameter, resolved } from './api-properties/operations.ts'
import { world } from './index.ts'
import { needed } from './needed.ts'
import { MailServer } from './smtp.ts'

const name = 'École ΟΔΟΣ Łódź İstanbul Привет Straße 100%_\\x'
/** It is in the catalog, which has its service, and in a framework. */
const check = 's3_bucket_secure_transport_policy'
/** Imports take regions and services in the form of the provider alone. */
const region = 'eu-west-1'

const document = await describeApi()
const mail = await new MailServer().listen()
const w = await world({ settings: mailSettings(mail) })
after(async () => {
  await w.close()
  await mail.close()
  await w.test.close()
})
const user = w.acme

const tags = { [name]: name }
const resource = {
  uid: name,
  name,
  type: name,
  group: { name: 's3' },
  data: { metadata: { tags } },
}
const files = [check, 's3_bucket_public_access', 'outside_check'].map((one) => ({
  ...record({ uid: `${name} ${one}`, check: one, message: name, region }),
  resources: [resource],
}))
await ingest(user, files)
const provider = (await user.get('/providers')).item
await user.ask('PATCH', `/providers/${provider.id}`, {
  data: { type: 'providers', id: provider.id, attributes: { alias: name } },
})
const [finding] = (await user.get('/findings/latest')).items
assert.ok(finding)
await user.ask('PATCH', `/findings/${finding.id}/triage`, {
  data: { type: 'finding-triages', attributes: { status: 'under_review' } },
})
await user.make('/mute-rules', 'mute-rules', { name, reason: name, finding_ids: [finding.id] })
await user.make('/processors', 'processors', {
  processor_type: 'mutelist',
  configuration: {
    Mutelist: { Accounts: { '*': { Checks: { '*': { Regions: ['*'], Resources: ['a'] } } } } },
  },
})
await user.make('/scan-configurations', 'scan-configurations', {
  name,
  configuration: { aws: { retries: 1 } },
  provider_ids: [],
})
await user.make('/saved-views', 'saved-views', { name, screen: '/findings' })
await user.make('/provider-groups', 'provider-groups', { name })
await user.make('/api-keys', 'api-keys', { name })
await user.make('/roles', 'roles', { name })
await user.make('/integrations', 'integrations', {
  integration_type: 'jira',
  configuration: {},
  credentials: { domain: 'acme', user_mail: 'bot@acme.example', api_token: 'a token' },
})
await made(user, { name, recipient_emails: ['reader@acme.example'] })
await configure(user, new IdentityProvider())
const providerLink = { provider: { type: 'providers', id: provider.id } }
await user.make(
  '/providers/secrets',
  'provider-secrets',
  {
    name,
    secret_type: 'static',
    secret: { aws_access_key_id: 'AKIAEXAMPLE', aws_secret_access_key: 'b' },
  },
  providerLink,
)
const roleId = (await user.get('/roles')).items[0]?.id ?? ''
await user.ask('POST', '/tenants/invitations', {
  data: {
    type: 'invitations',
    attributes: { email: 'guest@example.com' },
    relationships: { roles: { data: [{ type: 'roles', id: roleId }] } },
  },
})
const quoted = `'${name}'`
for (const [table, columns] of [
  ['scans', ['name']],
  ['users', ['name', 'email', 'company_name']],
  ['tenants', ['name']],
  ['ingestions', ['file_name']],
  ['invitations', ['email']],
  ['alert_recipients', ['email']],
] as const) {
  const where =
    table === 'users'
      ? `id = '${user.userId}'`
      : `${table === 'tenants' ? 'id' : 'tenant_id'} = '${user.tenantId}'`
  const values = columns.map((column) => `${column} = ${quoted}`).join(', ')
  await w.test.administer(`update ${table} set ${values} where ${where}`)
}
const first = async (path: string, attribute: string): Promise<string> =>
  (await user.get(path)).items[0]?.text(attribute) ?? ''
const task = await first('/tasks', 'name')
const prefix = await first('/api-keys', 'prefix')
const domain = await first('/saml-config', 'email_domain')

/** What a filter finds where it is not the text: in lists of facts that are not the tenant's. */
function textOf(path: string, filter: string): string {
  if (filter.startsWith('check_id')) return check
  if (filter.startsWith('check_title')) return 'S3 bucket'
  if (filter.startsWith('compliance_id')) return 'cis_2.0_aws'
  if (filter.startsWith('framework')) return 'CIS'
  if (filter.startsWith('version')) return '2.0'
  if (filter.startsWith('prefix')) return prefix
  if (filter.startsWith('provider_uid') || (path === '/providers' && filter.startsWith('uid')))
    return account
  if (filter.startsWith('provider_alias')) return name
  if (
    filter.startsWith('region') ||
    /^.overviews.(?!findings_severity.timeseries|compliance)/.test(path)
  )
    return region
  if (/^.compliance|watchlist/.test(path) && filter === 'search') return 'cis_2.0_aws'
  if (filter.startsWith('service')) return 's3'
  if (path === '/tasks') return task
  if (path === '/saml-config') return domain
  if (path === '/integrations') return 'jira'
  if (path === '/processors') return 'mutelist'
  if (path.endsWith('/memberships')) return 'owner'
  return name
}

/** The same text as other people and other systems write it. */
const others = (text: string): readonly string[] => [
  text.normalize('NFD').toLowerCase(),
  text.toUpperCase(),
]
/** A text that has it only if characters of patterns stand for others. */
const absent = (text: string): string =>
  text === name ? name.replace('Łódź', '_ódź') : `_${text.slice(1)}`

const ids: Readonly<Record<string, string>> = {
  tenant_pk: user.tenantId,
  user_pk: user.userId,
}
/** What is answered to a value of the filter, without links, which contain the request. */
async function answered(path: string, filter: string, value: string): Promise<string> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    if (key === 'check_id') return /^check_(id|title)/.test(filter) ? check : 'outside_check'
    return ids[key] ?? ''
  })
  const query = `filter[${filter}]=${encodeURIComponent(value)}`
  const others = (needed[path] ?? '')
    .split('&')
    .filter((one) => one !== '' && !one.startsWith(`filter[${filter}]`))
  const answer = await user.get(`${url}?${[query, ...others].join('&')}`)
  if (answer.status !== 200) return `${answer.status} ${answer.text}`
  const { links: _, ...document } = JSON.parse(answer.text) as Record<string, unknown>
  return JSON.stringify(document)
}

const isSearch = ({ name: parameter, schema }: Parameter): boolean =>
  /^filter\[[^.]+\]$/.test(parameter) && resolved(document, schema)['maxLength'] === 256

/** Of one framework, which another filter names: these have nothing to choose among. */
const isIdle = (path: string, filter: string): boolean =>
  /^.compliance-overviews.(checks|requirements)$/.test(path) &&
  /^(compliance_id|framework|version|search)/.test(filter)

const found = operationsOf(document)
  .filter(({ method }) => method === 'GET')
  .flatMap(({ path, parameters }) => {
    const filters = parameters
      .filter(isSearch)
      .map((one) => one.name.slice(7, -1))
      .filter((filter) => !isIdle(path, filter))
    return filters.length === 0 ? [] : [{ path, filters }]
  })

test('the description has filters on texts', () => {
  assert.ok(found.length > 40, `${found.length} lists`)
})

for (const { path, filters } of found) {
  test(`GET ${path} ignores case and Unicode form in ${filters.join(', ')}`, async () => {
    for (const filter of filters) {
      const text = textOf(path, filter)
      const written = await answered(path, filter, text)
      assert.match(written, /^\{/, `${filter}: ${written}`)
      const none = await answered(path, filter, absent(text))
      assert.notEqual(
        written,
        none,
        `${filter} finds no more than ${absent(text)}: ${written.slice(0, 500)}`,
      )
      for (const other of others(text))
        assert.equal(await answered(path, filter, other), written, `${filter}: ${other}`)
    }
  })
}
