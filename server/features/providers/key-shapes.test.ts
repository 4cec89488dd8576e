/** What stores, forms and environment variables make of good keys, for each kind of secret. */
import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { test } from 'node:test'
import { makeSigner } from '@plumbline/scanner/testing/certificates'
import type { ProviderType, SecretType } from './names.ts'
import {
  certificateContent,
  ecKey,
  keyWithCertificate,
  rsaKey,
  serviceAccountKey,
} from './testing/private-keys.ts'
import { readSecret } from './types.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

type Shape = (text: string) => string
const textShapes: Readonly<Record<string, Shape>> = {
  'as written': (text) => text,
  'spaces around it': (text) => ` \n${text}\n `,
  'a byte order mark': (text) => `\uFEFF${text}`,
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'single quotes': (text) => `'${text}'`,
  'double quotes': (text) => `"${text}"`,
}
const pemShapes: Readonly<Record<string, Shape>> = {
  ...textShapes,
  'one line with spaces': (text) => text.trim().replaceAll('\n', ' '),
  'one line without spaces': (text) => text.replaceAll('\n', ''),
  'escaped line ends': (text) => text.replaceAll('\n', '\\n'),
  'escaped line ends of Windows': (text) => text.replaceAll('\n', '\\r\\n'),
  'indentation of YAML': (text) => text.replaceAll('\n', '\n    '),
  tabs: (text) => text.replaceAll('\n', '\n\t'),
  'empty lines': (text) => text.replaceAll('\n', '\n\n'),
  'a string of JSON': (text) => JSON.stringify(text),
  base64,
  'base64 in lines': (text) => base64(text).replaceAll(/.{76}/g, '$&\n'),
}
const jsonShapes: Readonly<Record<string, Shape>> = {
  ...textShapes,
  'one line': (text) => text.replaceAll(/\n\s*/g, ' '),
  'line ends in its strings': (text) => text.replaceAll('\\n', '\n'),
  'line ends in its strings, in quotes': (text) => `'${text.replaceAll('\\n', '\n')}'`,
  'a string of JSON': (text) => JSON.stringify(text),
  'escaped quotes': (text) => JSON.stringify(text).slice(1, -1),
  base64,
  'base64 in lines': (text) => base64(text).replaceAll(/.{76}/g, '$&\n'),
}
const tokenShapes: Readonly<Record<string, Shape>> = {
  ...textShapes,
  'a line end': (text) => `${text}\r\n`,
  'quotes and a line end': (text) => `"${text}"\n`,
}

const encrypted = (key: string, type: 'pkcs1' | 'pkcs8'): string =>
  createPrivateKey(key)
    .export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' })
    .toString()
const pkcs1 = createPrivateKey(rsaKey).export({ type: 'pkcs1', format: 'pem' }).toString()
const sec1 = createPrivateKey(ecKey).export({ type: 'sec1', format: 'pem' }).toString()
const googleText = JSON.stringify(serviceAccountKey(rsaKey), null, 2)
const storedGoogleText = JSON.stringify(serviceAccountKey(rsaKey))
const [ownCertificate = ''] = /-----BEGIN CERT[^]*/.exec(keyWithCertificate) ?? []
const ownKey = keyWithCertificate.slice(0, -ownCertificate.length)
/** The certificate of another key, as an authority in a bundle has. */
const otherCertificate = `-----BEGIN CERTIFICATE-----\n${makeSigner(2_048, 'ca.example').certificate.replaceAll(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

const kinds: readonly {
  readonly says: string
  readonly type: ProviderType
  readonly secretType?: SecretType
  readonly good: string
  readonly shapes: Readonly<Record<string, Shape>>
  readonly secret: (sent: string) => object
  /** What is stored of it; as sent, if absent. */
  readonly stored?: string
}[] = [
  ...[rsaKey, pkcs1].map((good) => ({
    says: 'the key of a GitHub app',
    type: 'github' as const,
    good,
    shapes: pemShapes,
    secret: (sent: string) => ({ github_app_id: 1, github_app_key_content: sent }),
  })),
  ...[rsaKey, pkcs1, ecKey, sec1].map((good) => ({
    says: 'the key of an Okta app',
    type: 'okta' as const,
    good,
    shapes: pemShapes,
    secret: (sent: string) => ({ okta_client_id: 'a', okta_private_key: sent }),
  })),
  ...[rsaKey, pkcs1, encrypted(rsaKey, 'pkcs8'), encrypted(rsaKey, 'pkcs1')].flatMap((good) =>
    ['key_file', 'key_content'].map((member) => ({
      says: `the ${member} of Oracle Cloud`,
      type: 'oraclecloud' as const,
      good,
      shapes: pemShapes,
      secret: (sent: string) => ({
        user: 'a',
        fingerprint: 'b',
        tenancy: 'c',
        [member]: sent,
        pass_phrase: 'word',
      }),
    })),
  ),
  {
    says: 'the private key in a service account key',
    type: 'gcp',
    secretType: 'service_account',
    good: rsaKey,
    shapes: pemShapes,
    secret: (sent) => ({ service_account_key: serviceAccountKey(sent) }),
  },
  {
    says: 'a service account key as text',
    type: 'googleworkspace',
    good: googleText,
    shapes: jsonShapes,
    secret: (sent) => ({ credentials_content: sent, delegated_user: 'a@example.com' }),
    stored: storedGoogleText,
  },
  ...[
    keyWithCertificate,
    ownCertificate + ownKey,
    `${ownKey}${ownCertificate}Bag Attributes\n    localKeyID: 01\n`,
  ].map((good) => ({
    says: 'a key with its certificate',
    type: 'm365' as const,
    good,
    shapes: pemShapes,
    secret: (sent: string) => ({ client_id: 'a', tenant_id: 'b', certificate_content: sent }),
    stored: certificateContent,
  })),
  ...[ownKey + otherCertificate + ownCertificate, otherCertificate + ownCertificate + ownKey].map(
    (good) => ({
      says: 'a key with a bundle whose first certificate is another',
      type: 'm365' as const,
      good,
      shapes: pemShapes,
      secret: (sent: string) => ({ client_id: 'a', tenant_id: 'b', certificate_content: sent }),
      stored: base64(ownKey + ownCertificate + otherCertificate),
    }),
  ),
  {
    says: 'a token',
    type: 'github',
    good: 'ghp_abc',
    shapes: tokenShapes,
    secret: (sent) => ({ personal_access_token: sent }),
  },
  {
    says: 'an access key',
    type: 'aws',
    good: 'abc/def+',
    shapes: tokenShapes,
    secret: (sent) => ({ aws_access_key_id: sent, aws_secret_access_key: 'b' }),
  },
]
for (const [
  at,
  { says, type, secretType = 'static', good, shapes, secret, stored },
] of kinds.entries())
  test(`${says} is stored in one form, in whatever shape it comes (${type}, ${at})`, () => {
    for (const [shape, write] of Object.entries(shapes))
      assert.deepEqual(
        readSecret(type, secretType, secret(write(good))),
        secret(stored ?? good),
        shape,
      )
  })
