/** Requests that name another tenant's rows, in every place where an operation takes an id. */
import type { OpenApi } from '@plumbline/jsonapi'
import * as fc from 'fast-check'
import { type Operation, resolved, type Schema, typeAt } from './operations.ts'
import { addressed, written } from './requests.ts'
import { fitting, type RowIds } from './values.ts'

export interface Attack {
  readonly operation: Operation
  /** The place of the foreign id: `path id`, `filter[scan]`, `body /data/relationships/provider`. */
  readonly position: string
  /** The request with `id` in that place; all else is the attacker's own. */
  readonly request: (id: string) => { readonly url: string; readonly body: unknown }
  /** What to put there: rows of this type, where the place has one. */
  readonly type: string | undefined
}

type Draw = <T>(from: fc.Arbitrary<T>) => T

const marker = '11111111-2222-4333-8444-555555555555'

/** Where a body takes ids: identifiers of a type, and texts that are UUIDs. */
function placesOf(
  document: OpenApi,
  given: Schema,
  at: readonly string[] = [],
): { at: readonly string[]; type: string | undefined; many: boolean }[] {
  const schema = resolved(document, given)
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  const type = properties['type']?.['const']
  if (typeof type === 'string' && !('attributes' in properties) && 'id' in properties)
    return [{ at, type, many: false }]
  if (schema['format'] === 'uuid' || at.join('/') === 'data/id')
    return [{ at, type: undefined, many: false }]
  if (schema['type'] === 'array')
    return placesOf(document, (schema['items'] ?? {}) as Schema, at).map((one) => ({
      ...one,
      many: true,
    }))
  return Object.entries(properties).flatMap(([name, one]) => placesOf(document, one, [...at, name]))
}

/** A copy of `body` with `value` at a place; objects on the way are made. */
function withAt(body: unknown, at: readonly string[], value: unknown): unknown {
  const [name, ...rest] = at
  if (name === undefined) return value
  const here = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return { ...here, [name]: withAt(here[name], rest, value) }
}

function ownPath(operation: Operation, own: RowIds, draw: Draw): (name: string) => string {
  const types = new Set(own.keys())
  return (name) => {
    const rows = own.get(typeAt(operation.path, name, types)) ?? []
    return rows.length > 0 && !operation.isStream ? draw(fc.constantFrom(...rows)) : marker
  }
}

const isIdFilter = ({ schema, name }: Operation['parameters'][number]): boolean => {
  const items = (schema['items'] ?? schema) as Schema
  return name.startsWith('filter[') && (items['format'] === 'uuid' || items['type'] === 'string')
}

/** Every attack on one operation. `own` are the attacker's rows; `draw` decides by chance what is left open. */
export function attacksOn(
  document: OpenApi,
  operation: Operation,
  own: RowIds,
  draw: Draw,
): readonly Attack[] {
  const { path, parameters, body: schema } = operation
  const ownBody = schema && draw(fitting(document, schema, own))
  const place = ownPath(operation, own, draw)
  const values = new Map(parameters.map(({ name }) => [name, place(name)]))
  const ownUrl = addressed(path, (name) => values.get(name) ?? marker)
  const inPath = parameters
    .filter((one) => one.in === 'path')
    .map(
      ({ name }): Attack => ({
        operation,
        position: `path ${name}`,
        type: typeAt(path, name, new Set(own.keys())),
        request: (id) => ({
          url: addressed(path, (other) => (other === name ? id : (values.get(other) ?? marker))),
          body: ownBody,
        }),
      }),
    )
  const includes = parameters.find(({ name }) => name === 'include')?.schema['items'] as
    | Schema
    | undefined
  const all = ((includes?.['enum'] ?? []) as readonly string[]).join(',')
  const filters = parameters.filter(isIdFilter).map(
    ({ name }): Attack => ({
      operation,
      position: all === '' ? name : `${name} and include`,
      type: /\[(\w+?)(__in)?\]/.exec(name)?.[1]?.concat('s'),
      request: (id) => ({
        url: `${ownUrl}?${encodeURIComponent(name)}=${written(id)}${all === '' ? '' : `&include=${all}`}`,
        body: undefined,
      }),
    }),
  )
  const inBody = (schema ? placesOf(document, schema) : []).map(
    ({ at, type, many }): Attack => ({
      operation,
      position: `body /${at.join('/')}`,
      type,
      request(id) {
        const one = type === undefined ? id : { type, id }
        return { url: ownUrl, body: withAt(ownBody, at, many ? [one] : one) }
      },
    }),
  )
  const smuggled = schema && !inBody.some(({ position }) => position.endsWith('tenant_id'))
  const intoTenant: Attack = {
    operation,
    position: 'body /data/attributes/tenant_id',
    type: 'tenants',
    request: (id) => ({
      url: ownUrl,
      body: withAt(ownBody, ['data', 'attributes', 'tenant_id'], id),
    }),
  }
  return [...inPath, ...filters, ...inBody, ...(smuggled ? [intoTenant] : [])]
}
