/** Responses as plain trees, and their conversion to XML. Names in a tree are the names in the XML. */

export type Tree =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | readonly Tree[]
  | { readonly [name: string]: Tree }

/** The elements of a list: under a child of this name, or repeated in place. */
export type ListStyle = 'item' | 'member' | 'repeated'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
}

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character)

const isList = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree)

/**
 * Serializes one element. `{ '#each': [] }` repeats it in place, in any style; `@name` is an attribute of its element,
 * `#text` its text.
 */
export const element = (name: string, tree: Tree, lists: ListStyle): string => {
  if (tree === undefined || tree === null) return ''
  if (isList(tree)) {
    if (lists === 'repeated') return tree.map((item) => element(name, item, lists)).join('')
    return `<${name}>${tree.map((item) => element(lists, item, lists)).join('')}</${name}>`
  }
  if (tree instanceof Date) return `<${name}>${tree.toISOString()}</${name}>`
  if (typeof tree !== 'object') return `<${name}>${escapeXml(String(tree))}</${name}>`
  if ('#each' in tree && isList(tree['#each']))
    return tree['#each'].map((item) => element(name, item, lists)).join('')
  let attributes = ''
  let children = ''
  for (const [key, value] of Object.entries(tree)) {
    if (value === undefined) continue
    if (key.startsWith('@')) attributes += ` ${key.slice(1)}="${escapeXml(String(value))}"`
    else if (key === '#text') children += escapeXml(String(value))
    else children += element(key, value, lists)
  }
  return `<${name}${attributes}>${children}</${name}>`
}

export const xmlDocument = (name: string, tree: Tree, lists: ListStyle): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, tree, lists)}`

/** JSON services write times as seconds since 1970, with a fraction. */
export const toJson = (tree: Tree): string => {
  const plain = (value: Tree): unknown => {
    if (value instanceof Date) return value.getTime() / 1000
    if (isList(value)) return value.map(plain)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
  }
  return JSON.stringify(plain(tree))
}
