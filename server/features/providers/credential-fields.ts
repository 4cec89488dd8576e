/** Members of secrets whose form can be checked before they are used. */
import { X509Certificate } from 'node:crypto'
import { type Field, failed, text } from '@plumbline/jsonapi'
import { BadPrivateKey, type PrivateKey, readPrivateKey } from '@plumbline/scanner/kit'
import { fileText, hidden, rebuilt, Refusal } from './secret-shape.ts'

/** Trimmed text that matches a pattern. Spaces and line ends around a key come from files and forms. */
function trimmed(max: number, pattern: RegExp, rule: string): Field<string> {
  const inner = text({ min: 1, max })
  return {
    ...inner,
    read(value, fault) {
      const read = inner.read(value, fault)
      if (read === failed) return failed
      return pattern.test(read.trim()) ? read.trim() : fault(rule, 'invalid')
    },
  }
}

/** The name or the secret of a key, on one line. */
export const credential = (max: number): Field<string> =>
  trimmed(max, /^[\x20-\x7e]+$/, 'Must be one line of ASCII characters.')

/** A token that is sent in a header. It is hidden in forms. */
export const token = hidden(
  trimmed(
    65_536,
    /^[\x21-\x7e]+$/,
    'Must contain only letters, digits and ASCII symbols, without spaces and line ends.',
  ),
)

/** Reads a private key. Throws Refusal. */
export function keyIn(written: string): PrivateKey {
  try {
    return readPrivateKey(written)
  } catch (error) {
    if (!(error instanceof BadPrivateKey)) throw error
    throw new Refusal(`The value ${error.message}.`)
  }
}

const leastRsaBits = 2_048

/** The curves of ES256, ES384 and ES512 (RFC 7518). */
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/** Throws Refusal for a key of another kind, or one that services reject. */
function checkKind({ key }: PrivateKey, types: readonly string[], rule: string): void {
  const { modulusLength = leastRsaBits, namedCurve } = key.asymmetricKeyDetails ?? {}
  if (!types.includes(key.asymmetricKeyType ?? '')) throw new Refusal(rule)
  if (namedCurve !== undefined && !curves.includes(namedCurve))
    throw new Refusal('An EC key must be on P-256, P-384 or P-521.')
  if (modulusLength < leastRsaBits)
    throw new Refusal(`An RSA key must have at least ${leastRsaBits} bits.`)
}

/** The private key of an app. It is stored as PEM with line ends, or as the JWK that it was. */
export const privateKeyOf = (types: readonly string[], rule: string): Field<string> =>
  fileText(
    rebuilt(
      {
        max: 65_536,
        description: `${rule} PEM can be on one line, with escaped line ends or in base64.`,
      },
      (written) => {
        const read = keyIn(written)
        checkKind(read, types, rule)
        return read.text
      },
    ),
    'application/x-pem-file',
  )

/** A private key that may have a passphrase, which another member contains. */
export const privateKeyWithPassphrase = fileText(
  rebuilt({ max: 65_536, description: 'An RSA private key in PEM.' }, (written) => {
    try {
      const read = readPrivateKey(written)
      checkKind(read, ['rsa'], 'Must be an RSA private key.')
      return read.text
    } catch (error) {
      if (!(error instanceof BadPrivateKey)) throw error
      if (error.encryptedText !== null) return error.encryptedText
      throw new Refusal(`The value ${error.message}.`)
    }
  }),
  'application/x-pem-file',
)

/** Whether a stored key needs its passphrase. */
export const isEncryptedKey = (text: string): boolean =>
  /^-----BEGIN ENCRYPTED |^Proc-Type:/m.test(text)

/** Throws Refusal unless the text has an RSA key and a certificate for it. */
function checkPair(text: string): void {
  const read = keyIn(text)
  checkKind(read, ['rsa'], 'Must have an RSA private key.')
  const [pem] = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/.exec(text) ?? []
  if (pem === undefined) throw new Refusal('Must also have the certificate of the key.')
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(pem)
  } catch {
    throw new Refusal('The certificate is damaged or cut off.')
  }
  if (!certificate.checkPrivateKey(read.key))
    throw new Refusal('The first certificate is not the one of the key.')
}

/** PKCS #12, or PEM with a private key and its certificate, in base64. Line ends are removed. */
export const certificateWithKey = fileText(
  rebuilt(
    {
      max: 87_384, // 65,536 characters of PEM
      description: 'PKCS #12, or PEM with an RSA private key and its certificate, in base64.',
    },
    (written) => {
      const data = written.replaceAll(/\s+/g, '')
      if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data))
        throw new Refusal('Must be base64.')
      const bytes = Buffer.from(data, 'base64')
      // PKCS #12 is a DER sequence that starts with the version 3.
      const isPkcs12 = /^30(?:[0-7].|80|81..|82.{4}|83.{6})020103/.test(
        bytes.subarray(0, 12).toString('hex'),
      )
      if (!isPkcs12) checkPair(bytes.toString('latin1'))
      return data
    },
  ),
  'text/plain',
)
