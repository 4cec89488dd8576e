import assert from 'node:assert/strict'
import { providers } from '@plumbline/scanner'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'
import type { ProviderKind } from './kind-resource.ts'
import { kindsFor, labelOf } from './kind-forms.ts'
import { providerTypes } from './names.ts'
import { wholeSecrets } from './testing/accounts.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

type Form = ProviderKind['credentials'][number]

const formOf = async (type: string, secretType: string): Promise<Form> => {
  const kind = (await kindsFor('a-tenant')).find(({ id }) => id === type)
  const form = kind?.credentials.find(({ secret_type }) => secret_type === secretType)
  assert.ok(form, `${type} ${secretType}`)
  return form
}

test('every kind is published with its forms, those that can be scanned first', async () => {
  const answer = await w.acme.get('/provider-kinds')
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([...answer.ids].toSorted(), [...providerTypes].toSorted())
  assert.equal(answer.ids[0], 'aws')
  const scanned = Object.keys(providers).length
  assert.deepEqual([...answer.ids].slice(0, scanned).toSorted(), Object.keys(providers).toSorted())
  for (const [at, kind] of answer.items.entries()) {
    assert.equal(kind.at('scannable'), at < scanned)
    if (at < scanned) assert.equal(kind.at('instead'), null)
    else assert.match(kind.text('instead'), /other scanners\.$/)
  }
})

test('the policy of least privilege only reads, and says where it fits', async () => {
  const [aws] = await kindsFor('a-tenant')
  const { policy, characters, fits } = aws?.least_privilege ?? {}
  assert.equal(characters, JSON.stringify(policy).length)
  assert.ok(fits === 'managed_policy' || fits === 'inline_policy')
  const { managed_policies: managed = [] } = aws?.least_privilege ?? {}
  for (const one of managed) assert.ok(JSON.stringify(one).length <= 6_144)
  const actionsOf = (one: unknown): readonly string[] =>
    (one as { Statement: { Action: string[] }[] }).Statement.flatMap(({ Action }) => Action)
  assert.deepEqual(managed.flatMap(actionsOf), actionsOf(policy), 'together they are the policy')
  assert.match(JSON.stringify(policy), /"sts:GetCallerIdentity"|"ec2:DescribeRegions"/)
})

for (const { type, secretType, secret, optional = [] } of wholeSecrets) {
  test(`the form of ${type} ${secretType} asks for ${Object.keys(secret).join(', ')}`, async () => {
    const { fields } = await formOf(type, secretType)
    for (const name of Object.keys(secret)) {
      const field = fields.find((one) => one.name === name)
      if (!field) continue // a name of older clients
      if (field.required) assert.ok(!optional.includes(name), name)
    }
    for (const { name, required } of fields) if (required) assert.ok(name in secret, name)
  })
}

test('what is secret is not shown as it is typed, and what is a file has lines', async () => {
  const role = await formOf('aws', 'role')
  const shown = role.fields.filter(({ secret }) => !secret).map(({ name }) => name)
  assert.deepEqual(shown, [
    'role_arn',
    'external_id',
    'role_session_name',
    'session_duration',
    'aws_access_key_id',
  ])
  const [cluster] = (await formOf('kubernetes', 'static')).fields
  assert.equal(cluster?.input, 'document')
  const [key] = (await formOf('gcp', 'service_account')).fields
  assert.equal(key?.input, 'json')
  assert.deepEqual((await formOf('cloudflare', 'static')).notes, [
    'Enter one of these: API token or API key.',
    'API key and API email must be entered together.',
  ])
})

test('a role begins with the id of the tenant as its external id', async () => {
  const { items } = await w.acme.get('/provider-kinds')
  const forms = items[0]?.at('credentials') as ProviderKind['credentials']
  const role = forms.find(({ secret_type }) => secret_type === 'role')
  const external = role?.fields.find(({ name }) => name === 'external_id')
  assert.equal(external?.default, w.acme.tenantId)
})

test('labels are words', () => {
  assert.equal(labelOf('aws_access_key_id'), 'AWS access key id')
  assert.equal(labelOf('github_app_id'), 'GitHub app id')
})
