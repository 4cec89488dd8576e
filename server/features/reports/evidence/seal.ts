/**
 * A signature over a whole ZIP file, in the comment at its end: what follows all entries may be written last, so the
 * file is signed while it is written, and one byte that differs is one too many.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto'

/** Who signs. */
export interface Signer {
  readonly key: KeyObject
  /** PEM. */
  readonly publicKey: string
  /** SHA-256 of the public key's DER form, in hexadecimal. */
  readonly fingerprint: string
}

/** Before the key itself, in an Ed25519 private key as PKCS #8. Source: RFC 8410, section 7. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key pair of a secret of 32 bytes. */
export function signerOf(secret: Uint8Array): Signer {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8, secret]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key)
  return {
    key,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey),
  }
}

export const fingerprintOf = (publicKey: KeyObject): string =>
  hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex')

const mark = 'plumbline evidence v1 '
const sealPattern = new RegExp(`^${mark}([0-9a-f]{128})$`)
/** Bytes of the comment. */
export const sealBytes = mark.length + 128

/** What is signed: which kind of file it is, and the hash of all bytes before the seal. */
export const signedMessage = (digest: Buffer): Buffer => Buffer.concat([Buffer.from(mark), digest])

/** The signature in the last bytes of a file; undefined if they are not a seal. */
export function signatureIn(end: Buffer): Buffer | undefined {
  const [, hex] = sealPattern.exec(end.toString('latin1')) ?? []
  return hex === undefined ? undefined : Buffer.from(hex, 'hex')
}

/** A ZIP file without a comment, with its seal. */
export async function* sealed(
  file: AsyncIterable<Buffer>,
  { key }: Signer,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let held: Buffer | undefined
  for await (const chunk of file) {
    if (held) {
      digest.update(held)
      yield held
    }
    held = chunk
  }
  if (!held) throw new RangeError('The ZIP file has no end record.')
  held.writeUInt16LE(sealBytes, held.length - 2) // the length of the comment ends the last record
  digest.update(held)
  yield held
  const signature = sign(null, signedMessage(digest.digest()), key)
  yield Buffer.from(mark + signature.toString('hex'))
}
