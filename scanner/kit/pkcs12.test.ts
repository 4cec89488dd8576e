import { equal, throws } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { der, makeSigner, sequence } from '../testing/certificates.ts'
import { pkcs12 } from '../testing/pkcs12.ts'
import { pkcs12Fault } from './pkcs12.ts'
import { pemOf } from './pem.ts'

const { privateKey, certificate } = makeSigner(2_048, 'app.example')
const pem = pemOf('CERTIFICATE', certificate)
const file = pkcs12(privateKey, [pem])
const otherPem = pemOf('CERTIFICATE', makeSigner(2_048, 'ca.example').certificate)
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

test('OpenSSL opens the files of these tests', () => {
  createSecureContext({ pfx: file, passphrase: '' })
  createSecureContext({ pfx: pkcs12(privateKey, [pem], 'word'), passphrase: 'word' })
  createSecureContext({ pfx: pkcs12(privateKey, [pem], '', 0), passphrase: '' })
  createSecureContext({ pfx: pkcs12(privateKey, [pem], '', 50_000), passphrase: '' })
  throws(() => createSecureContext({ pfx: pkcs12(privateKey, []), passphrase: '' }), /certificate/)
})

/** The same bytes with indefinite lengths, as older tools write them. */
const indefinite = (bytes: Buffer): Buffer => {
  const start = (bytes[1] ?? 0) < 0x80 ? 2 : 2 + ((bytes[1] ?? 0) & 0x7f)
  return Buffer.concat([
    bytes.subarray(0, 1),
    Buffer.from([0x80]),
    bytes.subarray(start),
    Buffer.alloc(2),
  ])
}

/** A value whose content is nested as often as fits. */
function nested(tag: number): Buffer {
  let value: Buffer = Buffer.alloc(0)
  for (let n = 0; n < 5_000; n += 1) value = der(tag, value)
  return value
}
const around = (content: Buffer): Buffer =>
  sequence(
    der(0x02, Buffer.from([3])),
    sequence(der(0x06, Buffer.from('2a864886f70d010701', 'hex')), der(0xa0, content)),
  )

const damaged = 'is damaged or cut off'
const files: readonly (readonly [string, Buffer, string | null])[] = [
  ['a key and its certificate', file, null],
  ['indefinite lengths', indefinite(file), null],
  [
    'a passphrase',
    pkcs12(privateKey, [pem], 'word'),
    'has a passphrase; export it with an empty passphrase',
  ],
  ['no certificate', pkcs12(privateKey, []), 'contains no certificate'],
  [
    'the certificate of another key',
    pkcs12(privateKey, [otherPem]),
    'contains no certificate of its private key',
  ],
  ['the certificate of an authority first', pkcs12(privateKey, [otherPem, pem]), null],
  ['an EC key', pkcs12(ecKey, [pem]), 'must have an RSA private key'],
  ['a key and no MAC', pkcs12(privateKey, [pem], '', 0), null],
  ['an EC key and no MAC', pkcs12(ecKey, [pem], '', 0), 'must have an RSA private key'],
  ['50,000 iterations', pkcs12(privateKey, [pem], '', 50_000), null],
  [
    '50,000 iterations and a passphrase',
    pkcs12(privateKey, [pem], 'word', 50_000),
    'has a passphrase; export it with an empty passphrase',
  ],
  [
    '100,001 iterations',
    pkcs12(privateKey, [pem], '', 100_001),
    'has a password check of 100001 iterations, and the limit is 100000; export it with fewer',
  ],
  ['a certificate alone', pkcs12(null, [pem]), 'contains no private key'],
  ['nothing', Buffer.alloc(0), damaged],
  ['seven bytes', Buffer.from('30050201033000', 'hex'), damaged],
  ['a header alone', Buffer.from('30820a0002010330820900', 'hex'), damaged],
  ['a part of a file', file.subarray(0, 900), damaged],
  ['a file and more', Buffer.concat([file, Buffer.from('x')]), damaged],
  [
    'another version',
    Buffer.from(file.toString('hex').replace('020103', '020102'), 'hex'),
    damaged,
  ],
  ['a certificate in DER', Buffer.from(certificate, 'base64'), damaged],
  ['nested sequences', around(nested(0x30)), damaged],
  ['nested pieces', around(nested(0x24)), damaged],
  ['nested indefinite lengths', Buffer.alloc(60_000, '3080', 'hex'), damaged],
]
for (const [what, bytes, fault] of files)
  test(`a PKCS #12 file with ${what}: ${fault ?? 'is accepted'}`, () =>
    equal(pkcs12Fault(bytes), fault))

test('every change of a byte of the contents is found by the digest', () => {
  for (let at = 40; at < 240; at += 20) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ 1
    equal(pkcs12Fault(changed) === null, false, `byte ${at}`)
  }
})
