/** Private keys and certificates in secrets: what is accepted, and where faults are reported. */
import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { pkcs12 } from '@plumbline/scanner/testing/pkcs12'
import type { ProviderType, SecretType } from './names.ts'
import { at, faults } from './testing/faults.ts'
import { ecKey, keyWithCertificate, rsaKey, serviceAccountKey } from './testing/private-keys.ts'
import { readSecret } from './types.ts'

/** Each member that has a private key, with the kind and type of its secret. */
const keyMembers: readonly (readonly [
  ProviderType,
  SecretType,
  string,
  (key: string) => object,
])[] = [
  ['github', 'static', 'github_app_key_content', (key) => ({ github_app_key_content: key })],
  ['github', 'static', 'github_app_key', (key) => ({ github_app_key: key })],
  ['okta', 'static', 'okta_private_key', (key) => ({ okta_private_key: key })],
  ['oraclecloud', 'static', 'key_content', (key) => ({ key_content: key })],
  ['oraclecloud', 'static', 'key_file', (key) => ({ key_file: key })],
  [
    'gcp',
    'service_account',
    'service_account_key/private_key',
    (key) => ({ service_account_key: serviceAccountKey(key) }),
  ],
  [
    'googleworkspace',
    'static',
    'credentials_content',
    (key) => ({ credentials_content: JSON.stringify(serviceAccountKey(key)) }),
  ],
  [
    'm365',
    'static',
    'certificate_content',
    (key) => ({ certificate_content: Buffer.from(key).toString('base64') }),
  ],
]
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const encryptedPem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' = 'pkcs8'): string =>
  key.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' }).toString()
const encryptedAs = (type: 'pkcs1' | 'pkcs8'): string =>
  encryptedPem(createPrivateKey(rsaKey), type)
const encryptedKey = encryptedAs('pkcs8')
const pemOf = ({ privateKey }: { privateKey: KeyObject }): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const otherCurve = pemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }))
const encryptedEcKey = encryptedPem(createPrivateKey(ecKey))
const encryptedJunk =
  '-----BEGIN ENCRYPTED PRIVATE KEY-----\nc2VjcmV0\n-----END ENCRYPTED PRIVATE KEY-----'
const jwk = JSON.stringify(createPrivateKey(rsaKey).export({ format: 'jwk' }))
const certificatePem = keyWithCertificate.slice(keyWithCertificate.indexOf('-----BEGIN CERT'))
/** A PKCS #12 file with the key and the certificate of the examples. */
const certificateFile = (passphrase = ''): Buffer =>
  pkcs12(keyWithCertificate, [certificatePem], passphrase)
const shortKey = pemOf(generateKeyPairSync('rsa', { modulusLength: 1_024 }))

const others: Readonly<Partial<Record<ProviderType, object>>> = {
  github: { github_app_id: 1 },
  okta: { okta_client_id: 'a' },
  oraclecloud: { user: 'a', fingerprint: 'b', tenancy: 'c' },
  googleworkspace: { delegated_user: 'a@example.com' },
  m365: { client_id: 'a', tenant_id: 'b' },
}
for (const [type, secretType, member, secretWith] of keyMembers) {
  test(`a private key is checked when it is stored, and stored as PEM (${type}, ${member})`, () => {
    const secret = (key: string) => ({ ...others[type], ...secretWith(key) })
    const notPem = [
      'this is no key',
      rsaKey.slice(0, 600),
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----',
    ]
    for (const key of notPem) assert.deepEqual(faults(type, secretType, secret(key)), [at(member)])
    const good = type === 'm365' ? keyWithCertificate : rsaKey
    const stored = JSON.stringify(readSecret(type, secretType, secret(good)))
    if (type === 'm365') return
    for (const key of [rsaKey.replaceAll('\n', ' '), rsaKey.replaceAll('\n', '\\n')])
      assert.equal(JSON.stringify(readSecret(type, secretType, secret(key))), stored)
  })
}

const unfitFiles: readonly (readonly [string, Buffer])[] = [
  ['a PKCS #12 file of seven bytes', Buffer.from('30050201033000', 'hex')],
  ['a PKCS #12 header', Buffer.from('30820a0002010330820900', 'hex')],
  ['a PKCS #12 file with a passphrase', certificateFile('word')],
  ['a PKCS #12 file without a key', pkcs12(null, [certificatePem])],
  ['a part of a PKCS #12 file', certificateFile().subarray(0, 1_000)],
]

const unfitGoogleKeys: readonly (readonly [string, object, string])[] = [
  ['a service account key that is too short', { private_key: shortKey }, 'private_key'],
  ['a service account key with an EC key', { private_key: ecKey }, 'private_key'],
  ['a service account key with a JWK', { private_key: jwk }, 'private_key'],
  ['a service account key with an encrypted key', { private_key: encryptedKey }, 'private_key'],
  ['a service account key with junk', { private_key: encryptedJunk }, 'private_key'],
  ['a service account key without its account', { client_email: undefined }, 'client_email'],
  ['a service account key with a name', { client_email: 'audit' }, 'client_email'],
  ['a service account key with a number', { client_email: 7 }, 'client_email'],
  ['a service account key with an empty address', { client_email: '' }, 'client_email'],
]

/** Keys that can be parsed, and that the service rejects. */
const unfit: readonly (readonly [
  says: string,
  ProviderType,
  SecretType,
  secret: object,
  string,
])[] = [
  [
    'an EC key on another curve',
    'okta',
    'static',
    { okta_private_key: otherCurve },
    'okta_private_key',
  ],
  ['a key that is too short', 'okta', 'static', { okta_private_key: shortKey }, 'okta_private_key'],
  ['a key that is too short', 'oraclecloud', 'static', { key_content: shortKey }, 'key_content'],
  ['an EC key', 'oraclecloud', 'static', { key_content: ecKey }, 'key_content'],
  [
    'a text like an encrypted key',
    'oraclecloud',
    'static',
    { key_content: 'DEK-Info: AES' },
    'key_content',
  ],
  [
    'an encrypted key without passphrase',
    'oraclecloud',
    'static',
    { key_content: encryptedKey },
    'pass_phrase',
  ],
  [
    'a key without certificate',
    'm365',
    'static',
    { certificate_content: base64(rsaKey) },
    'certificate_content',
  ],
  [
    'the certificate of another key',
    'm365',
    'static',
    {
      certificate_content: base64(
        rsaKey + keyWithCertificate.slice(keyWithCertificate.indexOf('-----BEGIN CERT')),
      ),
    },
    'certificate_content',
  ],
  [
    'a damaged certificate',
    'm365',
    'static',
    {
      certificate_content: base64(
        keyWithCertificate.replace(/(CERTIFICATE-----\n.{40})[^]{200}/, '$1'),
      ),
    },
    'certificate_content',
  ],
  ...unfitFiles.map(
    ([says, bytes]) =>
      [
        says,
        'm365',
        'static',
        { certificate_content: bytes.toString('base64') },
        'certificate_content',
      ] as const,
  ),
  ...unfitGoogleKeys.flatMap(([says, changes, member]) => {
    const key = { ...serviceAccountKey(rsaKey), ...changes }
    return [
      [
        says,
        'gcp',
        'service_account',
        { service_account_key: key },
        `service_account_key/${member}`,
      ] as const,
      [
        says,
        'googleworkspace',
        'static',
        { credentials_content: JSON.stringify(key) },
        'credentials_content',
      ] as const,
    ]
  }),
  [
    'an encrypted EC key',
    'oraclecloud',
    'static',
    { key_content: encryptedEcKey, pass_phrase: 'word' },
    'key_content',
  ],
  [
    'an encrypted key that is too short',
    'oraclecloud',
    'static',
    { key_file: encryptedPem(createPrivateKey(shortKey)), pass_phrase: 'word' },
    'key_file',
  ],
  [
    'junk that looks like an encrypted key',
    'oraclecloud',
    'static',
    { key_content: encryptedJunk, pass_phrase: 'word' },
    'key_content',
  ],
  [
    'an encrypted key with another passphrase',
    'oraclecloud',
    'static',
    { key_content: encryptedKey, pass_phrase: 'words' },
    'pass_phrase',
  ],
  [
    'a PKCS #1 key with another passphrase',
    'oraclecloud',
    'static',
    { key_file: encryptedAs('pkcs1'), pass_phrase: 'words' },
    'pass_phrase',
  ],
  ['a JWK', 'oraclecloud', 'static', { key_content: jwk }, 'key_content'],
  ['a JWK', 'm365', 'static', { certificate_content: base64(jwk) }, 'certificate_content'],
  [
    'an encrypted key',
    'github',
    'static',
    { github_app_key_content: encryptedKey },
    'github_app_key_content',
  ],
  ['an encrypted key', 'okta', 'static', { okta_private_key: encryptedEcKey }, 'okta_private_key'],
  [
    'an encrypted key with its certificate',
    'm365',
    'static',
    { certificate_content: base64(encryptedKey + certificatePem) },
    'certificate_content',
  ],
  [
    'no type',
    'gcp',
    'service_account',
    { service_account_key: { private_key: rsaKey } },
    'service_account_key/type',
  ],
  [
    'a damaged key of another type',
    'gcp',
    'service_account',
    { service_account_key: { type: 'impersonated_service_account', private_key: 'no key' } },
    'service_account_key/private_key',
  ],
  [
    'a key of an unknown type',
    'gcp',
    'service_account',
    { service_account_key: { ...serviceAccountKey('no key'), type: 'Service_Account' } },
    'service_account_key/type',
  ],
]
for (const [says, type, secretType, secret, member] of unfit)
  test(`${says} is rejected (${type})`, () =>
    assert.deepEqual(faults(type, secretType, { ...others[type], ...secret }), [at(member)]))

test('a certificate may come with a chain of any length that fits', () => {
  const [certificate = ''] = /-----BEGIN CERT[^]*/.exec(keyWithCertificate) ?? []
  const certificate_content = base64(keyWithCertificate + certificate.repeat(30))
  const secret = { ...others.m365, certificate_content }
  assert.deepEqual(readSecret('m365', 'static', secret), secret)
})

test('an encrypted key is stored with line ends, in both formats', () => {
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    const key_content = encryptedAs(type)
    for (const sent of [key_content, key_content.replaceAll('\n', '\\n')]) {
      const secret = { ...others.oraclecloud, key_content: sent, pass_phrase: 'word' }
      const stored = readSecret('oraclecloud', 'static', secret) as { key_content: string }
      const key = createPrivateKey({ key: stored.key_content, passphrase: 'word' })
      assert.equal(key.equals(createPrivateKey(rsaKey)), true)
    }
  }
})

test('a certificate may be PKCS #12 in base64 with line ends', () => {
  const content = certificateFile().toString('base64')
  for (const certificate_content of [
    content,
    content.replace(/^.{8}/, '$&\r\n'),
    `"${content}"`,
    `\uFEFF ${content}\n`,
  ])
    assert.deepEqual(readSecret('m365', 'static', { ...others.m365, certificate_content }), {
      ...others.m365,
      certificate_content: content,
    })
})
