/**
 * The embedded fonts of one document: the codes of the glyphs that it draws, and the objects that describe them. Sources:
 * ISO 32000-1:2008, 9.4.3, 9.6, 9.7, 9.8, 9.10, 14.9.4.
 */
import { createHash } from 'node:crypto'
import { loaded } from './faces.ts'
import { type Add, number, stream, utf16 } from './objects.ts'
import type { Face } from './scripts.ts'
import type { Glyph, ShapedLine, Unit } from './shaping.ts'
import { subsetOf } from './subset.ts'

/** Code 0 is not used, because readers treat it as a missing glyph. */
const mostCodes = 65_535

/** A code for each glyph and text, so that a glyph that stands for two texts is copied as each. */
interface Used {
  readonly name: string
  readonly face: Face
  readonly codes: Map<string, number>
  /** In the order of their codes. */
  readonly glyphs: Pick<Glyph, 'id' | 'text'>[]
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

export class EmbeddedFonts {
  readonly #used: Used[] = []
  readonly #latest = new Map<Face, Used>()

  /** Operators that show a line in a text object, from where it is positioned. */
  shown({ units }: ShapedLine, size: number): string {
    const out = new Operators(size)
    for (const unit of units) {
      if (isIndirect(unit)) out.begin(unit.text)
      for (const glyph of unit.glyphs) {
        const { name, code } = this.#codeOf(unit.face, glyph)
        out.glyph(name, code, { ...glyph, width: widthOf(unit.face, glyph.id) })
      }
      if (isIndirect(unit)) out.end()
    }
    return out.text()
  }

  #codeOf(face: Face, { id, text }: Glyph): { readonly name: string; readonly code: number } {
    let used = this.#latest.get(face)
    if (!used || used.glyphs.length === mostCodes) {
      used = { name: `embedded${this.#used.length}`, face, codes: new Map(), glyphs: [] }
      this.#used.push(used)
      this.#latest.set(face, used)
    }
    const key = `${id} ${text}`
    const known = used.codes.get(key)
    if (known !== undefined) return { name: used.name, code: known }
    const code = used.glyphs.push({ id, text })
    used.codes.set(key, code)
    return { name: used.name, code }
  }

  /** Entries of the fonts of a page, such as `/embedded0 12 0 R`. */
  written(add: Add): string[] {
    return this.#used.map((used) => `/${used.name} ${fontObject(used, add)} 0 R`)
  }
}

const widthOf = (face: Face, id: number): number => {
  const { font, scale } = loaded(face)
  return font.glyphHAdvance(id) * scale
}

/**
 * Codes cannot say what its glyphs stand for: there are more glyphs than signs, or some are raised, which readers take for
 * another line. The text of a span is not turned around, so it is not for text that is read from right to left.
 */
const isIndirect = ({ glyphs, text, isRightToLeft }: Unit): boolean =>
  !isRightToLeft && (glyphs.length > [...text].length || glyphs.some(({ y }) => y !== 0))

/** The operators of one line. */
class Operators {
  readonly #done: string[] = []
  readonly #size: number
  #array = ''
  #font = ''
  #rise = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Begins glyphs that stand for a text together. */
  begin(text: string): void {
    this.#flush()
    this.#done.push(`/Span << /ActualText <feff${utf16(text)}> >> BDC`)
  }

  end(): void {
    this.#flush()
    this.#done.push('EMC')
  }

  glyph(
    font: string,
    code: number,
    { advance, x, y, width }: Omit<Glyph, 'id' | 'text'> & { readonly width: number },
  ): void {
    if (font !== this.#font) {
      this.#flush()
      this.#done.push(`/${font} ${number(this.#size)} Tf`)
      this.#font = font
    }
    if (y !== this.#rise) {
      this.#flush()
      this.#done.push(`${number((y * this.#size) / 1_000)} Ts`)
      this.#rise = y
    }
    this.#move(x)
    this.#array += `<${hex4(code)}>`
    this.#move(advance - x - width)
  }

  text(): string {
    this.#flush()
    if (this.#rise !== 0) this.#done.push('0 Ts')
    return this.#done.join(' ')
  }

  /** To the right, in thousandths of the size. */
  #move(distance: number): void {
    if (Math.abs(distance) >= 0.01) this.#array += number(-distance)
  }

  #flush(): void {
    if (this.#array !== '') this.#done.push(`[${this.#array.replaceAll('><', '')}] TJ`)
    this.#array = ''
  }
}

function fontObject({ face, glyphs }: Used, add: Add): number {
  const map = Buffer.alloc(2 * (glyphs.length + 1))
  for (const [at, { id }] of glyphs.entries()) map.writeUInt16BE(id, 2 * (at + 1))
  const hash = createHash('sha256').update(map).digest()
  const prefix = [...hash.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26)))
  const name = `${prefix.join('')}+${face}`
  const widths = glyphs.map(({ id }) => number(widthOf(face, id))).join(' ')
  const file = subsetOf(face, new Set(glyphs.map(({ id }) => id)))
  const fontFile = add(stream(file, `/Length1 ${file.length} `))
  const descriptor = add(descriptorOf(face, name, fontFile))
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 1000 /W [1 [${widths}]] /CIDToGIDMap ${add(stream(map))} 0 R >>`,
  )
  const toUnicode = add(stream(unicodesOf(glyphs)))
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
  )
}

function descriptorOf(face: Face, name: string, fontFile: number): string {
  const { font, scale } = loaded(face)
  const { ascender, descender } = font.hExtents()
  const head = Buffer.from(font.face.referenceTable('head') ?? [])
  const box = [36, 38, 40, 42].map((at) => number(head.readInt16BE(at) * scale))
  return `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${box.join(' ')}] /ItalicAngle 0 /Ascent ${number(ascender * scale)} /Descent ${number(descender * scale)} /CapHeight 714 /StemV 80 /FontFile2 ${fontFile} 0 R >>`
}

/** At most 100 codes in a block. */
function unicodesOf(glyphs: Used['glyphs']): string {
  const rows = glyphs.flatMap(({ text }, at) =>
    text === '' ? [] : [`<${hex4(at + 1)}> <${utf16(text)}>`],
  )
  const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_, at) => {
    const own = rows.slice(at * 100, (at + 1) * 100)
    return `${own.length} beginbfchar\n${own.join('\n')}\nendbfchar\n`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}
