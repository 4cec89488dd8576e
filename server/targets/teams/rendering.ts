/** A digest as an Adaptive Card. Texts from scanned accounts are text runs, which know no markup. */
import {
  type Digest,
  type DigestLine,
  type DigestSection,
  linesOf,
  sectionTitle,
  windowTitle,
} from '../digest.ts'
import { shortLine, webLink } from '../plain-text.ts'
import { teamsLimits } from './limits.ts'

interface OpenUrl {
  readonly type: 'Action.OpenUrl'
  readonly url: string
  readonly title?: string
}
export interface TextRun {
  readonly type: 'TextRun'
  readonly text: string
  readonly size?: 'large' | 'medium'
  readonly weight?: 'bolder'
  readonly isSubtle?: true
  readonly selectAction?: OpenUrl
}
export interface RichTextBlock {
  readonly type: 'RichTextBlock'
  readonly inlines: readonly TextRun[]
  readonly separator?: true
}
export interface AdaptiveCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json'
  readonly type: 'AdaptiveCard'
  readonly version: '1.4'
  readonly msteams: { readonly width: 'Full' }
  readonly body: readonly RichTextBlock[]
  readonly actions?: readonly OpenUrl[]
}

/** Lines of a section, and code units of one text. The last one fits, whatever the texts are. */
const budgets = [
  { count: 20, max: 120 },
  { count: 10, max: 120 },
  { count: 10, max: 60 },
  { count: 5, max: 60 },
  { count: 2, max: 40 },
  { count: 0, max: 40 },
] as const
const mostSections = 10

export function renderDigest(digest: Digest, id: string): AdaptiveCard {
  const { rule, window, link } = digest
  for (const budget of budgets) {
    const head = [
      block({ ...run(shortLine(rule.name, 150) || 'Plumbline'), size: 'large', weight: 'bolder' }),
      block({ ...run(windowTitle(window)), isSubtle: true }),
      ...(rule.description.trim() === ''
        ? []
        : [block(run(shortLine(rule.description, 400) || '–'))]),
    ]
    const sections = digest.sections.slice(0, mostSections).flatMap((one) => blocksOf(one, budget))
    const delivery = block({ ...run(`Delivery ${shortLine(id, 100)}`), isSubtle: true })
    const card = cardOf([...head, ...sections, delivery], webLink(link, 1_000))
    if (bytesOf(card) <= teamsLimits.budgetBytes) return card
  }
  throw new Error('The smallest card is larger than Teams takes.')
}

export const renderTest = (): AdaptiveCard =>
  cardOf([block(run('Plumbline is connected to this channel.'))], null)

const bytesOf = (card: AdaptiveCard): number => Buffer.byteLength(JSON.stringify(card))

const cardOf = (body: readonly RichTextBlock[], url: string | null): AdaptiveCard => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  msteams: { width: 'Full' },
  body,
  ...(url !== null && {
    actions: [{ type: 'Action.OpenUrl', url, title: 'See all of it in Plumbline' }],
  }),
})

function blocksOf(
  section: DigestSection,
  budget: { readonly count: number; readonly max: number },
): readonly RichTextBlock[] {
  const lines = linesOf(section, budget)
  const title = { ...run(sectionTitle(section)), size: 'medium', weight: 'bolder' } as const
  const more = section.total - lines.length
  return [
    { ...block(title), separator: true },
    ...lines.map(lineOf),
    ...(more > 0 && lines.length > 0
      ? [block({ ...run(`and ${more} more`), isSubtle: true })]
      : []),
  ]
}

function lineOf({ mark, name, link, rest }: DigestLine): RichTextBlock {
  const url = webLink(link, 300)
  return block(
    { ...run(`${mark} `), weight: 'bolder' },
    { ...run(name), ...(url !== null && { selectAction: { type: 'Action.OpenUrl', url } }) },
    ...(rest === '' ? [] : [{ ...run(` – ${rest}`), isSubtle: true } as const]),
  )
}

const block = (...inlines: readonly TextRun[]): RichTextBlock => ({
  type: 'RichTextBlock',
  inlines,
})

/** Two braces would begin a function of dates. */
const run = (text: string): TextRun => ({ type: 'TextRun', text: text.replace(/\{(?=\{)/g, '{ ') })
