/** Messages with an Adaptive Card, as far as we write them: what is not named is refused. */
import { Ajv2020 } from 'ajv/dist/2020.js'

const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const openUrl = object(
  {
    type: { const: 'Action.OpenUrl' },
    url: { type: 'string', pattern: '^https?://' },
    title: { type: 'string', minLength: 1 },
  },
  ['type', 'url'],
)
const textRun = object(
  {
    type: { const: 'TextRun' },
    text: { type: 'string', minLength: 1 },
    size: { enum: ['default', 'small', 'medium', 'large', 'extraLarge'] },
    weight: { enum: ['lighter', 'default', 'bolder'] },
    isSubtle: { type: 'boolean' },
    selectAction: openUrl,
  },
  ['type', 'text'],
)
const richText = object(
  {
    type: { const: 'RichTextBlock' },
    inlines: { type: 'array', items: textRun, minItems: 1 },
    separator: { type: 'boolean' },
  },
  ['type', 'inlines'],
)
const card = object(
  {
    $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
    type: { const: 'AdaptiveCard' },
    version: { enum: ['1.2', '1.3', '1.4', '1.5'] },
    msteams: object({ width: { const: 'Full' } }, ['width']),
    body: { type: 'array', items: richText, minItems: 1 },
    actions: { type: 'array', items: openUrl, maxItems: 6 },
  },
  ['type', 'version', 'body'],
)
const message = object(
  {
    type: { const: 'message' },
    attachments: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: object(
        {
          contentType: { const: 'application/vnd.microsoft.card.adaptive' },
          contentUrl: { const: null },
          content: card,
        },
        ['contentType', 'content'],
      ),
    },
  },
  ['type', 'attachments'],
)
const ajv = new Ajv2020({ strict: true })
const isCard = ajv.compile(card)
const isMessage = ajv.compile(message)

export const cardFault = (given: unknown): string | null =>
  isCard(given) ? null : `${isCard.errors?.[0]?.instancePath} ${isCard.errors?.[0]?.message}`

export const messageFault = (given: unknown): string | null =>
  isMessage(given)
    ? null
    : `${isMessage.errors?.[0]?.instancePath} ${isMessage.errors?.[0]?.message}`

/** Texts of runs, in their order. */
export function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  const { text, body, inlines } = value as { text?: unknown; body?: unknown; inlines?: unknown }
  return [...(typeof text === 'string' ? [text] : []), ...textsOf(body), ...textsOf(inlines)]
}
