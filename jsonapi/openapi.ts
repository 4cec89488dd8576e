import type { Schema } from './fields/index.ts'
import { type Operation, pascal, pathParameters, statusesOf } from './openapi/operation.ts'
import { parameters } from './openapi/parameters.ts'
import { mediaType, reference, response, sharedResponses } from './openapi/responses.ts'
import { draftSchema, linkageSchema, resourceSchema, sharedSchemas } from './openapi/schemas.ts'
import type { AnyResource } from './resource.ts'

export type { Operation }

export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers: readonly { readonly url: string; readonly description?: string }[]
  readonly operations: readonly Operation[]
  /** What a 202 shows. */
  readonly task?: AnyResource
}

export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: Description['info']
  readonly servers: Description['servers']
  readonly tags: readonly { readonly name: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

/**
 * The OpenAPI 3.1 document of an API. The same operations in any order produce the same text: paths, tags and schemas
 * are sorted. Throws a `TypeError` for an operation that is declared twice.
 */
export function openapi({ info, servers, operations, task }: Description): OpenApi {
  const schemas = new Schemas(task)
  const resources = new Map<string, AnyResource>()
  const sorted = operations.toSorted(byPlace)
  // The shape that is read is the type's own; one that only a POST shows is the special one.
  for (const { method, resource, operationId } of sorted) {
    if (method !== 'GET' || !resource) continue
    if (!resources.has(resource.type)) resources.set(resource.type, resource)
    schemas.ofResource(resource, operationId)
  }
  const paths = new Map<string, Map<string, Schema>>()
  const ids = new Set<string>()
  for (const operation of sorted) {
    const { operationId, path } = operation
    const method = operation.method.toLowerCase()
    const key = path.replaceAll(/:([a-z_]+)/g, '{$1}')
    const item = paths.get(key) ?? new Map<string, Schema>()
    if (item.has(method) || ids.has(operationId)) {
      throw new TypeError(`${operation.method} ${path} (${operationId}) is declared twice.`)
    }
    ids.add(operationId)
    paths.set(key, item.set(method, operationSchema(operation, schemas, resources)))
  }
  return {
    openapi: '3.1.0',
    info,
    servers,
    tags: [...new Set(operations.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    security: [{ bearer: [] }, { api_key: [] }],
    paths: Object.fromEntries([...paths].map(([path, item]) => [path, Object.fromEntries(item)])),
    components: {
      schemas: schemas.all(),
      responses: sharedResponses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        api_key: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `Api-Key`, a space and the key.',
        },
      },
    },
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const byPlace = (a: Operation, b: Operation): number =>
  compare(a.path, b.path) || methods.indexOf(a.method) - methods.indexOf(b.method)

function operationSchema(
  operation: Operation,
  schemas: Schemas,
  resources: ReadonlyMap<string, AnyResource>,
): Schema {
  const { operationId, tag, summary, description, resource, deprecated, permission } = operation
  const shown = resource && schemas.ofResource(resource, operationId)
  const task = statusesOf(operation).includes(202) ? schemas.ofTask() : undefined
  const content = {
    ...requestContent(operation, schemas),
    ...mapValues(operation.accepts ?? {}, (schema) => ({ schema })),
  }
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(operation.anonymous && { security: [] }),
    ...(permission !== undefined && { 'x-permission': permission }),
    parameters: parameters(operation, resources),
    // A relationship that is deleted without a body loses all its links.
    ...(Object.keys(content).length > 0 && {
      requestBody: { required: operation.method !== 'DELETE', content },
    }),
    responses: Object.fromEntries(
      statusesOf(operation).map((status) => [
        status,
        response(operation, status, operation.kind === 'task' ? task : shown, task),
      ]),
    ),
  }
}

function requestContent(
  { draft, linkage, operationId, path }: Operation,
  schemas: Schemas,
): Readonly<Record<string, Schema>> {
  if (!draft && linkage === undefined) return {}
  const schema = draft
    ? schemas.named(
        `${pascal(operationId)}Request`,
        draftSchema(draft, pathParameters(path).includes('id')),
      )
    : linkageSchema(linkage ?? '')
  return { [mediaType]: { schema }, 'application/json': { schema } }
}

const mapValues = <T, U>(entries: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(value)]))

/** The schemas of one document by name: a type's first shape has its name, another its operation's. */
class Schemas {
  readonly #named = new Map<string, Schema>(Object.entries(sharedSchemas))
  readonly #ofResource = new Map<AnyResource, string>()
  readonly #task: AnyResource | undefined

  constructor(task: AnyResource | undefined) {
    this.#task = task
  }

  ofResource(resource: AnyResource, operationId: string): string {
    const known = this.#ofResource.get(resource)
    if (known !== undefined) return known
    const plain = pascal(resource.type)
    const name = this.#named.has(plain) ? plain + pascal(operationId) : plain
    this.#ofResource.set(resource, name)
    this.#named.set(name, resourceSchema(resource))
    return name
  }

  ofTask(): string | undefined {
    return this.#task && this.ofResource(this.#task, 'task')
  }

  named(name: string, schema: Schema): Schema {
    this.#named.set(name, schema)
    return reference('schemas', name)
  }

  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => compare(a, b)))
  }
}
