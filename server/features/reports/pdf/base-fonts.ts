/**
 * The fonts that every reader of PDF has: nothing is embedded. Text is in the encoding that they share, WinAnsi. Other text
 * is drawn with embedded fonts. Widths are thousandths of the size. Source: "Core 14 AFM Files", Adobe, 1997;
 * ISO 32000-1:2008, 9.6.2.2 and annex D.
 */
export type Font = 'regular' | 'bold' | 'mono'

export const baseFonts: Readonly<Record<Font, string>> = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  mono: 'Courier',
}

/** From the space on to the tilde. */
const regular = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const bold = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
  611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
  278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
]

/** Signs at 128 to 159, where the encoding is not that of Unicode. */
const special = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ'
const codes = new Map(
  [...special].flatMap((sign, at) => (sign === '\u0000' ? [] : [[sign, 128 + at] as const])),
)
/** Widths of signs beyond the table: of what a letter with a mark is without it, or a common one. */
const wide = new Set('…‰Œ—™Æ')

/** Every sign has a code. A soft hyphen is not printed, so it does not count. */
const basic = new RegExp(`^[ -~\u00a0-\u00ac\u00ae-\u00ff${special.replaceAll('\0', '')}]*$`, 'u')
export const isBasic = (text: string): boolean => basic.test(text)

/** One byte a sign, of a text that `isBasic`. */
export const encoded = (text: string): Buffer =>
  Buffer.from([...text].map((sign) => codes.get(sign) ?? sign.charCodeAt(0)))

function widthOf(font: Font, code: number): number {
  if (font === 'mono') return 600
  const table = font === 'bold' ? bold : regular
  const known = table[code - 32]
  if (code < 127 && known !== undefined) return known
  const sign = code < 160 ? (special[code - 128] ?? ' ') : String.fromCharCode(code)
  if (wide.has(sign)) return 1_000
  const bare = sign.normalize('NFD').charCodeAt(0)
  return table[bare - 32] ?? 556
}

/** Of a text that `isBasic`, in points. */
export const basicWidth = (font: Font, size: number, text: string): number => {
  let sum = 0
  for (const code of encoded(text)) sum += widthOf(font, code)
  return (sum * size) / 1_000
}

/** Lines of a text that `isBasic`, no wider than `most`; a word that is wider is cut. */
export function basicLines(font: Font, size: number, text: string, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (basicWidth(font, size, joined) <= most) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const sign of word) {
      if (line !== '' && basicWidth(font, size, line + sign) > most) {
        lines.push(line)
        line = ''
      }
      line += sign
    }
  }
  return [...lines, line]
}
