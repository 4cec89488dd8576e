/** Documents as they are sent. */
import { createHash } from 'node:crypto'

export const jsonApi = 'application/vnd.api+json'

/** A text would get a charset, which JSON:API forbids. */
export const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document))

/** The entity tag of a body, or of what a body follows from; quotes and all. */
export const tagOf = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Whether the client has this already: one of the tags it names, or any. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))
