import { NotDelivered } from '../target.ts'
import { limits } from './limits.ts'

/** The folders of what is copied, below the directory of the integration. */
export type Kind = 'csv' | 'json-ocsf' | 'html' | `compliance/${string}`

/**
 * The key of a file: `{directory}/{kind}/{name}`. The same file has the same key, so that it is there once however
 * often it is put. Throws NotDelivered for a key that S3 does not take, or that an address could not name.
 */
export function keyOf(directory: string, kind: Kind, name: string): string {
  const key = joined([directory, kind, name])
  const bytes = Buffer.byteLength(key)
  if (bytes > limits.maxKeyBytes)
    throw new NotDelivered(
      'invalid',
      `The object key has ${bytes} bytes; the limit of Amazon S3 is ${limits.maxKeyBytes}.`,
    )
  return key
}

export function joined(parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '')
  if (segments.some((segment) => segment === '.' || segment === '..'))
    throw new NotDelivered('invalid', 'A folder of the bucket cannot be called "." or "..".')
  const key = segments.join('/')
  if (!key.isWellFormed() || /\p{Cc}/u.test(key))
    throw new NotDelivered('invalid', 'The object key contains a control character.')
  return key
}
