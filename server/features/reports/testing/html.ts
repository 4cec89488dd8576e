/** A page as a browser would take it apart: tags, attributes and text. Throws for what is not written cleanly. */

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}

const plain = (text: string): string =>
  text.replaceAll(/&([^;&\s]*);|[<>&]/g, (whole, name: string | undefined) => {
    const sign = name === undefined ? undefined : entities[name]
    if (sign === undefined) throw new Error(`${whole} is no text.`)
    return sign
  })

export interface Parsed {
  readonly elements: readonly string[]
  readonly attributes: readonly string[]
  readonly links: readonly string[]
  readonly text: string
}

export function parseHtml(page: string): Parsed {
  const elements: string[] = []
  const attributes: string[] = []
  const links: string[] = []
  let text = ''
  const body = page.replace(/^<!doctype html>/, '').replace(/<style>[^<]*<\/style>/, '')
  for (const [, tag, between = ''] of body.matchAll(/<([^<>]*)>([^<]*)/g)) {
    text += plain(between)
    const opened = /^([a-z][a-z0-9]*)((?: [a-z0-9-]+(?:="[^"<>]*")?)*) ?\/?$/i.exec(tag ?? '')
    if (!opened) {
      if (!/^\/[a-z][a-z0-9]*$/.test(tag ?? '')) throw new Error(`<${tag}> is no tag.`)
      continue
    }
    const [, name = '', rest = ''] = opened
    elements.push(name)
    for (const [, attribute = '', value = ''] of rest.matchAll(/ ([a-z0-9-]+)(?:="([^"]*)")?/gi)) {
      attributes.push(attribute)
      const read = plain(value)
      if (attribute === 'href') links.push(read)
    }
  }
  return { elements, attributes, links, text }
}
