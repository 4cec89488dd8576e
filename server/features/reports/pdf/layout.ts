/** Pages filled from the top, with a cursor, page headers and footers, and contents with page numbers. */
import type { Font } from './base-fonts.ts'
import { type Colour, paper, Pdf, type Style } from './document.ts'
import { type Line, widthIn, wrapped } from './fonts.ts'

export const colours = {
  text: '#16202a',
  muted: '#55606b',
  line: '#d9d5c9',
  sunken: '#eeece5',
  accent: '#0b6560',
  fail: '#b42318',
  pass: '#17693b',
  manual: '#6b4ba8',
  critical: '#9a1157',
  high: '#b3380a',
  medium: '#855a00',
  low: '#2b5fa6',
  informational: '#5a6570',
} as const satisfies Record<string, Colour>

export const margin = 56
export const inner = paper.width - 2 * margin
const top = 84
/** Heights of lines of the contents. */
const [chapterRow, sectionRow] = [22, 17]
const bottom = paper.height - 64

/** Above the note at the bottom of the cover. */
const missingAt = 710
export const missingSigns =
  'This report has no glyphs for some characters of the names in it and shows boxes instead. The HTML report contains the names.'

export interface Column {
  readonly name: string
  readonly width: number
  readonly align?: 'right'
}
export interface Cell {
  readonly text: string
  readonly colour?: Colour
  readonly font?: Style['font']
}

type Measured = Pick<Style, 'font' | 'size'> & { readonly width?: number }

/** What contents name: a chapter, or a section of one. */
interface Listed {
  readonly title: string
  readonly page: number
  readonly isSection: boolean
}

/** What a heading has below it on its page: a table's header and its first row, of some lines. */
const besideHeading = 110

const headSize = 8.5

/** One line, followed by an ellipsis if the text is wider. */
function cut(font: Font, size: number, text: string, most: number): Line[] {
  const [whole = '', ...rest] = wrapped(font, size, text, most)
  if (rest.length === 0) return [whole]
  const ellipsis = '…'
  const [line = ''] = wrapped(font, size, text, most - widthIn(font, size, ellipsis))
  return [line, ellipsis]
}

export class Layout {
  readonly pdf = new Pdf()
  /** The position of the next line. */
  y = top
  readonly #chapters: Listed[] = []
  readonly #head: string
  #contents = -1

  constructor(head: string) {
    this.#head = head
  }

  newPage(): void {
    this.pdf.page()
    this.y = top
  }

  /** Leaves a page for the contents, which are known at the end. */
  contentsPage(): void {
    this.#contents = this.pdf.page()
    this.y = top
  }

  /** Starts the next page if less than `height` is left. */
  room(height: number): void {
    if (this.y + height > bottom) this.newPage()
  }

  space(height: number): void {
    this.y += height
  }

  chapter(title: string, { onNewPage = true } = {}): void {
    if (onNewPage) this.newPage()
    else this.room(120)
    this.#chapters.push({ title, page: this.pdf.pages - 1, isSection: false })
    this.pdf.chapter(title, this.y - 24)
    this.pdf.text(margin, this.y, title, { font: 'bold', size: 20 })
    this.space(26)
  }

  heading(text: string, { isSection = false } = {}): void {
    this.room(besideHeading)
    if (isSection) this.#chapters.push({ title: text, page: this.pdf.pages - 1, isSection })
    this.space(10)
    this.pdf.text(margin, this.y, text, { font: 'bold', size: 12.5 })
    this.space(18)
  }

  paragraph(
    text: string,
    { size = 10, width = inner, x = margin, ...style }: Style & { width?: number; x?: number } = {},
  ): void {
    for (const line of wrapped(style.font ?? 'regular', size, text, width)) {
      this.room(size * 1.4)
      this.pdf.text(x, this.y, line, { size, ...style })
      this.space(size * 1.4)
    }
    this.space(4)
  }

  /** How high a paragraph becomes. */
  heightOf(text: string, { size = 10, width = inner, font = 'regular' }: Measured = {}): number {
    return wrapped(font, size, text, width).length * size * 1.4 + 4
  }

  /** Rows that break over pages between them, with the header repeated on each. */
  table(columns: readonly Column[], rows: readonly (readonly Cell[])[], size = 8.5): void {
    const head = (): void => {
      this.pdf.rect(margin, this.y - 11, inner, 17, colours.sunken)
      this.#cells(
        columns,
        columns.map(({ name }) => [name]),
        { size: 8, font: 'bold', colour: colours.muted },
      )
      this.space(17)
    }
    this.room(60)
    head()
    for (const row of rows) {
      const lines = row.map(({ text, font = 'regular' }, at) =>
        wrapped(font, size, text, (columns[at]?.width ?? 0) - 10),
      )
      const height = Math.max(...lines.map(({ length }) => length)) * (size + 3) + 5
      if (this.y + height > bottom) {
        this.newPage()
        head()
      }
      for (const [at, { colour, font }] of row.entries())
        this.#cells(
          columns,
          columns.map((_, place) => (place === at ? (lines[at] ?? []) : [])),
          { size, ...(font && { font }), ...(colour && { colour }) },
        )
      this.space(height)
      this.pdf.line(margin, this.y - 11, margin + inner, this.y - 11, colours.line, 0.5)
    }
    this.space(10)
  }

  #cells(
    columns: readonly Column[],
    lines: readonly (readonly Line[])[],
    style: Style & { size: number },
  ): void {
    let x = margin
    for (const [at, { width, align = 'left' }] of columns.entries()) {
      for (const [place, line] of (lines[at] ?? []).entries()) {
        const left = align === 'right' ? x + width - 5 : x + 5
        this.pdf.text(left, this.y + place * (style.size + 3), line, { ...style, align })
      }
      x += width
    }
  }

  /**
   * Draws headers, footers and contents, now that the number of pages is known, and a sentence on the cover if a text has
   * signs that no font has.
   */
  finish(about: Parameters<Pdf['finish']>[0]): Buffer {
    const { pdf } = this
    const head = cut('regular', headSize, this.#head, inner)
    for (let at = 1; at < pdf.pages; at += 1) {
      pdf.page(at)
      let x = margin
      for (const part of head) x += pdf.text(x, 40, part, { size: headSize, colour: colours.muted })
      pdf.line(margin, 48, margin + inner, 48, colours.line)
      pdf.line(margin, paper.height - 44, margin + inner, paper.height - 44, colours.line)
      pdf.text(margin, paper.height - 30, about.author, { size: 8.5, colour: colours.muted })
      const place = `${at + 1} / ${pdf.pages}`
      pdf.text(margin + inner, paper.height - 30, place, {
        size: 8.5,
        colour: colours.muted,
        align: 'right',
      })
    }
    if (this.#contents >= 0) this.#writeContents()
    if (!pdf.isWhole) {
      pdf.page(0)
      this.y = missingAt
      this.paragraph(missingSigns, { size: 9, colour: colours.muted })
    }
    return pdf.finish(about)
  }

  #writeContents(): void {
    const { pdf } = this
    pdf.page(this.#contents)
    pdf.text(margin, top, 'Contents', { font: 'bold', size: 20 })
    let y = top + 34
    let wasSection = false
    for (const { title, page, isSection } of this.#listed(bottom - y - 20)) {
      if (wasSection && !isSection) y += 6
      wasSection = isSection
      const [x, size] = isSection ? [margin + 16, 9.5] : [margin, 11]
      const colour = isSection ? colours.muted : colours.text
      const [line = ''] = wrapped('regular', size, title, inner - 60)
      const begun = x + pdf.text(x, y, line, { size, colour }) + 6
      const number = String(page + 1)
      const wide = pdf.text(margin + inner, y, number, { size, colour, align: 'right' })
      const ended = margin + inner - wide - 6
      if (ended > begun) pdf.line(begun, y - 1, ended, y - 1, colours.line, 0.5)
      pdf.link(margin, y - 11, inner, 16, page)
      y += isSection ? sectionRow : chapterRow
    }
  }

  /** Without sections where they do not fit on the page. */
  #listed(room: number): readonly Listed[] {
    const all = this.#chapters
    const high = all.reduce((sum, { isSection }) => sum + (isSection ? sectionRow : chapterRow), 0)
    return high <= room ? all : all.filter(({ isSection }) => !isSection)
  }
}
