/** A digest as blocks. Texts come from scanned accounts: what Slack would read as markup is escaped or replaced. */
import {
  type Digest,
  type DigestLine,
  type DigestSection,
  linesOf,
  sectionTitle,
  windowTitle,
} from '../digest.ts'
import { shortLine, webLink } from '../plain-text.ts'
import { slackLimits } from './limits.ts'

interface Mrkdwn {
  readonly type: 'mrkdwn'
  readonly text: string
  /** Nothing but our own markup becomes a link or a mention. */
  readonly verbatim: true
}
export type SlackBlock =
  | {
      readonly type: 'header'
      readonly text: { readonly type: 'plain_text'; readonly text: string }
    }
  | { readonly type: 'section'; readonly text: Mrkdwn }
  | { readonly type: 'context'; readonly elements: readonly Mrkdwn[] }

export interface SlackContent {
  /** What notifications show. */
  readonly text: string
  readonly blocks: readonly SlackBlock[]
}

/** Sections that are shown; there are six conditions. */
const mostSections = 10
const mostLines = 50
/** Code units of one text of a line, before it is escaped. */
const partMax = 120
const lineMax = 700

export function renderDigest(digest: Digest): SlackContent {
  const { rule, window, link } = digest
  const sections = digest.sections.slice(0, mostSections)
  const name = shortLine(rule.name, slackLimits.header) || 'Plumbline'
  const head: SlackBlock[] = [
    { type: 'header', text: { type: 'plain_text', text: name } },
    { type: 'context', elements: [mrkdwn(escaped(windowTitle(window), 100))] },
  ]
  const description = escaped(shortLine(rule.description, 400), 600)
  if (description !== '') head.push(section(description))
  const tail = seenIn(link)
  let left = slackLimits.message - lengthOf([...head, ...tail])
  const shown = sections.flatMap((one, at) => {
    const blocks = sectionBlocks(one, Math.floor(left / (sections.length - at)))
    left -= lengthOf(blocks)
    return blocks
  })
  const counts = sections.map(sectionTitle).join(', ')
  const text = escaped(`${name}: ${counts || 'nothing'}`, 1_000)
  return { text, blocks: [...head, ...shown, ...tail] }
}

/** A title, then as many lines as `room` code units take, then how many more there are. */
function sectionBlocks(digested: DigestSection, room: number): readonly SlackBlock[] {
  const title = section(`*${escaped(sectionTitle(digested), 100)}*`)
  const lines = linesOf(digested, { count: mostLines, max: partMax }).map(lineOf)
  const blocks: SlackBlock[] = [title]
  let left = room - lengthOf([title]) - 40 // for how many more
  let named = 0
  let text = ''
  for (const line of lines) {
    if (line.length + 1 > left) break
    if (text.length + line.length + 1 > slackLimits.section) {
      blocks.push(section(text))
      text = ''
    }
    text = text === '' ? line : `${text}\n${line}`
    left -= line.length + 1
    named += 1
  }
  if (text !== '') blocks.push(section(text))
  const more = digested.total - named
  if (more > 0)
    blocks.push({
      type: 'context',
      elements: [mrkdwn(named === 0 ? `${more} in all` : `and ${more} more`)],
    })
  return blocks
}

function lineOf({ mark, name, link, rest }: DigestLine): string {
  const href = addressOf(link)
  const shown = escaped(name, 250)
  const linked = href === null ? shown : `<${href}|${shown}>`
  const about = rest === '' ? '' : ` – ${escaped(rest, Math.max(60, lineMax - linked.length - 30))}`
  return `• *${mark}* ${linked}${about}`
}

/** Escaped for use between `<` and `|`. */
function addressOf(link: string | null): string | null {
  const href = webLink(link, 300)
  return href === null ? null : href.replaceAll('|', '%7C').replaceAll('&', '&amp;')
}

const seenIn = (link: string | null): readonly SlackBlock[] => {
  const href = addressOf(link)
  return href === null ? [] : [section(`<${href}|See all of it in Plumbline>`)]
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Nothing escapes these: they are shown as what looks like them.
  '*': '∗',
  '`': 'ˋ',
  '~': '∼',
}

/** At most `max` code units when it is escaped; no escape is cut in two. */
function escaped(text: string, max: number): string {
  let found = ''
  for (const letter of text) {
    const next = escapes[letter] ?? letter
    if (found.length + next.length > max - 1) return `${found}…`
    found += next
  }
  return found
}

const mrkdwn = (text: string): Mrkdwn => ({ type: 'mrkdwn', text, verbatim: true })
const section = (text: string): SlackBlock => ({ type: 'section', text: mrkdwn(text) })

/** Code units of all texts. */
const lengthOf = (blocks: readonly SlackBlock[]): number =>
  blocks.reduce((sum, block) => {
    const texts = block.type === 'context' ? block.elements : [block.text]
    return sum + texts.reduce((inner, { text }) => inner + text.length, 0)
  }, 0)
