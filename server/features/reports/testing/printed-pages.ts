/** Reads PDFs back: objects, pages, texts and the glyphs of embedded fonts. */
import { equal } from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

interface EmbeddedFont {
  /** As in the file, without the prefix of a subset. */
  readonly name: string
  /** What a reader copies for a code. */
  readonly texts: ReadonlyMap<number, string>
  /** Glyphs of the font file by their codes. */
  readonly glyphs: readonly number[]
  readonly file: Buffer
}

export interface PrintedPage {
  readonly drawn: string
  /** Links and their targets. */
  readonly links: readonly string[]
  readonly fonts: ReadonlyMap<string, EmbeddedFont>
}

export interface PrintedGlyph {
  readonly font: EmbeddedFont
  readonly id: number
  readonly text: string
}

/** Objects by their numbers, each at its offset in the table of the file. */
function objectsOf(file: Buffer): ReadonlyMap<number, Buffer> {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1'))?.[1])
  const table = file.toString('latin1', start)
  const [, count] = /^xref\n0 (\d+)\n/.exec(table) ?? []
  const places = [...table.matchAll(/(\d{10}) (\d{5}) n \n/g)].map(([, place]) => Number(place))
  equal(places.length, Number(count) - 1)
  return new Map(
    places.map((place, at) => {
      const head = `${at + 1} 0 obj\n`
      equal(file.toString('latin1', place, place + head.length), head)
      const end = (places[at + 1] ?? start) - '\nendobj\n'.length
      equal(file.toString('latin1', end, end + 8), '\nendobj\n')
      return [at + 1, file.subarray(place + head.length, end)]
    }),
  )
}

function contentOf(object: Buffer): Buffer {
  const from = object.indexOf('stream\n') + 7
  return inflateSync(object.subarray(from, object.lastIndexOf('\nendstream')))
}

const references = (list: string | undefined): number[] =>
  [...(list ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

export function pagesOf(file: Buffer): PrintedPage[] {
  const objects = objectsOf(file)
  const bodyOf = (id: number | string | undefined): Buffer =>
    objects.get(Number(id)) ?? Buffer.alloc(0)
  const fontOf = (id: string | undefined): EmbeddedFont => {
    const font = bodyOf(id).toString('latin1')
    const cids = bodyOf(/DescendantFonts \[(\d+) 0 R/.exec(font)?.[1]).toString('latin1')
    const descriptor = bodyOf(/FontDescriptor (\d+) 0 R/.exec(cids)?.[1]).toString('latin1')
    const map = contentOf(bodyOf(/CIDToGIDMap (\d+) 0 R/.exec(cids)?.[1]))
    const unicodes = contentOf(bodyOf(/ToUnicode (\d+) 0 R/.exec(font)?.[1])).toString('latin1')
    const texts = [...unicodes.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)]
    return {
      name: /BaseFont \/[A-Z]{6}\+(\w+)/.exec(font)?.[1] ?? '',
      texts: new Map(
        texts.map(([, code = '', hex = '']) => [Number.parseInt(code, 16), utf16(hex)]),
      ),
      glyphs: Array.from({ length: map.length / 2 }, (_, at) => map.readUInt16BE(2 * at)),
      file: contentOf(bodyOf(/FontFile2 (\d+) 0 R/.exec(descriptor)?.[1])),
    }
  }
  const fonts = new Map<string, EmbeddedFont>()
  const tree = [...objects.values()].map(String).find((body) => body.includes('/Type /Pages')) ?? ''
  return references(/\/Kids \[(.*?)\]/.exec(tree)?.[1]).map((id) => {
    const body = bodyOf(id).toString('latin1')
    for (const [, name = '', font] of body.matchAll(/\/(embedded\d+) (\d+) 0 R/g))
      if (!fonts.has(name)) fonts.set(name, fontOf(font))
    return {
      drawn: contentOf(bodyOf(/\/Contents (\d+) 0 R/.exec(body)?.[1])).toString('latin1'),
      links: references(/\/Annots \[(.*?)\]/.exec(body)?.[1]).map((mark) =>
        bodyOf(mark).toString('latin1'),
      ),
      fonts,
    }
  })
}

/** Texts in the base fonts, and in embedded ones from left to right as a reader copies them. */
export function textsIn({ drawn, fonts }: PrintedPage): string[] {
  return [...drawn.matchAll(/^BT (.*) ET$/gm)].map(([, operators = '']) => {
    const [, base] = /<([0-9a-f]*)> Tj$/.exec(operators) ?? []
    if (base !== undefined) return Buffer.from(base, 'hex').toString('latin1')
    return spansIn(operators)
      .map(
        ({ text, shown }) =>
          text ??
          glyphsIn(shown, fonts)
            .map((glyph) => glyph.text)
            .join(''),
      )
      .join('')
  })
}

/** Glyphs of embedded fonts on a page, from left to right. */
export const printedGlyphs = ({ drawn, fonts }: PrintedPage): PrintedGlyph[] =>
  [...drawn.matchAll(/^BT (.*) ET$/gm)].flatMap(([, operators = '']) => glyphsIn(operators, fonts))

interface Span {
  /** Replaces what its glyphs stand for. */
  readonly text?: string
  readonly shown: string
}

function spansIn(operators: string): Span[] {
  let font = ''
  return operators.split(/(?<=EMC)|(?=\/Span)/).map((part) => {
    const shown = `${font} ${part}`
    font = [...part.matchAll(/\/embedded\d+ [\d.]+ Tf/g)].at(-1)?.[0] ?? font
    const [, hex] = /\/ActualText <feff([0-9a-f]*)>/.exec(part) ?? []
    return hex === undefined ? { shown } : { shown, text: utf16(hex) }
  })
}

function glyphsIn(operators: string, fonts: PrintedPage['fonts']): PrintedGlyph[] {
  let font: EmbeddedFont | undefined
  return [...operators.matchAll(/\/(embedded\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(
    ([, name, array = '']) => {
      if (name !== undefined) font = fonts.get(name)
      const used = font
      if (!used || name !== undefined) return []
      const codes = [...array.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) =>
        (hex.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16)),
      )
      return codes.map((code) => ({
        font: used,
        id: used.glyphs[code] ?? 0,
        text: used.texts.get(code) ?? '',
      }))
    },
  )
}
