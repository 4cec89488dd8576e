/** CSV as specified by RFC 4180, escaped so that no spreadsheet interprets a cell as a formula. */

/** Null and undefined are empty cells; an array is one cell, `a; b`. */
export type Cell = string | number | boolean | null | undefined | readonly string[]

/**
 * The start of a formula in a spreadsheet, including full-width characters and leading characters that spreadsheets
 * skip or hide. Such text gets an apostrophe, which marks it as text. Source: OWASP, CSV Injection.
 */
const formula = /^[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u
/** The same after a separator of spreadsheets in other locales, for which our quotes are plain text. */
const formulaInside = /[;\t\r\n](?=(?:(?![\t\r\n])[\s"'\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])/gu

/** The fast path for most cells: text that does not start like a formula, has no separators, and needs no escaping. */
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
