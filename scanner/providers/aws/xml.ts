import { XMLParser, XMLValidator } from 'fast-xml-parser'

type Node = string | { readonly [name: string]: Node | readonly Node[] }

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  removeNSPrefix: true,
  // Entities are decoded below: the five of XML and numbers, nothing a document may define itself.
  processEntities: false,
})

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** XML's own entities and character numbers. Characters no text may hold become U+FFFD. */
const decode = (text: string): string =>
  text
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi,
      (whole, hex, decimal, name) => {
        if (name !== undefined) return entities[name] ?? whole
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
      },
    )
    .replaceAll('\0', '\ufffd')
    .toWellFormed()

/** The parser refuses reserved names and absurd depths with errors of its own. */
function parsed(text: string): Record<string, Node> {
  try {
    return parser.parse(text)
  } catch (thrown) {
    throw new SyntaxError(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/**
 * A document as its root's name and content; texts raw. Throws a SyntaxError for what is not whole,
 * well-formed XML, and for a document type: no cloud sends one, only an attack does.
 */
export function parseXml(text: string): { root: string; content: Node } {
  if (text.includes('<!DOCTYPE')) throw new SyntaxError('a document type is not accepted')
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new SyntaxError(valid.err.msg)
  const document = parsed(text)
  const root = Object.keys(document).find((name) => !name.startsWith('?') && name !== '#text')
  const content = root === undefined ? undefined : document[root]
  if (root === undefined || content === undefined) throw new SyntaxError('the document is empty')
  return { root, content }
}

type Shapes = Readonly<Record<string, string>>

const listOf = (value: Node | readonly Node[] | undefined): readonly Node[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as Node]

const child = (node: Node, name: string) => (typeof node === 'string' ? undefined : node[name])

function number(text: string, path: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new SyntaxError(`${path} is no number`)
  return value
}

function flag(text: string, path: string): boolean {
  if (text !== 'true' && text !== 'false')
    throw new SyntaxError(`${path} is neither true nor false`)
  return text === 'true'
}

function scalar(text: string, path: string, shape: string | undefined): unknown {
  if (shape === 'bool') return flag(decode(text).toLowerCase(), path)
  if (shape && /^(inte|long|floa|doub)/.test(shape)) return number(text, path)
  return decode(text)
}

const isScalar = (shape: string | undefined): boolean =>
  shape === undefined || /^(bool|inte|long|floa|doub)/.test(shape)

/** A repeated element is a list even when it is there once; what is no list must be there once. */
function one(node: Node, path: string, shapes: Shapes, item = false): unknown {
  const shape = shapes[path]
  if (shape !== undefined && !isScalar(shape) && !(item && shape === '*')) {
    return structured(node, path, shape, shapes)
  }
  if (typeof node === 'string') return scalar(node, path, shape)
  const members = Object.entries(node).filter(([name]) => name !== '#text')
  return Object.fromEntries(
    members.map(([name, value]) => [name, several(value, `${path}/${name}`, shapes)]),
  )
}

function several(value: Node | readonly Node[], path: string, shapes: Shapes): unknown {
  if (shapes[path] === '*') return listOf(value).map((node) => one(node, path, shapes, true))
  const [first, second] = listOf(value)
  if (second !== undefined) throw new SyntaxError(`${path} is there more than once`)
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
 * An element's content as data, guided by the table's paths: lists as arrays (empty ones too, when
 * their element is there), flags as booleans, counts as numbers, everything else as text.
 */
export const shaped = (content: Node, shapes: Shapes, path = ''): unknown =>
  one(content, path, shapes)

/** The first text under one of these names at any depth: for error documents, which differ per service. */
export function textAt(content: Node, name: string): string | null {
  if (typeof content === 'string') return null
  const here = content[name]
  if (typeof here === 'string') return decode(here)
  for (const value of Object.values(content)) {
    for (const node of listOf(value)) {
      const found = textAt(node, name)
      if (found !== null) return found
    }
  }
  return null
}

export type { Node }
