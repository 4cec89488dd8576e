/** HTML as a template: whatever is put into it is text, unless it is a template itself. */

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Control characters are removed, except line breaks and tabs. Direction marks are made visible. */
const unfit = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(unfit, (sign) => (sign === '\n' || sign === '\t' ? sign : '\ufffd'))
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

type Value = Markup | string | number | undefined | null | false | readonly Value[]

function rendered(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(rendered).join('')
  return escaped(String(value))
}

/** Nothing is left out for what is not there. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(
    parts.map((part, at) => part + (at < values.length ? rendered(values[at]) : '')).join(''),
  )
