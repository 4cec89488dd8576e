/** The maximum length of a page, in characters. */
export const longest = 500_000

/** The visible text of a page: without scripts, comments and tags, in lower case and with single spaces. */
export function wordsOf(page: string): string {
  return withoutMarkup(page)
    .replaceAll(/&nbsp;|&#160;/g, ' ')
    .replaceAll(/[\u2018\u2019]|&#39;|&rsquo;|&apos;/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The ends of invisible parts, by their starts. */
const hidden: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/^<!--/, /-->/g],
  [/^<script\b/i, /<\/script[^>]{0,50}>/gi],
  [/^<style\b/i, /<\/style[^>]{0,50}>/gi],
  [/^</, />/g],
]

/** Moves from character to character: no part of a page is read twice, whatever it contains. */
function withoutMarkup(page: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const open = page.indexOf('<', at)
    parts.push(page.slice(at, open === -1 ? undefined : open))
    const head = open === -1 ? '' : page.slice(open, open + 8)
    const ends = hidden.find(([begins]) => begins.test(head))?.[1]
    if (!ends) return parts.join(' ')
    ends.lastIndex = open
    if (!ends.test(page)) return parts.join(' ')
    at = ends.lastIndex
  }
}
