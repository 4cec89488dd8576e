/**
 * Text as glyphs of the embedded fonts, in the order in which they are drawn. Loaded when a text needs it: the fonts stay
 * in memory afterwards. Sources: Unicode Standard Annex 9; the manual of HarfBuzz, "Clusters".
 */
import bidiAlgorithm, { type Bidi, type EmbeddingLevels } from 'bidi-js'
import { Buffer as Shaped, Direction, type Font, shape } from 'harfbuzzjs'
import { type LoadedFace, loaded } from './faces.ts'
import { type Face, type Script, scriptOf, sharedFaces } from './scripts.ts'

/** Lengths are thousandths of the size. */
export interface Glyph {
  readonly id: number
  /** What it stands for. Empty if its unit has more glyphs than signs. */
  readonly text: string
  /** From its origin to that of the next one. */
  readonly advance: number
  readonly x: number
  readonly y: number
}

/** What is never broken: a grapheme, or several that share a glyph. */
export interface Unit {
  readonly text: string
  readonly face: Face
  /** From left to right. */
  readonly glyphs: readonly Glyph[]
  readonly width: number
  readonly isRightToLeft: boolean
  /** No font has it, so it is a box. */
  readonly isMissing: boolean
}

/** Units of one line, from left to right. */
export interface ShapedLine {
  readonly units: readonly Unit[]
  readonly width: number
}

/** Graphemes that are shaped together. `from` and `to` are places in the text. */
interface Run {
  readonly face: Face
  readonly tag: string | undefined
  readonly isRightToLeft: boolean
  readonly isMissing: boolean
  readonly from: number
  to: number
}

/** Bounds the memory of one call. */
const longestRun = 1_000
/** Letters around a run select the forms at its ends. */
const context = 8

// The types are those of its ES module, but Node loads the other one, which is the function itself.
const bidi = (bidiAlgorithm as unknown as () => Bidi)()
const shaped = new Shaped()
const hasRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const isIgnorable = /^\p{Default_Ignorable_Code_Point}$/u

export class Paragraph {
  readonly units: readonly Unit[]
  readonly #text: string
  readonly #starts: readonly number[]
  readonly #levels: EmbeddingLevels | undefined

  constructor(graphemes: readonly string[]) {
    this.#text = graphemes.join('')
    // The page is written from left to right, and so is a line that has both directions.
    if (hasRightToLeft.test(this.#text)) this.#levels = bidi.getEmbeddingLevels(this.#text, 'ltr')
    const language = languageOf(this.#text)
    const starts = startsOf(graphemes)
    this.units = this.#runs(graphemes).flatMap((run) =>
      shapedRun(this.#text, run, { starts, language }),
    )
    this.#starts = [...startsOf(this.units.map(({ text: own }) => own))]
  }

  /** The units `from` to `to`, the last exclusive, as a line. */
  line(from: number, to: number): ShapedLine {
    const own = this.units.slice(from, to)
    const units = this.#levels && own.length > 1 ? this.#reordered(own, from, this.#levels) : own
    return { units, width: own.reduce((sum, { width }) => sum + width, 0) }
  }

  #reordered(own: readonly Unit[], from: number, levels: EmbeddingLevels): Unit[] {
    const start = this.#starts[from] ?? 0
    const end = own.reduce((sum, { text }) => sum + text.length, start)
    const places = Array.from({ length: end - start }, (_, at) => start + at)
    for (const [first = 0, last = 0] of bidi.getReorderSegments(
      this.#text,
      levels,
      start,
      end - 1,
    )) {
      const turned = places.slice(first - start, last - start + 1).toReversed()
      places.splice(first - start, turned.length, ...turned)
    }
    const unitAt = new Map(own.map((unit, at) => [this.#starts[from + at], unit]))
    return places.flatMap((place) => unitAt.get(place) ?? [])
  }

  #runs(graphemes: readonly string[]): Run[] {
    const runs: Run[] = []
    let from = 0
    let script: Script | undefined
    for (const grapheme of graphemes) {
      const last = runs.at(-1)
      script = scriptOf(grapheme, script) ?? script
      const face = faceFor(grapheme, [script?.face, last?.face, ...sharedFaces])
      const run = {
        face: face ?? 'NotoSans',
        tag: script?.tag,
        isRightToLeft: (this.#levels?.levels[from] ?? 0) % 2 === 1,
        isMissing: face === undefined,
        from,
        to: from + grapheme.length,
      }
      if (last && isSame(last, run) && run.to - last.from <= longestRun) last.to = run.to
      else runs.push(run)
      from = run.to
    }
    return runs
  }
}

const isSame = (one: Run, other: Run): boolean =>
  one.face === other.face &&
  one.tag === other.tag &&
  one.isRightToLeft === other.isRightToLeft &&
  one.isMissing === other.isMissing

function startsOf(parts: readonly string[]): Set<number> {
  const starts = new Set<number>()
  let at = 0
  for (const { length } of parts) {
    starts.add(at)
    at += length
  }
  return starts
}

/** Han characters have other forms in Japanese. */
const languageOf = (text: string): string =>
  /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? 'ja' : 'zh-hans'

/** The first font with all glyphs of a grapheme. Undefined if there is none. */
function faceFor(grapheme: string, candidates: readonly (Face | undefined)[]): Face | undefined {
  const signs = [...grapheme].filter((sign) => !isIgnorable.test(sign))
  return candidates.find(
    (face) => face !== undefined && signs.every((sign) => canDraw(loaded(face), sign)),
  )
}

const canDraw = ({ font }: LoadedFace, sign: string): boolean =>
  font.nominalGlyph(sign.codePointAt(0) ?? 0) !== undefined ||
  (sign.normalize('NFD') !== sign &&
    [...sign.normalize('NFD')].every(
      (part) => font.nominalGlyph(part.codePointAt(0) ?? 0) !== undefined,
    ))

function shapedRun(
  text: string,
  run: Run,
  { starts, language }: { readonly starts: ReadonlySet<number>; readonly language: string },
): Unit[] {
  const before = Math.max(0, run.from - context)
  const { font, scale } = loaded(run.face)
  shaped.reset()
  shaped.addText(text.slice(before, run.to + context), run.from - before, run.to - run.from)
  shaped.setDirection(run.isRightToLeft ? Direction.RTL : Direction.LTR)
  shaped.setScript(run.tag ?? 'Zyyy')
  shaped.setLanguage(language)
  shape(font, shaped)
  const glyphs = shaped.getGlyphInfosAndPositions().map((glyph) => ({
    id: glyph.codepoint,
    at: before + glyph.cluster,
    advance: (glyph.xAdvance ?? 0) * scale,
    x: (glyph.xOffset ?? 0) * scale,
    y: (glyph.yOffset ?? 0) * scale,
  }))
  const logical = run.isRightToLeft ? glyphs.toReversed() : glyphs
  const groups: { readonly at: number; readonly glyphs: typeof glyphs }[] = []
  for (const glyph of logical) {
    const group = groups.at(-1)
    if (group && (glyph.at === group.at || !starts.has(glyph.at))) group.glyphs.push(glyph)
    else groups.push({ at: glyph.at, glyphs: [glyph] })
  }
  return groups.map(({ at, glyphs: own }, place) => {
    const words = text.slice(at, groups[place + 1]?.at ?? run.to)
    const parts = named(own, words)
    return {
      text: words,
      face: run.face,
      isRightToLeft: run.isRightToLeft,
      glyphs: run.isRightToLeft
        ? parts.flatMap((glyph) => eachSign(glyph, font)).toReversed()
        : parts,
      width: own.reduce((sum, { advance }) => sum + advance, 0),
      isMissing: run.isMissing,
    }
  })
}

/**
 * A ligature that is read from right to left as a glyph for each sign, of which only the first is visible. Readers turn
 * what they find from left to right around, and several of them the signs of a code, too.
 */
function eachSign(glyph: Glyph, font: Font): Glyph[] {
  const [first = '', ...more] = glyph.text
  const space = font.nominalGlyph(0x20)
  if (more.length === 0 || space === undefined) return [glyph]
  const blank = { id: space, advance: 0, x: 0, y: 0 }
  return [{ ...glyph, text: first }, ...more.map((text) => ({ ...blank, text }))]
}

/** Each glyph in the order of the text stands for a sign, and the last for the rest. */
function named(glyphs: readonly Omit<Glyph, 'text'>[], words: string): Glyph[] {
  const signs = [...words]
  return glyphs.map(({ id, advance, x, y }, at) => {
    const text = at < glyphs.length - 1 ? (signs[at] ?? '') : signs.slice(at).join('')
    return { id, text, advance, x, y }
  })
}
