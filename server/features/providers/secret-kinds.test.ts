import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Problem, Problems } from '@plumbline/jsonapi'
import { describeApi } from '../../describe-api.ts'
import { kinds } from './kinds.ts'
import { type ProviderType, providerTypes, type SecretType } from './names.ts'
import { wholeSecrets } from './testing/accounts.ts'
import { readSecret } from './types.ts'
import { at, faults } from './testing/faults.ts'
import { certificateContent, rsaKey } from './testing/private-keys.ts'

for (const { type, secretType, secret, optional = [] } of wholeSecrets) {
  const names = Object.keys(secret)
  test(`${type} takes ${names.join(', ')} as a secret of type ${secretType}`, () => {
    assert.deepEqual(faults(type, secretType, secret), [])
    for (const name of names) {
      const { [name]: _omitted, ...less } = secret
      const isOptional = optional.includes(name)
      const found = faults(type, secretType, less)
      if (isOptional) assert.deepEqual(found, [], `without ${name}`)
      else assert.equal(found.length, 1, `without ${name}`)
      for (const wrong of [null, true, [[]], '', '\u0000', { '\u0000': 0 }])
        assert.deepEqual(
          faults(type, secretType, { ...secret, [name]: wrong }).map((pointer) =>
            pointer.split('/').slice(0, 5).join('/'),
          ),
          [at(name)],
          `${name} is ${JSON.stringify(wrong)}`,
        )
    }
    assert.deepEqual(faults(type, secretType, { ...secret, unheard_of: 'x' }), [at('unheard_of')])
    for (const wrong of [null, 'text', 7, []])
      assert.deepEqual(faults(type, secretType, wrong), ['/data/attributes/secret'])
  })
}

test('every documented form of a secret has an example here', () => {
  for (const type of providerTypes) {
    for (const secretType of Object.keys(kinds[type].secrets))
      assert.ok(
        wholeSecrets.some((one) => one.type === type && one.secretType === secretType),
        `${type} ${secretType}`,
      )
  }
})

test('the OpenAPI document has every form, with the names that older clients send', async () => {
  const text = JSON.stringify(await describeApi())
  for (const { secrets } of Object.values(kinds)) {
    for (const { schema } of Object.values(secrets))
      assert.ok(text.includes(JSON.stringify(schema)), String(schema['title']))
  }
  for (const name of ['region', 'github_app_key', 'clouds_yaml_cloud', 'okta_scopes'])
    assert.ok(text.includes(`"${name}":{`), name)
})

test('reports a secret type that the provider does not accept at secret_type', () => {
  const types: readonly SecretType[] = ['static', 'role', 'service_account']
  for (const type of providerTypes) {
    for (const secretType of types.filter((one) => !(one in kinds[type].secrets)))
      assert.deepEqual(faults(type, secretType, {}), ['/data/attributes/secret_type'])
  }
})

const ways: readonly [
  says: string,
  type: ProviderType,
  secret: Readonly<Record<string, unknown>>,
  wrong: readonly string[],
][] = [
  [
    'a client secret and a certificate are one too many',
    'm365',
    {
      client_id: 'a',
      tenant_id: 'b',
      client_secret: 'c',
      certificate_content: certificateContent,
    },
    [at('certificate_content')],
  ],
  [
    'neither a client secret nor a certificate is one too few',
    'm365',
    { client_id: 'a', tenant_id: 'b' },
    [at('client_secret')],
  ],
  [
    'a certificate that is no base64 is refused',
    'm365',
    { client_id: 'a', tenant_id: 'b', certificate_content: '-----BEGIN' },
    [at('certificate_content')],
  ],
  ['an API key needs its email address', 'cloudflare', { api_key: 'a' }, [at('api_email')]],
  [
    'a token and a key are one too many',
    'cloudflare',
    { api_token: 'a', api_key: 'b', api_email: 'c@example.com' },
    [at('api_key')],
  ],
  ['nothing at all is no token', 'cloudflare', {}, [at('api_token')]],
  [
    'a registry’s name needs its password',
    'image',
    { registry_username: 'a' },
    [at('registry_password')],
  ],
  ['a public registry needs nothing', 'image', {}, []],
  ['a public repository’s account needs nothing', 'github', {}, []],
  ['an app needs its key', 'github', { github_app_id: 1 }, [at('github_app_key_content')]],
  ['an app needs its id', 'github', { github_app_key: rsaKey }, [at('github_app_id')]],
  [
    'a key under both of its names is one too many',
    'github',
    { github_app_id: 1, github_app_key: 'k', github_app_key_content: 'k' },
    [at('github_app_key')],
  ],
  [
    'a key is needed, as a file or as content',
    'oraclecloud',
    { user: 'a', fingerprint: 'b', tenancy: 'c' },
    [at('key_file')],
  ],
  [
    'a key of Google that runs a program is refused',
    'googleworkspace',
    {
      credentials_content: '{"credential_source":{"executable":{"command":"id"}}}',
      delegated_user: 'a@example.com',
    },
    [at('credentials_content')],
  ],
  [
    'a key of Google that is no JSON is refused',
    'googleworkspace',
    { credentials_content: 'key', delegated_user: 'a@example.com' },
    [at('credentials_content')],
  ],
  [
    'clouds.yaml that is a list is refused',
    'openstack',
    { clouds_yaml_content: '[1]', clouds_yaml_cloud: 'one' },
    [at('clouds_yaml_content')],
  ],
]
for (const [says, type, secret, wrong] of ways) {
  test(`${says} (${type})`, () => assert.deepEqual(faults(type, 'static', secret), wrong))
}

test('a key of Google that asks another host for its token is refused, however deep it says so', () => {
  const sources = ['executable', 'file', 'url', 'certificate', 'environment_id']
  for (const key of [
    ...sources.map((source) => ({
      type: 'external_account',
      credential_source: { [source]: 'x' },
    })),
    { type: 'authorized_user', token_uri: 'http://169.254.169.254/x' },
    { type: 'authorized_user', token_uri: 'https://oauth2.googleapis.com.example.com/token' },
    { type: 'authorized_user', token_url: 'https://oauth2.googleapis.com:8443/token' },
    {
      type: 'impersonated_service_account',
      service_account_impersonation_url: 'https://example.com',
    },
    { type: 'authorized_user', token_uri: ['https://oauth2.googleapis.com/token'] },
  ]) {
    for (const service_account_key of [key, { source_credentials: key }, { list: [key] }])
      assert.deepEqual(faults('gcp', 'service_account', { service_account_key }), [
        at('service_account_key'),
      ])
  }
})

test('the region that older clients send for Oracle Cloud is taken and not stored', () => {
  const secret = { user: 'a', fingerprint: 'b', tenancy: 'c', key_content: rsaKey }
  for (const region of ['eu-frankfurt-1', '', 7, null])
    assert.deepEqual(readSecret('oraclecloud', 'static', { ...secret, region }), secret)
  assert.deepEqual(
    faults('alibabacloud', 'static', { region: 'x', access_key_id: 'a', access_key_secret: 'b' }),
    [at('region')],
  )
})

test('the key of a GitHub app is stored under one name, and its id as a number', () => {
  const read = { github_app_id: 12, github_app_key_content: rsaKey }
  const sent = { github_app_id: '12', github_app_key: rsaKey }
  assert.deepEqual(readSecret('github', 'static', sent), read)
  for (const github_app_id of ['0', '-1', '1.5', '1e3', ' 1', 0, 1.5, '99999999999'])
    assert.deepEqual(faults('github', 'static', { ...sent, github_app_id }), [at('github_app_id')])
})

test('spaces and line ends around tokens and keys are removed, and line ends within them are rejected', () => {
  const tokens: readonly (readonly [ProviderType, string, object])[] = [
    ['github', 'personal_access_token', {}],
    ['github', 'oauth_app_token', {}],
    ['vercel', 'api_token', {}],
    ['cloudflare', 'api_token', {}],
    ['aws', 'aws_secret_access_key', { aws_access_key_id: 'a' }],
    ['aws', 'aws_access_key_id', { aws_secret_access_key: 'a' }],
    ['azure', 'client_secret', { client_id: 'a', tenant_id: 'b' }],
    ['gcp', 'refresh_token', { client_id: 'a', client_secret: 'b' }],
  ]
  for (const [type, name, rest] of tokens) {
    const read = readSecret(type, 'static', { ...rest, [name]: ' \tabc\r\n' })
    assert.deepEqual(read, { ...rest, [name]: 'abc' })
    const isToken = name.endsWith('token')
    for (const value of ['a\nb', 'p\u00e4ss', '\u201cabc\u201d', ' ', ...(isToken ? ['a b'] : [])])
      assert.deepEqual(faults(type, 'static', { ...rest, [name]: value }), [at(name)], value)
  }
})

test('passwords of users are stored as they are written', () => {
  const passwords: readonly (readonly [ProviderType, string, object])[] = [
    ['image', 'registry_password', { registry_username: 'a' }],
    ['m365', 'password', { client_id: 'a', tenant_id: 'b', client_secret: 'c' }],
    [
      'oraclecloud',
      'pass_phrase',
      { user: 'a', fingerprint: 'b', tenancy: 'c', key_content: rsaKey },
    ],
  ]
  for (const [type, name, rest] of passwords)
    for (const value of [
      ' a ',
      '"a"',
      "'a'",
      'a b',
      'p\u00e4ss',
      '\\n',
      '{"a":1}',
      'a'.repeat(200),
    ])
      assert.deepEqual(readSecret(type, 'static', { ...rest, [name]: value }), {
        ...rest,
        [name]: value,
      })
})

test('a registry takes a password and its name together, or a token', () => {
  for (const secret of [
    { registry_username: 'a', registry_password: 'b' },
    { registry_token: 'a' },
    { registry_token: 'a', registry_username: 'b' },
  ])
    assert.deepEqual(readSecret('image', 'static', secret), secret)
  assert.deepEqual(faults('image', 'static', { registry_password: 'a' }), [at('registry_username')])
  for (const registry_password of ['', '\u0000', 'a'.repeat(65_537), 7])
    assert.deepEqual(faults('image', 'static', { registry_username: 'a', registry_password }), [
      at('registry_password'),
    ])
})

test('no fault repeats what a secret holds', () => {
  const canary = 'cAnArY-secret'
  for (const { type, secretType, secret } of wholeSecrets) {
    for (const name of Object.keys(secret)) {
      for (const value of [[canary], { [`${canary}`]: 1 }, `${canary}: [`, `${canary}\u0000`]) {
        try {
          readSecret(type, secretType, { ...secret, [name]: value })
        } catch (error) {
          const problems = error instanceof Problems ? error.problems : [error as Problem]
          for (const { detail } of problems) assert.ok(!detail.includes(canary), detail)
        }
      }
    }
  }
})
