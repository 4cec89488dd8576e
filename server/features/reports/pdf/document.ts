/**
 * A PDF of pages with text, boxes, lines, links and an outline. The same drawing produces the same bytes. Source: ISO
 * 32000-1:2008, 7.3, 7.5, 8.5, 9.4, 12.3, 12.5.
 */
import { baseFonts, encoded, type Font } from './base-fonts.ts'
import type { EmbeddedFonts } from './embedded.ts'
import { embeddedFonts, isWhole, type Line, lineOf, widthIn } from './fonts.ts'
import { type Add, number, stream, utf16 } from './objects.ts'

/** A4, in points. */
export const paper = { width: 595, height: 842 }

/** `#0b6560`. */
export type Colour = `#${string}`

interface Link {
  readonly box: readonly [number, number, number, number]
  /** A page by its place, or an address. */
  readonly to: number | string
}
interface Sheet {
  readonly drawn: string[]
  readonly links: Link[]
}
interface Chapter {
  readonly title: string
  readonly page: number
  readonly y: number
}
export interface Style {
  readonly font?: Font
  readonly size?: number
  readonly colour?: Colour
  readonly align?: 'left' | 'right' | 'center'
}

const rgb = (colour: Colour): string =>
  [1, 3, 5].map((at) => number(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ')
/** A string of bytes that encode characters. */
const literal = (text: string): string => `<${encoded(text).toString('hex')}>`
/** A string that people read outside of pages: its encoding is UTF-16. */
const named = (text: string): string => `<feff${utf16(text)}>`

/** Embedded fonts have one weight. Bold is drawn with an outline, a share of the size. */
const boldOutline = 0.025

export class Pdf {
  readonly #sheets: Sheet[] = []
  readonly #chapters: Chapter[] = []
  #current = -1
  #embedded: EmbeddedFonts | undefined
  #isWhole = true

  /** False after a text with signs that no font has. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  get pages(): number {
    return this.#sheets.length
  }

  /** Begins a page, or returns to one. The origin is the top left. */
  page(at = this.#sheets.length): number {
    if (at === this.#sheets.length) this.#sheets.push({ drawn: [], links: [] })
    this.#current = at
    return at
  }

  /** One line, its baseline at `y`. `x` is its left, right or middle. Returns its width. */
  text(
    x: number,
    y: number,
    text: Line,
    { font = 'regular', size = 10, colour = '#16202a', align = 'left' }: Style = {},
  ): number {
    const line = lineOf(text)
    const width = widthIn(font, size, line)
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
    const place = `${rgb(colour)} rg ${number(left)} ${number(paper.height - y)} Td`
    if (typeof line === 'string') {
      this.#draw(`BT /${font} ${number(size)} Tf ${place} ${literal(line)} Tj ET`)
      return width
    }
    this.#embedded ??= embeddedFonts()
    this.#isWhole &&= isWhole(line)
    const shown = this.#embedded.shown(line, size)
    const outlined = `${rgb(colour)} RG ${number(size * boldOutline)} w 2 Tr ${place} ${shown} 0 Tr`
    this.#draw(`BT ${font === 'bold' ? outlined : `${place} ${shown}`} ET`)
    return width
  }

  rect(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#draw(
      `${rgb(colour)} rg ${number(x)} ${number(paper.height - y - height)} ${number(width)} ${number(height)} re f`,
    )
  }

  line(x: number, y: number, toX: number, toY: number, colour: Colour, width = 0.6): void {
    this.#draw(
      `${rgb(colour)} RG ${number(width)} w ${number(x)} ${number(paper.height - y)} m ${number(toX)} ${number(paper.height - toY)} l S`,
    )
  }

  /** A box that leads to another page, or to an address over https. */
  link(x: number, y: number, width: number, height: number, to: number | string): void {
    if (typeof to === 'string' && !/^https:\/\/[\x21-\x7e]+$/.test(to)) return
    const box = [x, paper.height - y - height, x + width, paper.height - y] as const
    this.#sheets[this.#current]?.links.push({ box, to })
  }

  /** An entry of the outline, which leads here. */
  chapter(title: string, y: number): void {
    this.#chapters.push({ title, page: this.#current, y: paper.height - y })
  }

  #draw(operator: string): void {
    this.#sheets[this.#current]?.drawn.push(operator)
  }

  /** The bytes of the file. */
  finish({
    title,
    author,
    at,
  }: {
    readonly title: string
    readonly author: string
    readonly at: Date
  }): Buffer {
    const objects: Buffer[] = []
    const add: Add = (body) => objects.push(Buffer.from(body))
    const reserve = (): number => add('')
    const fill = (id: number, body: string): void => void (objects[id - 1] = Buffer.from(body))
    const catalog = reserve()
    const tree = reserve()
    const fonts = Object.entries(baseFonts).map(([name, base]) => {
      const id = add(
        `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`,
      )
      return `/${name} ${id} 0 R`
    })
    fonts.push(...(this.#embedded?.written(add) ?? []))
    const ids = this.#sheets.map(() => reserve())
    for (const [place, { drawn, links }] of this.#sheets.entries()) {
      const content = add(stream(drawn.join('\n')))
      const marks = links.map((link) => add(annotation(link, ids)))
      fill(
        ids[place] ?? 0,
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] /Resources << /Font << ${fonts.join(' ')} >> >> /Contents ${content} 0 R /Annots [${marks.map((id) => `${id} 0 R`).join(' ')}] >>`,
      )
    }
    fill(
      tree,
      `<< /Type /Pages /Count ${ids.length} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    )
    const outline = this.#outline(ids, { add, reserve, fill })
    const day = at.toISOString().replaceAll(/\D/g, '').slice(0, 14)
    const info = add(
      `<< /Title ${named(title)} /Producer ${named(author)} /CreationDate (D:${day}Z) >>`,
    )
    fill(
      catalog,
      `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outline} 0 R /PageMode /UseOutlines /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    )
    return written(objects, { catalog, info })
  }

  #outline(
    pages: readonly number[],
    {
      add,
      reserve,
      fill,
    }: {
      add: (body: string) => number
      reserve: () => number
      fill: (id: number, body: string) => void
    },
  ): number {
    const root = reserve()
    const ids = this.#chapters.map(() => reserve())
    for (const [at, { title, page, y }] of this.#chapters.entries()) {
      const next = ids[at + 1] === undefined ? '' : `/Next ${ids[at + 1]} 0 R`
      const before = at === 0 ? '' : `/Prev ${ids[at - 1]} 0 R`
      fill(
        ids[at] ?? add(''),
        `<< /Title ${named(title)} /Parent ${root} 0 R ${next} ${before} /Dest [${pages[page]} 0 R /XYZ 0 ${number(y)} 0] >>`,
      )
    }
    const ends = ids.length === 0 ? '' : `/First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R`
    fill(root, `<< /Type /Outlines ${ends} /Count ${ids.length} >>`)
    return root
  }
}

function annotation({ box, to }: Link, pages: readonly number[]): string {
  const place = `/Type /Annot /Subtype /Link /Border [0 0 0] /Rect [${box.map(number).join(' ')}]`
  if (typeof to === 'number')
    return `<< ${place} /Dest [${pages[to]} 0 R /XYZ 0 ${paper.height} 0] >>`
  const address = to.replaceAll(/[()\\]/g, (sign) => `\\${sign}`)
  return `<< ${place} /A << /S /URI /URI (${address}) >> >>`
}

/** Header, objects, the table of where each begins, trailer. */
function written(
  objects: readonly Buffer[],
  { catalog, info }: { catalog: number; info: number },
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let at = parts[0]?.length ?? 0
  const places = objects.map((body, index) => {
    const object = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ])
    parts.push(object)
    at += object.length
    return at - object.length
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
