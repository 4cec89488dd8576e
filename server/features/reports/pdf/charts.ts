import type { Colour } from './document.ts'
import { colours, inner, type Layout, margin } from './layout.ts'
import { widthIn, wrapped } from './fonts.ts'

export interface Part {
  readonly name: string
  readonly value: number
  readonly colour: Colour
}

/** Numbers side by side, each with its word below. */
export function tiles(
  layout: Layout,
  list: readonly { readonly value: string; readonly name: string; readonly colour?: Colour }[],
): void {
  const width = inner / list.length
  layout.room(60)
  const { pdf, y } = layout
  pdf.line(margin, y - 16, margin + inner, y - 16, colours.line)
  for (const [at, { value, name, colour = colours.text }] of list.entries()) {
    const x = margin + at * width
    pdf.text(x, y + 12, value, { font: 'bold', size: 22, colour })
    for (const [line, text] of wrapped('regular', 8.5, name, width - 8).entries())
      pdf.text(x, y + 27 + line * 10, text, { size: 8.5, colour: colours.muted })
  }
  pdf.line(margin, y + 44, margin + inner, y + 44, colours.line)
  layout.space(66)
}

/** What the colours of bars mean. */
export function legend(layout: Layout, parts: readonly Omit<Part, 'value'>[]): void {
  layout.room(20)
  let x = margin
  for (const { name, colour } of parts) {
    layout.pdf.rect(x, layout.y - 7, 8, 8, colour)
    x += 13 + layout.pdf.text(x + 12, layout.y, name, { size: 8.5, colour: colours.muted }) + 14
  }
  layout.space(22)
}

/** The most that names take. */
const mostOfNames = 150

/** A bar for each row, of shares of a whole; followed by the number. */
export function shares(
  layout: Layout,
  rows: readonly {
    readonly name: string
    readonly value: string
    readonly parts: readonly Part[]
  }[],
): void {
  const widest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map((text) => widthIn('regular', 9, text)))
  const names = Math.min(mostOfNames, widest(rows.map(({ name }) => name)) + 14)
  const room = inner - names - widest(rows.map(({ value }) => value)) - 14
  for (const { name, value, parts } of rows) {
    const lines = wrapped('regular', 9, name, names - 12)
    const height = Math.max(20, lines.length * 11 + 6)
    layout.room(height)
    const { pdf, y } = layout
    for (const [at, line] of lines.entries()) pdf.text(margin, y + at * 11, line, { size: 9 })
    const sum = parts.reduce((all, part) => all + part.value, 0)
    let x = margin + names
    if (sum === 0) pdf.rect(x, y - 9, room, 11, colours.sunken)
    for (const { value: share, colour } of parts) {
      const wide = sum === 0 ? 0 : (room * share) / sum
      if (wide > 0) pdf.rect(x, y - 9, Math.max(0.8, wide - 0.8), 11, colour)
      x += wide
    }
    pdf.text(margin + inner, y, value, { size: 9, colour: colours.muted, align: 'right' })
    layout.space(height)
  }
  layout.space(8)
}
