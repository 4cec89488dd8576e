import { deepEqual, equal, match, throws } from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import { privateKeys } from '../../testing/okta/index.ts'
import { signedToken, signingKey } from './keys.ts'

const pem = (type: 'pkcs8' | 'sec1' | 'pkcs1', key: ReturnType<typeof ec>['privateKey']) =>
  key.export({ type, format: 'pem' }) as string
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })

test('a key is read in the forms that Okta gives and OpenSSL writes', () => {
  for (const text of [privateKeys.pem, privateKeys.pkcs1, privateKeys.jwk, `\n ${privateKeys.pem}`])
    equal(signingKey(text).alg, 'RS256')
  deepEqual([signingKey(privateKeys.jwk).kid, signingKey(privateKeys.pem).kid], ['key-1', null])
  for (const [curve, alg] of [
    ['P-256', 'ES256'],
    ['P-384', 'ES384'],
    ['P-521', 'ES512'],
  ] as const) {
    const { privateKey, publicKey } = ec(curve)
    const key = signingKey(pem('sec1', privateKey))
    equal(key.alg, alg)
    const [head, body, signature = ''] = signedToken(key, {}, { sub: 'a' }).split('.')
    const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    const bytes = Buffer.from(signature, 'base64url')
    equal(verify(`sha${alg.slice(2)}`, Buffer.from(`${head}.${body}`), how, bytes), true)
  }
})

const rsa = (modulusLength: number) =>
  pem('pkcs8', generateKeyPairSync('rsa', { modulusLength }).privateKey)
const jwkOf = (changes: object) => JSON.stringify({ ...JSON.parse(privateKeys.jwk), ...changes })
const encrypted = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'secret',
}) as string

for (const [what, text, says] of [
  ['no key', 'hello', /is not in PEM format .* not a JWK/],
  [
    'a public key',
    ec('P-256').publicKey.export({ type: 'spki', format: 'pem' }) as string,
    /is a public key/,
  ],
  ['an encrypted key', encrypted, /encrypted with a passphrase/],
  ['a short RSA key', rsa(1_024), /RSA key of 1024 bits\. It must have at least 2048/],
  [
    'an Ed25519 key',
    pem('pkcs8', generateKeyPairSync('ed25519').privateKey),
    /must be an RSA key, or an EC key/,
  ],
  ['a curve of bitcoin', pem('pkcs8', ec('secp256k1').privateKey), /P-256, P-384 or P-521/],
  ['a public JWK', jwkOf({ d: undefined }), /not a JWK of a private/],
  ['a symmetric JWK', '{"kty":"oct","k":"c2VjcmV0"}', /not a JWK of a private/],
  ['a list', '{"keys": []}', /not a JWK of a private/],
  ['a text without an end', `-----BEGIN PRIVATE KEY-----${'A'.repeat(10_001)}`, /no END line/],
  ['a key whose numbers do not belong together', jwkOf({ p: 'AQAB', q: 'AQAB' }), /do not match/],
  ['a text that is too long', 'A'.repeat(65_537), /more than 65536 characters/],
] as const) {
  test(`${what} is refused in a sentence that does not repeat it`, () => {
    throws(
      () => signingKey(text),
      ({ code, detail }: { code: string; detail: string }) => {
        equal(code, 'invalid_secret')
        match(detail, says)
        return !detail.includes('PRIVATE') && !detail.includes('AAAA')
      },
    )
  })
}
