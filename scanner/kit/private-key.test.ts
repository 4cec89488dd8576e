import { equal, match, throws } from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { BadPrivateKey, readPrivateKey } from './private-key.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): string =>
  key.export({ type, format: 'pem' } as never).toString()
const pkcs8 = pem(rsa.privateKey, 'pkcs8')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const inLines = (text: string): string => text.match(/.{1,76}/g)?.join('\n') ?? ''

const trusted = (body: string): string =>
  `-----BEGIN TRUSTED CERTIFICATE-----\n${body}\n-----END TRUSTED CERTIFICATE-----\n`

/** What stores, forms and environment variables make of a key. */
const shapes: readonly (readonly [string, (key: string) => string])[] = [
  ['as written', (key) => key],
  ['on one line', (key) => key.trim().replaceAll('\n', ' ')],
  ['on one line without spaces', (key) => key.replaceAll('\n', '')],
  ['with escaped line ends', (key) => key.replaceAll('\n', '\\n')],
  ['with line ends that were escaped twice', (key) => key.replaceAll('\n', '\\\\n')],
  ['with escaped line ends of Windows', (key) => key.replaceAll('\n', '\\r\\n')],
  ['with line ends of Windows', (key) => key.replaceAll('\n', '\r\n')],
  ['with line ends of old Macs', (key) => key.replaceAll('\n', '\r')],
  ['with empty lines', (key) => key.replaceAll('\n', '\n\n')],
  ['with tabs', (key) => key.replaceAll('\n', '\n\t\t')],
  ['indented as in YAML', (key) => key.replaceAll('\n', '\n      ')],
  ['in double quotes', (key) => `"${key.replaceAll('\n', '\\n')}"`],
  ['in single quotes', (key) => `'${key}'`],
  ['as a string of JSON', (key) => JSON.stringify(key)],
  ['with a byte order mark', (key) => `\uFEFF${key}`],
  ['with spaces around it', (key) => `  \n${key}\n\n `],
  ['in base64', (key) => base64(key)],
  ['in base64 with line ends', (key) => inLines(base64(key))],
  ['in base64 after one line', (key) => base64(key.replaceAll('\n', '\\n'))],
  ['after other text', (key) => `Bag Attributes\n    localKeyID: 01\n${key}`],
  [
    'with comments around it',
    (key) => `# Proc-Type: 4,ENCRYPTED\n${key}\n# DEK-Info: AES-256-CBC,00`,
  ],
  ['beside a certificate with its uses', (key) => `${trusted('AAAA')}${key}${trusted('BBBB')}`],
  [
    'after the parameters of its curve',
    (key) => `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${key}`,
  ],
  [
    'after its certificate',
    (key) => `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${key}`,
  ],
]
for (const [what, shape] of shapes) {
  test(`reads a key ${what}`, () => {
    for (const written of [pkcs8, pem(rsa.privateKey, 'pkcs1')]) {
      const read = readPrivateKey(shape(written))
      equal(read.key.equals(rsa.privateKey), true)
      equal(read.text, written)
    }
    for (const written of [pem(ec.privateKey, 'pkcs8'), pem(ec.privateKey, 'sec1')])
      equal(readPrivateKey(shape(written)).key.equals(ec.privateKey), true)
  })
}

const passphrase = { cipher: 'aes-256-cbc', passphrase: 'word' } as const
const encryptedPem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1', cipher: string): string =>
  key.export({ type, format: 'pem', ...passphrase, cipher } as never).toString()
/** Encrypted keys in each format and with each cipher that OpenSSL and Node can write. */
const encryptedKeys: readonly (readonly [string, KeyObject, string])[] = [
  'aes-256-cbc',
  'aes-192-cbc',
  'aes-128-cbc',
  'des-ede3-cbc',
].flatMap((cipher) => [
  [`PKCS #8, ${cipher}`, rsa.privateKey, encryptedPem(rsa.privateKey, 'pkcs8', cipher)] as const,
  [`PKCS #1, ${cipher}`, rsa.privateKey, encryptedPem(rsa.privateKey, 'pkcs1', cipher)] as const,
  [`SEC 1, ${cipher}`, ec.privateKey, encryptedPem(ec.privateKey, 'sec1', cipher)] as const,
])
for (const [format, key, written] of encryptedKeys) {
  test(`decrypts a key in every shape (${format})`, () => {
    for (const [what, shape] of shapes) {
      const read = readPrivateKey(shape(written), 'word')
      equal(read.key.equals(key), true, what)
      equal(read.text, written, what)
      equal(createPrivateKey({ key: read.text, passphrase: 'word' }).equals(key), true, what)
    }
    for (const wrong of ['', 'words', 'Word', '\u0000'])
      throws(
        () => readPrivateKey(written, wrong),
        (error) => error instanceof BadPrivateKey && error.isPassphraseWrong,
      )
    throws(
      () => readPrivateKey(written),
      (error) => error instanceof BadPrivateKey && error.encryptedText === written,
    )
  })
}

/** An encrypted PKCS #8 key with one field of its DER replaced. */
const bent = (search: string, replacement: string): string => {
  const der = rsa.privateKey.export({ type: 'pkcs8', format: 'der', ...passphrase })
  const hex = der.toString('hex')
  equal(hex.includes(search), true, 'the field to replace')
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${Buffer.from(
    hex.replace(search, replacement),
    'hex',
  ).toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`
}
const unusable: readonly (readonly [string, string, RegExp])[] = [
  [
    'junk that looks encrypted',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nc2VjcmV0\n-----END ENCRYPTED PRIVATE KEY-----',
    /is damaged or cut off/,
  ],
  ['another key derivation', bent('2a864886f70d01050c', '2b06010401da47040b'), /unsupported/],
  ['another scheme', bent('2a864886f70d01050d', '2a864886f70d010503'), /unsupported/],
  ['another cipher', bent('60864801650304012a', '60864801650304012e'), /unsupported/],
  [
    'a PKCS #1 key with another cipher',
    encryptedPem(rsa.privateKey, 'pkcs1', 'aes-256-cbc').replace('AES-256-CBC', 'RC2-40-CBC'),
    /unsupported/,
  ],
  [
    'a PKCS #1 key without its middle',
    encryptedPem(rsa.privateKey, 'pkcs1', 'aes-256-cbc').replace(/\n[^\n]{64}\n/, '\nAAAA\n'),
    /is damaged or cut off/,
  ],
]
for (const [what, written, says] of unusable) {
  test(`rejects an encrypted key with ${what}`, () =>
    throws(() => readPrivateKey(written, 'word'), says))
}

test('a key is not decrypted with more than 100,000 iterations', () => {
  const der = rsa.privateKey.export({ type: 'pkcs8', format: 'der', ...passphrase })
  const hex = der.toString('hex')
  // The salt gives two of its bytes to the number, so all lengths stay.
  const [found = '', tag = '', salt = ''] = /(0408|0410)([0-9a-f]{16,32})02020800/.exec(hex) ?? []
  const length = salt.length / 2 - 2
  const changed = `04${length.toString(16).padStart(2, '0')}${salt.slice(4)}0204${'7fffffff'}`
  equal(tag !== '' && changed.length === found.length, true)
  const pemText = `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${Buffer.from(
    hex.replace(found, changed),
    'hex',
  ).toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`
  for (const phrase of [undefined, 'word'])
    throws(() => readPrivateKey(pemText, phrase), /2147483647 iterations, and the limit is 100000/)
})

test('reads a JWK, also in base64 and quotes', () => {
  const jwk = JSON.stringify({ ...ec.privateKey.export({ format: 'jwk' }), kid: 'a' })
  for (const written of [jwk, ` ${jwk}\n`, `'${jwk}'`, base64(jwk)]) {
    const { key, kid, text } = readPrivateKey(written)
    equal(key.equals(ec.privateKey), true)
    equal(kid, 'a')
    equal(text, jwk)
  }
})

const openssh = `-----BEGIN OPENSSH PRIVATE KEY-----\n${base64('openssh-key-v1\0none')}\n-----END OPENSSH PRIVATE KEY-----`
/** Two numbers that fit, of two keys. */
const mixed = JSON.stringify({
  ...rsa.privateKey.export({ format: 'jwk' }),
  d: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }).d,
  dp: 'AQAB',
})
/** SEC 1 with the numbers of a field in place of the name of a curve. */
const explicit = `-----BEGIN EC PRIVATE KEY-----\n${Buffer.from(
  `30${'2e'}02010104${'20'}${'11'.repeat(32)}a007${'3005020101'}0201`,
  'hex',
).toString('base64')}\n-----END EC PRIVATE KEY-----`
const refusals: readonly (readonly [string, string, RegExp])[] = [
  ['nothing', '', /is not in PEM format/],
  ['another text', 'this is no key', /is not in PEM format/],
  ['a token', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', /is not in PEM format/],
  ['base64 of another text', base64('this is no key'), /is not in PEM format/],
  ['a path', '/etc/keys/app.pem', /is not in PEM format/],
  ['a key without its end', pkcs8.slice(0, 900), /no END line/],
  ['a key without its middle', pkcs8.slice(0, 300) + pkcs8.slice(700), /damaged or cut off/],
  ['a key with another character', pkcs8.replace(/^MII/m, 'MÜI'), /is not in PEM format/],
  [
    'a key with a passphrase',
    rsa.privateKey.export({ type: 'pkcs8', format: 'pem', ...passphrase }).toString(),
    /with a passphrase/,
  ],
  [
    'a PKCS #1 key with a passphrase',
    rsa.privateKey.export({ type: 'pkcs1', format: 'pem', ...passphrase }).toString(),
    /with a passphrase/,
  ],
  ['a JWK with numbers of two keys', mixed, /do not match/],
  ['a curve by its numbers', explicit, /with a named curve/],
  ['a header without a key', 'DEK-Info: AES-256-CBC,00', /is not in PEM format/],
  ['a key of OpenSSH', openssh, /ssh-keygen/],
  [
    'a public key',
    rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /is a public key/,
  ],
  [
    'a certificate',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    /is a certificate/,
  ],
  [
    'a public JWK',
    JSON.stringify(ec.publicKey.export({ format: 'jwk' })),
    /not a JWK of a private/,
  ],
]
for (const [what, written, says] of refusals) {
  test(`rejects ${what}`, () =>
    throws(
      () => readPrivateKey(written),
      (error) => {
        equal(error instanceof BadPrivateKey, true)
        match((error as Error).message, says)
        return written.length < 60 || !(error as Error).message.includes(written.slice(28, 48))
      },
    ))
}

test('texts that are long or repeat parts of the format cost little', () => {
  const before = process.threadCpuUsage()
  for (const part of [
    '\\',
    '-',
    '-- ',
    '-----BEGIN A',
    '"',
    'A ',
    ' ',
    '-----BEGIN PRIVATE KEY-----',
    '{',
  ])
    throws(() => readPrivateKey(part.repeat(60_000 / part.length)), BadPrivateKey)
  const { user, system } = process.threadCpuUsage(before)
  equal((user + system) / 1_000 < 2_000, true)
})
