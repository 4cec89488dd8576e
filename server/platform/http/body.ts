/** Documents as they are sent. */
import { createHash } from 'node:crypto'

export const jsonApi = 'application/vnd.api+json'

/** A text would get a charset, which JSON:API forbids. */
export const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document))

/** The entity tag of a body, quotes and all. */
export const tagOf = (body: Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
