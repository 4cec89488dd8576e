/**
 * The nodes and marks of Atlassian's document format that we use, strictly: unnamed ones are refused. On 2026-11-23 the
 * schema of @atlaskit/adf-schema 57.7.22 took 301 random documents of ours that this one took; the package itself
 * brings too much along to be kept for tests.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'

const node = (type: string, more: object, required: readonly string[] = []) => ({
  type: 'object',
  properties: { type: { const: type }, ...more },
  required: ['type', ...required],
  additionalProperties: false,
})
const content = (items: object, minItems = 0) => ({ content: { type: 'array', items, minItems } })
const ref = (name: string) => ({ $ref: `#/$defs/${name}` })

const schema = {
  ...node(
    'doc',
    {
      version: { const: 1 },
      ...content({ oneOf: ['paragraph', 'heading', 'table', 'bulletList'].map(ref) }),
    },
    ['version', 'content'],
  ),
  $defs: {
    text: node(
      'text',
      {
        text: { type: 'string', minLength: 1 },
        marks: { type: 'array', items: { oneOf: [ref('strong'), ref('code'), ref('link')] } },
      },
      ['text'],
    ),
    strong: node('strong', {}),
    code: node('code', {}),
    link: node(
      'link',
      {
        attrs: {
          type: 'object',
          properties: { href: { type: 'string', pattern: '^https?://' } },
          required: ['href'],
          additionalProperties: false,
        },
      },
      ['attrs'],
    ),
    paragraph: node('paragraph', content(ref('text'))),
    heading: node(
      'heading',
      {
        attrs: {
          type: 'object',
          properties: { level: { type: 'integer', minimum: 1, maximum: 6 } },
          required: ['level'],
          additionalProperties: false,
        },
        ...content(ref('text')),
      },
      ['attrs'],
    ),
    table: node('table', content(ref('tableRow'), 1), ['content']),
    tableRow: node('tableRow', content({ oneOf: [ref('tableCell'), ref('tableHeader')] }), [
      'content',
    ]),
    tableCell: node('tableCell', content(ref('paragraph'), 1), ['content']),
    tableHeader: node('tableHeader', content(ref('paragraph'), 1), ['content']),
    bulletList: node('bulletList', content(ref('listItem'), 1), ['content']),
    listItem: node('listItem', content(ref('paragraph'), 1), ['content']),
  },
}

const validate = new Ajv2020({ strict: true, allErrors: false }).compile(schema)

/** Why a document is invalid; null for a valid one. */
export function adfFault(document: unknown): string | null {
  if (validate(document)) return null
  const [first] = validate.errors ?? []
  return `${first?.instancePath} ${first?.message}`
}

/** All the text of a document, as a reader reads it. */
export function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  const { text, content: inner } = value as { text?: unknown; content?: unknown }
  return [...(typeof text === 'string' ? [text] : []), ...textsOf(inner)]
}
