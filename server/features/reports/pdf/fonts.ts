/** Lines of text: in the fonts of every reader where those have the signs, else in embedded fonts. */
import { basicLines, basicWidth, type Font, isBasic } from './base-fonts.ts'
import { graphemesOf } from './graphemes.ts'
import type * as embedded from './embedded.ts'
import { FontsNeeded } from './needed.ts'
import type * as shaping from './shaping.ts'
import type { Paragraph, ShapedLine, Unit } from './shaping.ts'

/** A text in the base fonts, or glyphs. */
export type Line = string | ShapedLine

type Embedding = typeof shaping & typeof embedded

let embedding: Embedding | undefined

async function load(): Promise<void> {
  embedding = { ...(await import('./shaping.ts')), ...(await import('./embedded.ts')) }
}

function loaded(): Embedding {
  if (!embedding) throw new FontsNeeded(load)
  return embedding
}

/** Draws, and draws again each time that a font was needed and has been loaded. Most drawings need none. */
export async function withFonts<Drawn>(draw: () => Drawn): Promise<Drawn> {
  for (;;) {
    try {
      return draw()
    } catch (error) {
      if (!(error instanceof FontsNeeded)) throw error
      await error.load()
    }
  }
}

/** For one document. */
export function embeddedFonts(): embedded.EmbeddedFonts {
  const { EmbeddedFonts } = loaded()
  return new EmbeddedFonts()
}

function prepared(text: string): string | Paragraph {
  if (isBasic(text)) return text
  const graphemes = graphemesOf(text)
  const composed = graphemes.join('')
  if (isBasic(composed)) return composed
  const { Paragraph: Shaped } = loaded()
  return new Shaped(graphemes)
}

export function lineOf(text: string | ShapedLine): Line {
  if (typeof text !== 'string') return text
  const ready = prepared(text)
  return typeof ready === 'string' ? ready : ready.line(0, ready.units.length)
}

/** Of a line of text, in points. */
export const widthIn = (font: Font, size: number, text: Line): number => {
  const line = lineOf(text)
  return typeof line === 'string' ? basicWidth(font, size, line) : (line.width * size) / 1_000
}

/** The fonts have every sign. */
export const isWritable = (text: string): boolean => {
  const line = lineOf(text)
  return typeof line === 'string' || isWhole(line)
}
export const isWhole = ({ units }: ShapedLine): boolean => !units.some(({ isMissing }) => isMissing)

/** Lines no wider than `most`; a word that is wider is cut between graphemes. */
export function wrapped(font: Font, size: number, text: string, most: number): Line[] {
  const ready = prepared(text.replaceAll(/\s+/g, ' ').trim())
  if (typeof ready === 'string') return basicLines(font, size, ready, most)
  return shapedLines(ready, (most * 1_000) / size)
}

/** Scripts without spaces: a line can end after a character, but not before punctuation. */
const isBreakable = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const isPunctuation = /^\p{P}/u

const endsAfter = ({ text }: Unit, next: Unit | undefined): boolean =>
  text === ' ' || (isBreakable.test(text) && next !== undefined && !isPunctuation.test(next.text))

function shapedLines(paragraph: Paragraph, most: number): ShapedLine[] {
  const { units } = paragraph
  const lines: ShapedLine[] = []
  let from = 0
  let end = 0 // where the line can end
  let width = 0
  for (const [at, unit] of units.entries()) {
    while (at > from && unit.text !== ' ' && width + unit.width > most) {
      if (end === from) end = at
      lines.push(paragraph.line(from, units[end - 1]?.text === ' ' ? end - 1 : end))
      from = end
      width = units.slice(from, at).reduce((sum, one) => sum + one.width, 0)
    }
    width += unit.width
    if (endsAfter(unit, units[at + 1])) end = at + 1
  }
  return [...lines, paragraph.line(from, units.length)]
}
