import { type Field, failed, type Json, json, record } from '@plumbline/jsonapi'
import { keyIn } from './credential-fields.ts'
import { Refusal } from './secret-shape.ts'

const object = record(json)

/** Sources that Google's libraries would run, read or call for a token. */
const sources = ['executable', 'file', 'url', 'certificate']

/** Whether a key, or one inside it, takes its token from another place on the machine that uses it. */
function fetches(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(fetches)
  return Object.entries(value as Readonly<Record<string, Json>>).some(
    ([name, inner]) =>
      fetches(inner) ||
      (name === 'credential_source' &&
        typeof inner === 'object' &&
        inner !== null &&
        sources.some((source) => Object.hasOwn(inner, source))),
  )
}

const sentence = 'Must not read its token from a program, a file or a URL (credential_source).'

/** A key of Google as its JSON object. */
export const googleKey: Field<Readonly<Record<string, Json>>, never> = {
  schema: { type: 'object', additionalProperties: true, minProperties: 1 },
  read(value, fault) {
    const read = object.read(value, fault)
    if (read === failed) return failed
    if (Object.keys(read).length === 0) return fault('Must not be empty.', 'required')
    if (fetches(read)) return fault(sentence, 'refused')
    const { type, private_key: written } = read
    if (typeof type !== 'string' || type === '')
      return fault('A key of Google requires a type, such as service_account.', 'required', '/type')
    if (type !== 'service_account' && written === undefined) return read
    if (typeof written !== 'string' || written === '')
      return fault('A service account key requires a private key.', 'required', '/private_key')
    try {
      return { ...read, private_key: keyIn(written).text }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return fault(error.message, error.code, '/private_key')
    }
  },
}

/** The same as text. */
export function checkKeyText(text: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('Must be a service account key in JSON.')
  }
  const read = googleKey.read(value, (detail, code = 'invalid') => {
    throw new Refusal(detail, code)
  })
  return JSON.stringify(read)
}
