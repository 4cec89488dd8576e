import { type AnyField, filterSchema, type Schema, uuid } from '../fields/index.ts'
import { fieldNames, shownTypes } from '../query.ts'
import type { AnyResource } from '../resource.ts'
import { type Operation, pathParameters, takesKey } from './operation.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly style?: 'form'
  readonly explode?: false
}

/** Every parameter an operation takes, in the order a reader looks for them. */
export function parameters(
  operation: Operation,
  resources: ReadonlyMap<string, AnyResource>,
): readonly Parameter[] {
  const { path, params = {}, extra = {}, resource, kind, filtered = kind === 'list' } = operation
  return [
    ...pathParameters(path).map((name) => inPath(name, params[name] ?? uuid)),
    ...(resource && filtered ? listParameters(resource) : []),
    ...(resource && kind !== 'task' && kind !== 'none' ? shownParameters(resource, resources) : []),
    ...Object.entries(extra).map(([name, field]) => inQuery(name, field)),
    ...(takesKey(operation) ? [idempotencyKey] : []),
  ]
}

const inPath = (name: string, { schema }: AnyField): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema,
})

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A second request with the same key within 24 hours returns the response of the first.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

const inQuery = (name: string, field: AnyField): Parameter => {
  const { writeOnly: _, readOnly: __, ...schema } = filterSchema(field) ?? field.schema
  return { name, in: 'query', schema }
}

const commaList = (name: string, schema: Schema, description?: string): Parameter => ({
  name,
  in: 'query',
  ...(description !== undefined && { description }),
  schema,
  style: 'form',
  explode: false,
})

const words = (values: readonly string[]): Schema => ({
  type: 'array',
  items: { type: 'string', enum: values },
  uniqueItems: true,
})

function listParameters(resource: AnyResource): readonly Parameter[] {
  const filters = [...resource.wire.values()]
    .filter(({ alias }) => !alias)
    .map(({ wireName, many, schema }) =>
      many
        ? commaList(`filter[${wireName}]`, schema)
        : ({ name: `filter[${wireName}]`, in: 'query', schema } as const),
    )
  const keys = resource.sortKeys.flatMap((key) => [key, `-${key}`])
  const order = resource.order.map(({ key, descending }) => (descending ? `-${key}` : key))
  return [
    ...filters,
    ...(keys.length > 0 ? [commaList('sort', { ...words(keys), default: order })] : []),
    ...(resource.unpaged ? [] : pageParameters(resource)),
  ]
}

const pageParameters = ({ pageSize, maxPageSize }: AnyResource): readonly Parameter[] => [
  {
    name: 'page[number]',
    in: 'query',
    description: 'Starts at 1. A page after the last one is 404.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  {
    name: 'page[size]',
    in: 'query',
    description: `Values above ${maxPageSize} are treated as ${maxPageSize}.`,
    schema: { type: 'integer', minimum: 1, default: pageSize },
  },
]

function shownParameters(
  resource: AnyResource,
  resources: ReadonlyMap<string, AnyResource>,
): readonly Parameter[] {
  const paths = [...resource.include.keys()]
  const fieldsets = [...shownTypes(resource)].map((type) => {
    const known = type === resource.type ? resource : resources.get(type)
    const schema = known
      ? words([...fieldNames(known)])
      : { type: 'array', items: { type: 'string' } }
    return commaList(`fields[${type}]`, schema, 'Attributes and relationships to show.')
  })
  return [...(paths.length > 0 ? [commaList('include', words(paths))] : []), ...fieldsets]
}
