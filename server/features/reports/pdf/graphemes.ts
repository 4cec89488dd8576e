/** Text as it is printed, and its user-perceived characters. */

/** Text is segmented in slices: the time of ICU grows with the square of the length. */
const slice = 512
/** Signs in a grapheme, above which it is cut. A conjunct of Devanagari has up to eleven, a family of emoji ten. */
const longest = 12

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Controls and direction marks are not printed: a mark could turn the text around it. Joiners select the form of a
 * letter, and the format characters of Arabic numbers have glyphs.
 */
const unprintable = /[[\p{Cc}\p{Cf}]--[\p{Join_Control}\u0600-\u0605\u06dd\u0890\u0891\u08e2]]/gv

/** Each in its composed form. Joined, they are the text without what cannot be printed, with single spaces. */
export function graphemesOf(text: string): string[] {
  const replaced = text.toWellFormed().replaceAll(unprintable, ' ')
  const printable = replaced.replaceAll(/\s+/g, ' ').trim()
  const found: string[] = []
  for (let at = 0; at < printable.length; ) {
    const isInPair = (printable.codePointAt(at + slice - 1) ?? 0) > 0xffff
    const end = at + slice + (isInPair ? 1 : 0)
    const own = [...segmenter.segment(printable.slice(at, end))].map(({ segment }) => segment)
    // The last can go on in the next slice.
    const isWhole = end >= printable.length || own.length === 1
    const done = isWhole ? own : own.slice(0, -1)
    for (const grapheme of done) found.push(...cut(grapheme))
    at += done.reduce((sum, { length }) => sum + length, 0)
  }
  return found
}

/** The time of a composition grows with the square of the number of marks. */
function cut(grapheme: string): string[] {
  if (grapheme.length <= longest) return [grapheme.normalize('NFC')]
  const signs = [...grapheme]
  return Array.from({ length: Math.ceil(signs.length / longest) }, (_, at) =>
    signs
      .slice(at * longest, (at + 1) * longest)
      .join('')
      .normalize('NFC'),
  )
}
