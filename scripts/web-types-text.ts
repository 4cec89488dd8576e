/** The attributes of each resource of an OpenAPI document, as TypeScript. */

interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const quoted = (value: string): string => `'${value.replaceAll("'", "\\'")}'`
const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : quoted(name))
const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return 'unknown'
  return types.map((type) => compound(schema, type)).join(' | ')
}

function compound({ items, properties, additionalProperties }: Schema, type: string): string {
  if (type === 'array') {
    const item = typeOf(items ?? {})
    return `readonly ${/[ |]/.test(item) ? `(${item})` : item}[]`
  }
  if (type === 'object') {
    if (properties) return `{ ${members(properties).join('; ')} }`
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Readonly<Record<string, ${value}>>`
  }
  return plain[type] ?? 'unknown'
}

const members = (properties: Readonly<Record<string, Schema>>): readonly string[] =>
  Object.entries(properties).map(([name, schema]) => `readonly ${key(name)}: ${typeOf(schema)}`)

/**
 * `Attributes`: by resource type, what a document of the API shows. A type with several shapes has the first of them,
 * which is the one that a GET of it returns.
 */
export function typesOf({ components }: Document): string {
  const shapes = new Map<string, Readonly<Record<string, Schema>>>()
  for (const { properties } of Object.values(components.schemas)) {
    const { type, id, attributes } = properties ?? {}
    if (!type?.const || !id || !attributes?.properties) continue
    if (!shapes.has(type.const)) shapes.set(type.const, attributes.properties)
  }
  const interfaces = [...shapes].map(
    ([type, properties]) =>
      `  readonly ${key(type)}: {\n${members(properties)
        .map((member) => `    ${member}\n`)
        .join('')}  }\n`,
  )
  return (
    '// Generated from contract/openapi.json: npm run web:types\n\n' +
    '/** By resource type, the attributes that a document of the API shows. */\n' +
    `export interface Attributes {\n${interfaces.join('')}}\n`
  )
}
