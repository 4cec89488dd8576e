/** Blocks as Slack takes them, as far as we use them: what is not named is refused. */
import { Ajv2020 } from 'ajv/dist/2020.js'

const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const plain = (maxLength: number) =>
  object({ type: { const: 'plain_text' }, text: { type: 'string', minLength: 1, maxLength } }, [
    'type',
    'text',
  ])
const mrkdwn = object(
  {
    type: { const: 'mrkdwn' },
    text: { type: 'string', minLength: 1, maxLength: 3_000 },
    verbatim: { type: 'boolean' },
  },
  ['type', 'text'],
)
const schema = {
  type: 'array',
  maxItems: 50,
  items: {
    oneOf: [
      object({ type: { const: 'header' }, text: plain(150) }, ['type', 'text']),
      object({ type: { const: 'section' }, text: mrkdwn }, ['type', 'text']),
      object(
        {
          type: { const: 'context' },
          elements: { type: 'array', items: mrkdwn, minItems: 1, maxItems: 10 },
        },
        ['type', 'elements'],
      ),
    ],
  },
}
const validate = new Ajv2020({ strict: true }).compile(schema)

/** Slack's error, or null. */
export function blocksFault(blocks: unknown): 'invalid_blocks' | 'msg_blocks_too_long' | null {
  if (!validate(blocks)) return 'invalid_blocks'
  // Between what was seen to be taken and what was refused.
  return textsOf(blocks).join('').length > 9_600 ? 'msg_blocks_too_long' : null
}

/** All texts of blocks, as they are sent. */
export function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  const { text, elements } = value as { text?: unknown; elements?: unknown }
  return typeof text === 'string' ? [text] : [...textsOf(text), ...textsOf(elements)]
}

/** What Slack makes of a text: links, mentions and commands are between `<` and `>`. */
export const markupOf = (text: string): readonly string[] => text.match(/<[^>]*>/g) ?? []
