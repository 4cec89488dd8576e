import { SaxesParser } from 'saxes'

type Node = string | { readonly [name: string]: Node | readonly Node[] }

/** The maximum nesting depth: more than any cloud sends, and safe for the stack. */
const maxDepth = 100

const isCharacter = (point: number): boolean =>
  point === 9 ||
  point === 10 ||
  point === 13 ||
  (point >= 0x20 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  (point >= 0x10000 && point <= 0x10ffff)

/**
 * Clouds send references to characters that XML does not allow. Control characters are represented by one of the 32
 * noncharacter code points during parsing, and restored in the text; others become U+FFFD.
 */
const stand = 0xfdd0
const withStands = (text: string): string =>
  text.includes('&#')
    ? text.replace(/&#(?:x([0-9a-f]+)|([0-9]+));/gi, (whole, hex, decimal) => {
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        if (isCharacter(point)) return whole
        return point > 0 && point < 0x20 ? String.fromCharCode(stand + point) : '\ufffd'
      })
    : text
const withoutStands = (text: string): string =>
  text.replace(/[\ufdd1-\ufdef]/g, (one) => String.fromCharCode(one.charCodeAt(0) - stand))

/**
 * Copies a string. V8 creates substrings of 13 and more characters without copying: a single stored id would keep the
 * whole response of a thousand resources in memory.
 */
const detached = (text: string): string =>
  text.length < 13 ? text : (JSON.parse(JSON.stringify(text)) as string)

type Members = Record<string, Node | Node[]>

/** An element being parsed: its text until it has a child. */
interface Open {
  readonly name: string
  text: string
  members: Members | null
}

function add(members: Members, name: string, node: Node): void {
  const known = members[name]
  if (known === undefined) members[name] = node
  else if (Array.isArray(known)) known.push(node)
  else members[name] = [known, node]
}

/**
 * Parses a document to its root's name and content: text, and elements by name without their prefix; a repeated name
 * has a list. Throws a SyntaxError for incomplete or malformed XML, and for a document type: no cloud sends one, only
 * an attack does.
 */
export function parseXml(text: string): { root: string; content: Node } {
  const parser = new SaxesParser()
  const open: Open[] = []
  let document: { root: string; content: Node } | undefined
  parser.on('error', ({ message }) => {
    throw new SyntaxError(message)
  })
  parser.on('doctype', () => {
    throw new SyntaxError('document type declarations are not allowed')
  })
  parser.on('opentag', ({ name: full }) => {
    const name = full.slice(full.indexOf(':') + 1)
    if (name in Object.prototype) throw new SyntaxError(`the element name ${name} is not allowed`)
    if (open.length === maxDepth) throw new SyntaxError('elements are nested too deeply')
    open.push({ name, text: '', members: null })
  })
  const addText = (more: string): void => {
    const element = open.at(-1)
    if (element && !element.members) element.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const { name, text: own, members } = open.pop() as Open
    const content = members ?? detached(withoutStands(own))
    const outer = open.at(-1)
    if (outer) add((outer.members ??= {}), name, content)
    else document = { root: name, content }
  })
  parser.write(withStands(text)).close()
  if (!document) throw new SyntaxError('the document is empty')
  return document
}

type Shapes = Readonly<Record<string, string>>

const listOf = (value: Node | readonly Node[] | undefined): readonly Node[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as Node]

const child = (node: Node, name: string) => (typeof node === 'string' ? undefined : node[name])

function number(text: string, path: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value))
    throw new SyntaxError(`${path} is not a number`)
  return value
}

function flag(text: string, path: string): boolean {
  if (text !== 'true' && text !== 'false')
    throw new SyntaxError(`${path} is neither true nor false`)
  return text === 'true'
}

function scalar(text: string, path: string, shape: string | undefined): unknown {
  if (shape === 'bool') return flag(text.toLowerCase(), path)
  if (shape && /^(inte|long|floa|doub)/.test(shape)) return number(text, path)
  return text
}

const isScalar = (shape: string | undefined): boolean =>
  shape === undefined || /^(bool|inte|long|floa|doub)/.test(shape)

/** A repeatable element is a list even if it occurs once; any other element must occur once. */
function one(node: Node, path: string, shapes: Shapes, item = false): unknown {
  const shape = shapes[path]
  if (shape !== undefined && !isScalar(shape) && !(item && shape === '*')) {
    return structured(node, path, shape, shapes)
  }
  if (typeof node === 'string') return scalar(node, path, shape)
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, several(value, `${path}/${name}`, shapes)]),
  )
}

/** No collector reads a list that is missing in the table: it may be newer than the table. */
function several(value: Node | readonly Node[], path: string, shapes: Shapes): unknown {
  if (shapes[path] === '*') return listOf(value).map((node) => one(node, path, shapes, true))
  const [first, second] = listOf(value)
  if (second !== undefined) {
    if (shapes[path] === undefined) return undefined
    throw new SyntaxError(`${path} occurs more than once`)
  }
  return one(first ?? '', path, shapes)
}

function structured(node: Node, path: string, shape: string, shapes: Shapes): unknown {
  const [kind, key = 'key', value = 'value'] = shape.split(':')
  if (kind === 'map') {
    return Object.fromEntries(
      listOf(child(node, 'entry')).map((entry) => [
        String(one((child(entry, key) ?? '') as Node, `${path}/entry/${key}`, shapes)),
        one((child(entry, value) ?? '') as Node, `${path}/entry/${value}`, shapes),
      ]),
    )
  }
  return listOf(child(node, shape)).map((item) => one(item, `${path}/${shape}`, shapes, true))
}

/**
 * Converts an element's content to data by the table's paths: lists as arrays (empty ones too, if their element is
 * present), flags as booleans, counts as numbers, everything else as strings.
 */
export const shaped = (content: Node, shapes: Shapes, path = ''): unknown =>
  one(content, path, shapes)

/** Returns the first text with this name at any depth, for error documents, which differ per service. */
export function textAt(content: Node, name: string): string | null {
  if (typeof content === 'string') return null
  const here = content[name]
  if (typeof here === 'string') return here
  for (const value of Object.values(content)) {
    for (const node of listOf(value)) {
      const found = textAt(node, name)
      if (found !== null) return found
    }
  }
  return null
}

export type { Node }
