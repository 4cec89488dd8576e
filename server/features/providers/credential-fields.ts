/** Members of secrets whose form can be checked before they are used. */
import type { X509Certificate } from 'node:crypto'
import { type Field, failed, text } from '@plumbline/jsonapi'
import {
  BadPrivateKey,
  certificatesIn,
  decodedText,
  pkcs12Fault,
  type PrivateKey,
  readPrivateKey,
  unescaped,
} from '@plumbline/scanner/kit'
import { fileText, hidden, rebuilt, Refusal } from './secret-shape.ts'

/** Text without the quotes and spaces around it, which come from files and forms. It matches a pattern. */
function trimmed(max: number, pattern: RegExp, rule: string): Field<string> {
  const inner = text({ min: 1, max })
  return {
    ...inner,
    read(value, fault) {
      const read = inner.read(value, fault)
      if (read === failed) return failed
      const plain = unquoted(read)
      return pattern.test(plain) ? plain : fault(rule, 'invalid')
    },
  }
}

function unquoted(text: string): string {
  const plain = text.trim()
  return /^(["']).+\1$/.test(plain) ? plain.slice(1, -1).trim() : plain
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

const isJwk = ({ text }: PrivateKey): boolean => text.startsWith('{')

interface KeyRule {
  readonly types: readonly string[]
  /** A sentence about the types. */
  readonly rule: string
  readonly mayBeJwk?: boolean
}

/** Throws Refusal and BadPrivateKey. */
function usableKey(
  written: string,
  { types, rule, mayBeJwk = false }: KeyRule,
  passphrase?: string,
): PrivateKey {
  const read = readPrivateKey(written, passphrase)
  checkKind(read, types, rule)
  if (isJwk(read) && !mayBeJwk) throw new Refusal('Must be in PEM format, not a JWK.')
  return read
}

const refusalOf = (error: unknown): unknown =>
  error instanceof BadPrivateKey ? new Refusal(`The value ${error.message}.`) : error

/** Reads a private key of these types, without a passphrase. Throws Refusal. */
export function keyIn(written: string, rule: KeyRule): PrivateKey {
  try {
    return usableKey(written, rule)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The private key of an app. It is stored as PEM with line ends, or as the JWK that it was. */
export const privateKeyOf = (rule: KeyRule): Field<string> =>
  fileText(
    rebuilt(
      {
        max: 65_536,
        description: `${rule.rule} PEM can be on one line, with escaped line ends or in base64.`,
      },
      (written) => keyIn(written, rule).text,
    ),
    'application/x-pem-file',
  )

const rsaKey: KeyRule = { types: ['rsa'], rule: 'Must be an RSA private key.' }

/** A private key that may have a passphrase, which another member contains: `passphraseFault` checks both. */
export const privateKeyWithPassphrase = fileText(
  rebuilt({ max: 65_536, description: 'An RSA private key in PEM.' }, (written) => {
    try {
      return usableKey(written, rsaKey).text
    } catch (error) {
      if (error instanceof BadPrivateKey && error.encryptedText !== null) return error.encryptedText
      throw refusalOf(error)
    }
  }),
  'application/x-pem-file',
)

/** Returns why a key cannot be used with this passphrase, and which of the two is wrong. */
export function passphraseFault(
  key: string,
  passphrase: string | undefined,
): { readonly of: 'key' | 'passphrase'; readonly detail: string; readonly code: string } | null {
  try {
    usableKey(key, rsaKey, passphrase)
    return null
  } catch (error) {
    if (error instanceof Refusal) return { of: 'key', detail: error.message, code: error.code }
    if (!(error instanceof BadPrivateKey)) throw error
    if (error.encryptedText !== null)
      return {
        of: 'passphrase',
        detail: 'Required, because the key is encrypted.',
        code: 'required',
      }
    if (error.isPassphraseWrong)
      return {
        of: 'passphrase',
        detail: 'The passphrase does not decrypt the key.',
        code: 'invalid',
      }
    return { of: 'key', detail: `The value ${error.message}.`, code: 'invalid' }
  }
}

/** An RSA key and its certificate in PEM, then the other certificates. Throws Refusal. */
function pairIn(text: string): string {
  const { key, text: pem } = keyIn(text, {
    types: ['rsa'],
    rule: 'Must have an RSA private key.',
  })
  let certificates: readonly X509Certificate[]
  try {
    certificates = certificatesIn(text)
  } catch {
    throw new Refusal('A certificate is damaged or cut off.')
  }
  if (certificates.length === 0) throw new Refusal('Must also have the certificate of the key.')
  const own = certificates.find((one) => one.checkPrivateKey(key))
  if (!own) throw new Refusal('No certificate belongs to the key.')
  const others = certificates.filter((one) => one !== own)
  return [pem, ...[own, ...others].map(String)].join('')
}

/** PKCS #12, or PEM with a private key and its certificate. It is stored in base64, with the certificate of the key first. */
export const certificateWithKey = fileText(
  rebuilt(
    {
      max: 87_384, // 65,536 characters of PEM
      description:
        'PKCS #12 without a passphrase in base64, or PEM with an RSA private key and its certificate, which can be in base64.',
    },
    (written) => {
      const text = unescaped(written)
      if (text.includes('BEGIN')) return Buffer.from(pairIn(text)).toString('base64')
      const data = text.replaceAll(/\s+/g, '')
      if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data))
        throw new Refusal('Must be base64.')
      const bytes = Buffer.from(data, 'base64')
      // PKCS #12 is a sequence of ASN.1.
      if (bytes[0] !== 0x30) return Buffer.from(pairIn(decodedText(data))).toString('base64')
      const fault = pkcs12Fault(bytes)
      if (fault !== null) throw new Refusal(`The PKCS #12 file ${fault}.`)
      return data
    },
  ),
  'text/plain',
)
