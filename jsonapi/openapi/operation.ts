import type { Draft } from '../body.ts'
import type { AnyField, Schema } from '../fields/index.ts'
import type { AnyResource } from '../resource.ts'

/** One endpoint as the document describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below the server's URL, parameters with a colon: `/scans/:id`. */
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** What a success shows: a list, one row, a task that was queued, or nothing of the kind. */
  readonly kind: 'list' | 'one' | 'task' | 'none'
  /** Whose filters, fields and rows these are. */
  readonly resource?: AnyResource
  /** One row that filters narrow, as they do a list. */
  readonly filtered?: boolean
  readonly draft?: Draft
  /** The body is `{ data: [{ type, id }] }` of this type: a relationship endpoint. */
  readonly linkage?: string
  /** Bodies of other media types, such as `multipart/form-data`. */
  readonly accepts?: Readonly<Record<string, Schema>>
  /** Every status beyond those that follow from the rest; absent, the success of its kind is meant. */
  readonly statuses?: readonly number[]
  /** The media type of a success other than a document: `text/event-stream`, `application/zip`. */
  readonly responseType?: string
  /**
   * Media types that `Accept` may request instead: the whole of a list, beside pages of it as documents, or another
   * form of `responseType`.
   */
  readonly exports?: readonly string[]
  /** The permission it needs, shown as `x-permission`. */
  readonly permission?: string
  readonly anonymous?: boolean
  readonly deprecated?: boolean
  /** Path parameters other than UUIDs. */
  readonly params?: Readonly<Record<string, AnyField>>
  /** Further query parameters by their full names. */
  readonly extra?: Readonly<Record<string, AnyField>>
}

export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)

/** `finding-groups` and `finding_groups_list` as the name of a schema. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

/** Whether a second request with the same `Idempotency-Key` has the answer of the first. */
export const takesKey = ({ method, anonymous }: Operation): boolean =>
  method === 'POST' && !anonymous

const successOf = { list: 200, one: 200, task: 202, none: 204 }

/** All statuses of an operation, in order: the declared ones and those that follow from its shape. */
export function statusesOf(operation: Operation): readonly number[] {
  const { method, path, kind, draft, linkage, accepts, anonymous, statuses = [] } = operation
  const { responseType } = operation
  const keyed = takesKey(operation)
  const success = kind === 'one' && method === 'POST' ? 201 : successOf[kind]
  const declared = statuses.some((status) => status < 400) ? statuses : [success, ...statuses]
  const body = draft !== undefined || linkage !== undefined || accepts !== undefined
  const paged = kind === 'list' && operation.resource?.unpaged !== true
  const all = [
    ...declared,
    400,
    ...(anonymous ? [] : [401, 403]),
    ...(paged || pathParameters(path).length > 0 ? [404] : []),
    ...(method === 'GET' && declared.includes(200) && responseType !== 'text/event-stream'
      ? [304]
      : []),
    ...(draft || keyed ? [409] : []),
    ...(keyed ? [422] : []),
    // A body sent where none is accepted may still be rejected as too large or unreadable.
    ...(body || method !== 'GET' ? [413, 415] : []),
    429,
  ]
  return [...new Set(all)].sort((a, b) => a - b)
}
