/** YAML for editing: generated from data, and searchable for the lines of API error locations. */

type Data = string | number | boolean | null | readonly Data[] | { readonly [name: string]: Data }

const plain = /^[A-Za-z_][\w./-]*$/
const other = /^(true|false|null|yes|no|on|off|y|n)$/i

const wordOf = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return String(value)
  return plain.test(value) && !other.test(value) ? value : JSON.stringify(value)
}

/** Indents by two spaces. Members without a value are omitted. */
export function yamlOf(data: Data, depth = 0): string {
  const pad = '  '.repeat(depth)
  if (Array.isArray(data))
    return (data as readonly Data[]).map((one) => `${pad}- ${inline(one, depth)}`).join('')
  if (typeof data !== 'object' || data === null)
    return `${pad}${wordOf(data as string | number | boolean | null)}\n`
  return Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0
      return isBlock
        ? `${pad}${wordOf(name)}:\n${yamlOf(value, depth + 1)}`
        : `${pad}${wordOf(name)}: ${inline(value, depth)}`
    })
    .join('')
}

function inline(value: Data, depth: number): string {
  if (typeof value !== 'object' || value === null) return `${wordOf(value)}\n`
  if (Object.keys(value).length === 0) return Array.isArray(value) ? '[]\n' : '{}\n'
  return yamlOf(value, depth + 1).trimStart()
}

interface Level {
  readonly indent: number
  readonly name: string
  readonly isItem: boolean
  items: number
}

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2')

/** The line, from 1, at which a path begins, or the last known line before it. */
export function lineOf(text: string, path: readonly string[]): number {
  const stack: Level[] = []
  let best = { line: 1, depth: 0 }
  const at = (line: number): void => {
    const names = stack.map(({ name }) => name)
    const isOnTheWay = names.length <= path.length && names.every((name, i) => name === path[i])
    if (isOnTheWay && names.length > best.depth) best = { line, depth: names.length }
  }
  text.split('\n').forEach((full, index) => {
    let rest = full.replace(/\s+#.*$/, '').trimEnd()
    if (/^\s*(#|$)/.test(rest)) return
    let indent = rest.length - rest.trimStart().length
    rest = rest.trimStart()
    while (rest === '-' || rest.startsWith('- ')) {
      while (isClosed(stack.at(-1), indent, true)) stack.pop()
      const parent = stack.at(-1)
      const place = parent ? parent.items++ : 0
      stack.push({ indent, name: String(place), isItem: true, items: 0 })
      at(index + 1)
      const inner = rest.slice(1).trimStart()
      indent += rest.length - inner.length
      rest = inner
    }
    const key = /^("[^"]*"|'[^']*'|[^\s:][^:]*?)\s*:(\s|$)/.exec(rest)?.[1]
    if (key === undefined) return
    while (isClosed(stack.at(-1), indent, false)) stack.pop()
    stack.push({ indent, name: unquoted(key), isItem: false, items: 0 })
    at(index + 1)
  })
  return best.line
}

/** A list item may have the same indentation as the list's key. */
const isClosed = (level: Level | undefined, indent: number, isItem: boolean): boolean =>
  level !== undefined &&
  (level.indent > indent || (level.indent === indent && !(isItem && !level.isItem)))

export interface Fault {
  readonly line: number
  readonly detail: string
}

const pointerStart = '/data/attributes/configuration'

/** The API's errors by line of the text. */
export function faultsOf(
  text: string,
  errors: readonly { readonly detail: string; readonly source?: { readonly pointer?: string } }[],
): readonly Fault[] {
  return errors
    .map(({ detail, source }) => {
      const named = /line (\d+)/.exec(detail)?.[1]
      if (named) return { line: Number(named), detail }
      const pointer = source?.pointer ?? ''
      const path = pointer.startsWith(pointerStart)
        ? pointer
            .slice(pointerStart.length)
            .split('/')
            .filter(Boolean)
            .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        : []
      return { line: lineOf(text, path), detail }
    })
    .toSorted((a, b) => a.line - b.line)
}
