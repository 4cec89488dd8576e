import type { Unread } from './unread.ts'

/**
 * The fields of every record. `uid` is the provider's full name of the resource (an ARN, a path in a cluster), never
 * its display name.
 */
export interface Resource {
  readonly uid: string
  readonly name: string
  readonly region: string
  readonly tags?: Readonly<Record<string, string>>
}

/** The names of a record's fields that may be unread: their type includes Unread. */
export type UnreadField<R> = {
  [F in keyof R & string]-?: Unread extends R[F] ? F : never
}[keyof R & string]

/**
 * A record in a judge: needed fields have no Unread in their type, and other fields that may be unread are omitted, so
 * that accessing them does not compile.
 */
export type Judged<R, N extends string> = {
  readonly [F in keyof R as Unread extends R[F] ? (F extends N ? F : never) : F]: Exclude<
    R[F],
    Unread
  >
}

/** Returns a record's field by name, for code that has names only as data. */
export const fieldOf = (record: object, name: string): unknown =>
  (record as Readonly<Record<string, unknown>>)[name] // absent fields are undefined

/** A service's record types by kind: `interface S3 { buckets: Bucket; accessPoints: AccessPoint }`. */
export type Kinds<S> = { [K in keyof S]: Resource }
