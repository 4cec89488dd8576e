/** Text that PostgreSQL takes: it refuses U+0000 and halves of surrogate pairs, which JSON may contain. */

export const clean = (text: string): string =>
  text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd').toWellFormed() : text.toWellFormed()

/** What `clean` is there for, as JSON writes it; a backslash before it may make it mean something else. */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])/

/** The same inside JSON: an escaped zero is one only behind an odd number of backslashes. */
export function cleanJson(json: string): string {
  const text = clean(json)
  if (!suspicious.test(text)) return text
  return text.replace(/\\(u0000|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (escape, what: string) =>
    what === 'u0000' || /^u[dD]/.test(what) ? '\\ufffd' : escape,
  )
}
