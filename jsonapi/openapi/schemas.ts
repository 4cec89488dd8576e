import type { Draft } from '../body.ts'
import type { AnyField, Attributes, Schema } from '../fields/index.ts'
import type { AnyRelationship, Relationships } from '../relationships.ts'
import type { AnyResource } from '../resource.ts'

const id = { type: 'string', format: 'uuid' }

const identifier = (type: string, idSchema: Schema = id): Schema => ({
  type: 'object',
  properties: { type: { type: 'string', const: type }, id: idSchema },
  required: ['type', 'id'],
})

/** A resource object as an answer shows it. With sparse fieldsets any member may be missing. */
export function resourceSchema(resource: AnyResource): Schema {
  const { type, attributes, relationships, self } = resource
  return {
    type: 'object',
    properties: {
      type: { type: 'string', const: type },
      id: resource.id.schema,
      attributes: { type: 'object', properties: shownAttributes(attributes) },
      ...(Object.keys(relationships).length > 0 && {
        relationships: { type: 'object', properties: shownRelationships(relationships) },
      }),
      ...(self !== undefined && { links: selfLink }),
    },
    required: ['type', 'id', 'attributes'],
  }
}

const selfLink = {
  type: 'object',
  properties: { self: { type: 'string', format: 'uri' } },
  required: ['self'],
}

const shownAttributes = (attributes: Attributes) =>
  schemas(attributes, (field) => field.access !== 'writeOnly')

const schemas = (attributes: Attributes, matches: (field: AnyField) => boolean) =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, field]) => matches(field))
      .map(([name, field]) => [name, field.schema]),
  )

const shownRelationships = (relationships: Relationships) =>
  Object.fromEntries(
    Object.entries(relationships).map(([name, link]) => [name, shownLinkage(link)]),
  )

const linkedCount = {
  type: 'integer',
  minimum: 0,
  description: 'The number of linked resources. `data` can list fewer if there are very many.',
}

/** Ids in answers are not always UUIDs: a linked type may be keyed by a name. */
function shownLinkage(link: AnyRelationship): Schema {
  const one = identifier(link.type, { type: 'string' })
  const data = link.many ? { type: 'array', items: one } : linkageData(link, one)
  return {
    type: 'object',
    properties: {
      data,
      ...(link.many && {
        meta: { type: 'object', properties: { count: linkedCount } },
      }),
    },
    required: ['data'],
  }
}

const linkageData = (link: AnyRelationship, one: Schema): Schema => {
  if (link.many) return { type: 'array', items: one, maxItems: 1_000, uniqueItems: true }
  return link.nullable ? { anyOf: [one, { type: 'null' }] } : one
}

const typeSchema = ({ type, also }: Draft): Schema =>
  also ? { enum: [type, ...also] } : { const: type }

/** The body an operation takes. */
export function draftSchema(draft: Draft, hasPathId: boolean): Schema {
  const attributes = schemas(draft.attributes, (field) => field.access !== 'readOnly')
  const requiredAttributes = Object.keys(attributes).filter(
    (name) => !draft.attributes[name]?.optional,
  )
  const links = Object.entries(draft.relationships)
  const requiredLinks = links.filter(([, link]) => !link.optional).map(([name]) => name)
  const required = [
    ...(draft.id === 'required' ? ['id'] : []),
    ...(requiredAttributes.length > 0 ? ['attributes'] : []),
    ...(requiredLinks.length > 0 ? ['relationships'] : []),
  ]
  const data = {
    type: 'object',
    properties: {
      type: { type: 'string', ...typeSchema(draft) },
      ...((draft.id !== 'none' || hasPathId) && { id: { type: 'string' } }),
      attributes: closed(attributes, requiredAttributes),
      ...(links.length > 0 && {
        relationships: closed(
          Object.fromEntries(links.map(([name, link]) => [name, writtenLinkage(link)])),
          requiredLinks,
        ),
      }),
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
  return closed({ data }, ['data'])
}

const writtenLinkage = (link: AnyRelationship): Schema =>
  closed({ data: linkageData(link, identifier(link.type)) }, ['data'])

/** The body of a relationship endpoint. */
export const linkageSchema = (type: string): Schema =>
  writtenLinkage({ many: true, type, meta: false })

const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[]) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

const url = { type: 'string', format: 'uri' }
const count = { type: 'integer', minimum: 0 }
const cut = {
  type: 'boolean',
  const: true,
  description: 'There are more rows than this unpaged list shows. Use filters to select rows.',
}
const truncated = {
  type: 'boolean',
  const: true,
  description:
    'There are more rows to include than the limit of 1,000 per relationship, or than the rows list.',
}

/** Schemas that every document shares. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Error: {
    type: 'object',
    properties: {
      status: { type: 'string', pattern: '^[45]\\d\\d$' },
      code: { type: 'string', description: 'Stable code for programs.' },
      detail: { type: 'string', description: 'Description for people.' },
      source: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the body.' },
          parameter: { type: 'string', description: 'A query parameter.' },
          header: { type: 'string' },
        },
      },
      meta: { type: 'object' },
    },
    required: ['status', 'code', 'detail'],
  },
  ErrorDocument: {
    type: 'object',
    properties: {
      errors: { type: 'array', items: { $ref: '#/components/schemas/Error' }, minItems: 1 },
      meta: { $ref: '#/components/schemas/Meta' },
    },
    required: ['errors'],
  },
  Included: {
    type: 'object',
    properties: { type: { type: 'string' }, id: { type: 'string' } },
    required: ['type', 'id'],
  },
  Meta: {
    type: 'object',
    properties: {
      version: { type: 'string', const: 'v1' },
      included_truncated: truncated,
      data_truncated: cut,
    },
    required: ['version'],
  },
  PageLinks: {
    type: 'object',
    properties: {
      first: url,
      last: url,
      next: { type: ['string', 'null'], format: 'uri' },
      prev: { type: ['string', 'null'], format: 'uri' },
    },
    required: ['first', 'last', 'next', 'prev'],
  },
  PageMeta: {
    type: 'object',
    properties: {
      version: { type: 'string', const: 'v1' },
      included_truncated: truncated,
      pagination: {
        type: 'object',
        properties: { page: { type: 'integer', minimum: 1 }, pages: count, count },
        required: ['page', 'pages', 'count'],
      },
    },
    required: ['version'],
  },
}
