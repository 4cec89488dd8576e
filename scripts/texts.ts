/** Texts in a source file: string and template literals of code, text between tags, and the prose of Markdown. */

/** `text` has `…` in place of each interpolation. */
export interface Text {
  readonly line: number
  readonly text: string
}

/** After these a slash begins a regular expression, and elsewhere it divides. */
const beforePattern =
  /(^|[(,=:[!&|?{};+\-*%<>~^]|\b(return|typeof|case|of|in|do|else|yield|await))\s*$/

/** The literals of TypeScript, outside comments. `sql` templates are code of another language and left out. */
export function literals(source: string): readonly Text[] {
  const found: Text[] = []
  let at = 0
  let line = 1
  const step = (count: number): string => {
    const passed = source.slice(at, at + count)
    line += passed.split('\n').length - 1
    at += count
    return passed
  }
  const upTo = (end: string, more: number): string => {
    const index = source.indexOf(end, at)
    return step((index === -1 ? source.length : index + more) - at)
  }
  const quoted = (quote: string): void => {
    const begun = line
    let text = ''
    step(1)
    while (at < source.length && source[at] !== quote && source[at] !== '\n')
      text += source[at] === '\\' ? escaped(step(2)) : step(1)
    step(1)
    found.push({ line: begun, text })
  }
  const template = (isSql: boolean): void => {
    const begun = line
    let text = ''
    step(1)
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        step(2)
        code('}')
        text += '…'
      } else text += source[at] === '\\' ? escaped(step(2)) : step(1)
    }
    step(1)
    if (!isSql) found.push({ line: begun, text })
  }
  const pattern = (): void => {
    let inClass = false
    step(1)
    while (at < source.length && source[at] !== '\n' && (inClass || source[at] !== '/')) {
      if (source[at] === '\\') step(1)
      else if (source[at] === '[') inClass = true
      else if (source[at] === ']') inClass = false
      step(1)
    }
    step(1)
  }
  /** Reads code up to the brace that closes an interpolation, or to the end. */
  const code = (end: string): void => {
    let depth = 0
    while (at < source.length) {
      const sign = source[at]
      const before = source.slice(Math.max(0, at - 24), at)
      if (source.startsWith('//', at)) upTo('\n', 0)
      else if (source.startsWith('/*', at)) upTo('*/', 2)
      else if (sign === "'" || sign === '"') quoted(sign)
      else if (sign === '`') template(/\b(sql|raw)(<[^`]*>)?$/.test(before))
      else if (sign === '/' && beforePattern.test(before.trimEnd())) pattern()
      else if (sign === end && depth === 0) return void step(1)
      else {
        if (sign === '{') depth += 1
        if (sign === '}') depth -= 1
        step(1)
      }
    }
  }
  code('')
  return found
}

const escaped = (pair: string): string => (pair === '\\n' ? '\n' : pair.slice(1))

/** Text between the tags of TSX, also beside an expression in braces. */
export function betweenTags(source: string): readonly Text[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )
  return [...code.matchAll(/[>}]\s*([^<>{}=;\s][^<>{}=;]*[a-z]{2} [^<>{}=;]*)(?=[<{])/dg)].map(
    (match) => ({
      line: code.slice(0, match.indices?.[1]?.[0]).split('\n').length,
      text: match[1] ?? '',
    }),
  )
}

/** Paragraphs, list items and table cells, without code and the targets of links. */
export function prose(markdown: string): readonly Text[] {
  const found: { line: number; text: string }[] = []
  let isCode = false
  let isOpen = false
  for (const [index, row] of markdown.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(row)) isCode = !isCode
    const text = plain(row)
    if (isCode || /^\s*(```|~~~|<|\[[^\]]+\]:)/.test(row) || text.trim() === '') isOpen = false
    else if (row.trimStart().startsWith('|')) {
      for (const cell of text.split('|')) found.push({ line: index + 1, text: cell.trim() })
      isOpen = false
    } else if (isOpen && !/^\s*([-*#>]|\d+\.)\s/.test(row)) {
      const last = found.at(-1)
      if (last) last.text += ` ${text.trim()}`
    } else {
      found.push({ line: index + 1, text: text.trim() })
      isOpen = !row.startsWith('#')
    }
  }
  return found
}

const plain = (row: string): string =>
  row
    .replaceAll(/`[^`]*`/g, '…')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__/g, '')
