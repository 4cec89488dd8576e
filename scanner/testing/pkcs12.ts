/** PKCS #12 files for tests (RFC 7292). */
import { createHash, createHmac, createPrivateKey, X509Certificate } from 'node:crypto'
import { der, sequence } from './certificates.ts'

const oids = {
  data: '2a864886f70d010701',
  keyBag: '2a864886f70d010c0a0101',
  certificateBag: '2a864886f70d010c0a0103',
  x509: '2a864886f70d01091601',
  sha256: '608648016503040201',
}
const oid = (name: keyof typeof oids): Buffer => der(0x06, Buffer.from(oids[name], 'hex'))
const octets = (bytes: Buffer): Buffer => der(0x04, bytes)
const explicit = (bytes: Buffer): Buffer => der(0xa0, bytes)
const contentOf = (bytes: Buffer): Buffer => sequence(oid('data'), explicit(octets(bytes)))
const blockBytes = 64

function macKey(passphrase: string, salt: Buffer, iterations: number): Buffer {
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16()
  const repeated = (bytes: Buffer) =>
    Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes, bytes)
  const first = [Buffer.alloc(blockBytes, 3), repeated(salt), repeated(password)]
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  let key = digest(Buffer.concat(first))
  for (let n = 1; n < iterations; n += 1) key = digest(key)
  return key
}

/** An unencrypted key, if given, and certificates in PEM, with a MAC by a passphrase; without it for 0 iterations. */
export function pkcs12(
  key: string | null,
  certificates: readonly string[],
  passphrase = '',
  iterations = 1,
): Buffer {
  const keyBag =
    key === null
      ? []
      : [
          sequence(
            oid('keyBag'),
            explicit(createPrivateKey(key).export({ type: 'pkcs8', format: 'der' })),
          ),
        ]
  const certificateBags = certificates.map((pem) =>
    sequence(
      oid('certificateBag'),
      explicit(sequence(oid('x509'), explicit(octets(new X509Certificate(pem).raw)))),
    ),
  )
  const content = sequence(contentOf(sequence(...keyBag, ...certificateBags)))
  const salt = Buffer.from('saltsalt')
  const mac = createHmac('sha256', macKey(passphrase, salt, iterations))
    .update(content)
    .digest()
  // A positive number has no more bytes than it needs.
  const hex = iterations.toString(16)
  const count = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  const digestInfo = sequence(sequence(oid('sha256'), der(0x05)), octets(mac))
  const macData = sequence(
    digestInfo,
    octets(salt),
    der(0x02, (count[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), count]) : count),
  )
  return sequence(
    der(0x02, Buffer.from([3])),
    contentOf(content),
    ...(iterations === 0 ? [] : [macData]),
  )
}
