/** The maximum length of a cluster's text in a list, in characters. */
const longest = 500

const shown = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text

/** Joins texts without duplicates; only the first few of a long list. */
export function listing(texts: Iterable<string>): string {
  const all = [...new Set(texts)]
  const few = all.length > 8 ? all.slice(0, 6) : all
  const rest = all.length - few.length
  return `${few.map(shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
