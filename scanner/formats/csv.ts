/** CSV as RFC 4180 has it, made so that no spreadsheet takes a cell for a formula. */

/** Nothing is an empty cell; several texts are one cell, `a; b`. */
export type Cell = string | number | boolean | null | undefined | readonly string[]

/**
 * What a spreadsheet begins a formula with, also in its wide form, and behind what one skips or does not show.
 * Such text gets an apostrophe, which marks it as text. Source: OWASP, CSV Injection.
 */
const formula = /^[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u
/** The same behind what a spreadsheet of another country splits at; to that one our quotes are text. */
const formulaInside = /[;\t\r\n](?=(?:(?![\t\r\n])[\s"'\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])/gu

/** What most cells are: it begins with what no formula does, and has nothing that splits or has to be doubled. */
const plain = /^[A-Za-z0-9][^";\p{Cc}]*$/u

const textOf = (text: string): string => {
  if (plain.test(text)) return `"${text}"`
  const inside = text.replace(formulaInside, "$&'")
  return `"${(formula.test(text) ? `'${inside}` : inside).replaceAll('"', '""')}"`
}

function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  if (typeof cell === 'string') return textOf(cell)
  return cell.every((one) => plain.test(one)) ? `"${cell.join('; ')}"` : textOf(cell.join('; '))
}

/** One record with its line end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`
