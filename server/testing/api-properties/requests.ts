/** Requests for an operation: as its description wants them, and bent. */
import type { OpenApi } from '@plumbline/jsonapi'
import * as fc from 'fast-check'
import { heavyQueries, heavyValues } from './heavy.ts'
import { type Operation, type Parameter, type Schema, typeAt } from './operations.ts'
import { fitting, hostile, noDocuments, type RowIds } from './values.ts'

export interface Request {
  readonly url: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

const encoded = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value ?? '')).toWellFormed(),
  )

/** A value of a parameter as in a URL. */
export const written = (value: unknown): string =>
  Array.isArray(value) ? value.map((one) => encoded(one)).join(',') : encoded(value)

/** The path with each parameter replaced by the result of `valueOf`. */
export const addressed = (path: string, valueOf: (name: string) => string): string =>
  path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => valueOf(name))

const unknownId = '0c0ffee0-0000-4000-8000-000000000000'

/** Ids of existing and missing rows, and invalid ids. */
function pathValues(
  operation: Operation,
  { name }: Parameter,
  rowIds: RowIds,
): fc.Arbitrary<string> {
  const rows = operation.isStream
    ? []
    : (rowIds.get(typeAt(operation.path, name, new Set(rowIds.keys()))) ?? [])
  const bent = hostile
    .map((value) =>
      encoded(value)
        .slice(0, 150)
        .replace(/%[0-9A-F]?$/, ''),
    )
    .filter((value) => !/^\.{0,2}$/.test(value))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(unknownId, ...rows) },
    { weight: 1, arbitrary: bent },
  )
}

/** Parameters that no operation has, or that none takes so. */
const unknownParameters = fc.oneof(
  fc.constantFrom(
    'filter[x]=1',
    'page[number]=0',
    'page[size]=-1',
    'page[number]=9e99',
    'sort=',
    '%zz',
    '&&',
    'include=a.b.c',
  ),
  fc.tuple(fc.string(), hostile).map(([name, value]) => `${encoded(name)}=${written(value)}`),
)

const queries = (
  document: OpenApi,
  { parameters }: Operation,
  rowIds: RowIds,
): fc.Arbitrary<string> => {
  const known = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) =>
      fc
        .oneof({ weight: 2, arbitrary: fitting(document, schema, rowIds) }, hostile)
        .map((value) => `${encodeURIComponent(name)}=${written(value)}`),
    )
  const part = fc.oneof(
    ...(known.length > 0 ? [{ weight: 5, arbitrary: fc.oneof(...known) }] : []),
    unknownParameters,
  )
  return fc
    .array(part, { maxLength: 3 })
    .map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`.slice(0, 6_000)))
}

type Bend = {
  readonly at: number
  readonly how: number
  readonly value: unknown
  readonly name: string
}

/** Every place in a JSON value, as the container and the key in it. */
function placesIn(value: unknown): { container: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const container = value as Record<string, unknown>
  return Object.keys(container).flatMap((key) => [{ container, key }, ...placesIn(container[key])])
}

/** Replaces, removes, adds or wraps something somewhere. */
function bent(body: unknown, bends: readonly Bend[]): unknown {
  const copy: unknown = structuredClone(body)
  for (const { at, how, value, name } of bends) {
    const places = placesIn(copy)
    const place = places[at % Math.max(1, places.length)]
    if (!place) return value
    const { container, key } = place
    if (how === 0) container[key] = value
    else if (how === 1) Reflect.deleteProperty(container, key)
    else if (how === 2 && !Array.isArray(container)) container[name] = value
    else container[key] = [container[key]]
  }
  return copy
}

const bends = fc.array(
  fc.record({
    at: fc.nat(200),
    how: fc.nat(3),
    value: hostile,
    name: fc.oneof(
      fc.constantFrom('tenant_id', 'id', 'role', 'owner', 'toString'),
      fc.string({ maxLength: 12 }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
)

export const fittingBodies = (
  document: OpenApi,
  schema: Schema,
  rowIds: RowIds,
): fc.Arbitrary<string> => fitting(document, schema, rowIds).map((body) => JSON.stringify(body))

const bodies = (document: OpenApi, schema: Schema, rowIds: RowIds): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fittingBodies(document, schema, rowIds) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fitting(document, schema, rowIds), bends)
        .map(([body, how]) => JSON.stringify(bent(body, how))),
    },
    { weight: 1, arbitrary: noDocuments },
  )

const mark = 'put the heavy value here'

/** A body that fits, but for one place, or the whole of it, that is as large as a body may be. */
const heavyBodies = (document: OpenApi, schema: Schema, rowIds: RowIds): fc.Arbitrary<string> =>
  fc.tuple(fitting(document, schema, rowIds), fc.nat(200), heavyValues).map(([body, at, value]) => {
    const marked = bent(body, [{ at, how: 0, value: mark, name: '' }])
    return JSON.stringify(marked).replace(JSON.stringify(mark), () => value)
  })

const printable = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.,;:=/*"\' '), maxLength: 60 })
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc
    .tuple(
      fc.constantFrom(
        'Content-Type',
        'Accept',
        'Transaction-ID',
        'If-None-Match',
        'Idempotency-Key',
        'Origin',
        'X-Forwarded-For',
        'Last-Event-ID',
      ),
      printable,
    )
    .map(([name, value]) => ({ [name]: value.trim() })),
)

/** Requests as large as they may be. */
export const heavyRequestsFor = (
  document: OpenApi,
  operation: Operation,
  rowIds: RowIds,
): fc.Arbitrary<Request> => {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const body = operation.body
  return fc
    .record({
      path: pathsOf(operation, rowIds),
      query: fc.oneof(fc.constant(''), heavyQueries(names)),
      body: body ? heavyBodies(document, body, rowIds) : fc.constant(undefined),
    })
    .map(({ path, query, body: sent }) => ({ url: path + query, body: sent, headers: {} }))
}

const pathsOf = (operation: Operation, rowIds: RowIds): fc.Arbitrary<string> => {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  return fc
    .record(Object.fromEntries(inPath.map((one) => [one.name, pathValues(operation, one, rowIds)])))
    .map((values) => addressed(operation.path, (name) => values[name] ?? ''))
}

/** Requests for one operation: each part fits or does not, by chance. */
export const requestsFor = (
  document: OpenApi,
  operation: Operation,
  rowIds: RowIds,
): fc.Arbitrary<Request> => {
  return fc
    .record({
      path: pathsOf(operation, rowIds),
      query: queries(document, operation, rowIds),
      body: operation.body ? bodies(document, operation.body, rowIds) : fc.constant(undefined),
      headers,
    })
    .map(({ path, query, body, headers: sent }) => ({ url: path + query, body, headers: sent }))
}
