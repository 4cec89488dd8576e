import { email, type Field, failed, type Json, json, record } from '@plumbline/jsonapi'
import { decodedText } from '@plumbline/scanner/kit'
import { keyIn } from './credential-fields.ts'
import { Refusal } from './secret-shape.ts'

const object = record(json)

/** The types of Google's libraries. */
const types = [
  'service_account',
  'authorized_user',
  'external_account',
  'external_account_authorized_user',
  'impersonated_service_account',
]

/** Google's hosts, to which its libraries send signed requests for tokens. */
function isGoogle(value: Json): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, hostname, port } = new URL(value)
  return (
    protocol === 'https:' &&
    port === '' &&
    /^(?:accounts\.google\.com|(?:.+\.)?googleapis\.com|.+\.goog)$/.test(hostname)
  )
}

/**
 * Why the key, or one inside it, would send a token to another host, or read one from a program, a file, a variable or a URL
 * of the machine that uses it; null if it would not.
 */
function foreignSource(value: Json): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value as Readonly<Record<string, Json>>)) {
    if (name === 'credential_source' && inner !== null)
      return 'Must not read its token from a program, a file, a variable or a URL (credential_source).'
    if (/_(?:uri|url)$/.test(name) && inner !== null && inner !== '' && !isGoogle(inner))
      return `Must have only addresses of Google; ${name} is another.`
    const within = foreignSource(inner)
    if (within !== null) return within
  }
  return null
}

/** A key of Google as its JSON object. */
export const googleKey: Field<Readonly<Record<string, Json>>, never> = {
  schema: { type: 'object', additionalProperties: true, minProperties: 1 },
  read(value, fault) {
    const read = object.read(value, fault)
    if (read === failed) return failed
    if (Object.keys(read).length === 0) return fault('Must not be empty.', 'required')
    const refusal = foreignSource(read)
    if (refusal !== null) return fault(refusal, 'refused')
    const { type, private_key: written } = read
    if (typeof type !== 'string' || type === '')
      return fault('A key of Google requires a type, such as service_account.', 'required', '/type')
    if (!types.includes(type))
      return fault(`Must be one of ${types.join(', ')}.`, 'invalid_choice', '/type')
    if (type !== 'service_account' && written === undefined) return read
    if (type === 'service_account' && email.read(read['client_email'], () => failed) === failed)
      return fault(
        'A service account key requires the email address of the account.',
        read['client_email'] === undefined ? 'required' : 'invalid',
        '/client_email',
      )
    if (typeof written !== 'string' || written === '')
      return fault('A service account key requires a private key.', 'required', '/private_key')
    try {
      return {
        ...read,
        private_key: keyIn(written, { types: ['rsa'], rule: 'Must be an RSA private key.' }).text,
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return fault(error.message, error.code, '/private_key')
    }
  },
}

/** Returns undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Line ends within the strings of JSON, which forms and variables make of escaped ones, are escaped again. */
function withEscapedLines(text: string): string {
  let isInString = false
  return text.replaceAll(/\\[^]|"|\r\n|\r|\n/g, (part) => {
    if (part === '"') isInString = !isInString
    return isInString && /^[\r\n]/.test(part) ? '\\n' : part
  })
}

/** The JSON of a key: as a file has it, as a string of JSON, in quotes or in base64. Undefined for other text. */
function jsonIn(written: string): unknown {
  const trimmed = written.trim() // also removes a byte order mark
  const inner = /^(["'])([^]*)\1$/.exec(trimmed)?.[2] ?? trimmed
  for (const text of [trimmed, inner, decodedText(inner)]) {
    for (const json of [text, withEscapedLines(text), `"${text}"`]) {
      const read = parsed(json)
      // A string of JSON contains the key as text.
      const value =
        typeof read === 'string' ? (parsed(read) ?? parsed(withEscapedLines(read))) : read
      if (value !== undefined) return value
    }
  }
  return undefined
}

/** The same as text. */
export function checkKeyText(text: string): string {
  const value = jsonIn(text)
  if (value === undefined) throw new Refusal('Must be a service account key in JSON.')
  const read = googleKey.read(value, (detail, code = 'invalid') => {
    throw new Refusal(detail, code)
  })
  return JSON.stringify(read)
}
