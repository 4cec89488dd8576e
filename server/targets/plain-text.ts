/** Texts from scanned accounts, and from the answers of targets, made fit to be shown by other systems. */

/** Invisible ones, those that turn the direction of writing around, and code points that no document takes. */
const unfit = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu
const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Characters that are shown as nothing or as something else are shown as U+FFFD. Lines end with \n. */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(lineEnd, '\n').replace(unfit, '\ufffd')

/** At most `max` UTF-16 code units; the last is an ellipsis where something was cut, and no pair is halved. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 2)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, Math.max(0, max - (isHalf ? 2 : 1)))}…`
}

/** One line of at most `max` code units. What is far beyond is not looked at: texts come in any length. */
export const shortLine = (text: string, max: number): string =>
  cut(
    plainText(text.slice(0, max * 4 + 16))
      .replace(/\s+/g, ' ')
      .trim(),
    max,
  )

/** Lines without blank ones, `max` code units together; from the `lines`th on they are one. */
export function shortLines(text: string, max: number, lines: number): readonly string[] {
  const found = plainText(text.slice(0, max * 2 + 16))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const shown = [...found.slice(0, lines - 1), found.slice(lines - 1).join(' ')]
  return cut(shown.join('\n').trim(), max)
    .split('\n')
    .filter((line) => line !== '')
}

/** The address, if a browser may be sent there by a click: anything but http and https is null. */
export function webLink(address: string | null, max = 2_000): string | null {
  if (address === null || address.length > max || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return ['http:', 'https:'].includes(protocol) && href.length <= max ? href : null
}
