/** The operations of the API as its OpenAPI document has them: all that the property tests know of a route. */
import type { OpenApi } from '@plumbline/jsonapi'

export type Schema = Readonly<Record<string, unknown>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly schema: Schema
}

export interface Operation {
  readonly method: string
  /** `/scans/{id}`. */
  readonly path: string
  /** `GET /scans/{id}`. */
  readonly name: string
  readonly permission: string | undefined
  readonly isAnonymous: boolean
  /** Sends events until the client disconnects. */
  readonly isStream: boolean
  /** Media types of its success. */
  readonly mediaTypes: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly statuses: ReadonlySet<number>
}

interface Described {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Schema }>>
  readonly security?: readonly unknown[]
  readonly 'x-permission'?: string
}

export function operationsOf({ paths }: OpenApi): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, schema]): Operation => {
      const described = schema as unknown as Described
      const success = Object.entries(described.responses).find(([status]) => status < '300')?.[1]
      return {
        method: method.toUpperCase(),
        path,
        name: `${method.toUpperCase()} ${path}`,
        permission: described['x-permission'],
        isAnonymous: described.security?.length === 0,
        mediaTypes: Object.keys(success?.content ?? {}),
        isStream: 'text/event-stream' in (success?.content ?? {}),
        parameters: described.parameters,
        body: described.requestBody?.content['application/vnd.api+json']?.schema,
        statuses: new Set(Object.keys(described.responses).map(Number)),
      }
    }),
  )
}

/** A schema, or the one that it refers to. */
export function resolved({ components }: OpenApi, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref']))?.[1]
  return name === undefined ? schema : (components['schemas']?.[name] ?? {})
}

/**
 * The type whose rows a path parameter names: the collection before it. A nested collection has its last
 * word: `/providers/secrets/{id}` names provider secrets.
 */
export function typeAt(path: string, parameter: string, types: ReadonlySet<string>): string {
  const before = path.slice(1, path.indexOf(`/{${parameter}}`)).split('/')
  const last = before.at(-1) ?? ''
  const joined = before.slice(-2).join('-').replace('providers-secrets', 'provider-secrets')
  return types.has(joined) ? joined : last
}
