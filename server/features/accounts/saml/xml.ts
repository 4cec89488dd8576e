/**
 * Reads the XML of identity providers as strictly as it may be read: elements, attributes and text.
 * Declarations of types and entities, processing instructions and CDATA are refused, so nothing is
 * fetched, expanded or hidden. It checks no signature.
 */

export interface Element {
  readonly namespace: string
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** All text directly in it, without what is around it. */
  readonly text: string
}

/** Prefixes that an element declares, and those that it inherits. Nothing is copied for its children. */
interface Scope {
  readonly own: ReadonlyMap<string, string>
  readonly outer: Scope | undefined
}

interface Opened {
  readonly prefixed: string
  readonly scope: Scope | undefined
  readonly element: Element & { children: Element[]; text: string }
}

export class BadXml extends Error {
  override name = 'BadXml'
}

/**
 * Answers of identity providers have some hundred elements, with thousands of groups some thousands. Each
 * bound is far above and keeps what a signature's canonical form costs small: it looks at every
 * declaration in sight for every element.
 */
export const xmlLimits = {
  bytes: 262_144,
  depth: 40,
  elements: 5_000,
  attributes: 10_000,
  attributesOfOne: 64,
  declarations: 100,
} as const

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

function unescaped(text: string): string {
  return text.replaceAll(/&([^;&]{0,10});?/g, (whole, name: string) => {
    const code = /^#x([0-9a-f]{1,6})$/i.exec(name)?.[1]
    const decimal = /^#(\d{1,7})$/.exec(name)?.[1]
    const point = code ? Number.parseInt(code, 16) : Number(decimal ?? Number.NaN)
    if (whole.endsWith(';') && Object.hasOwn(entities, name)) return entities[name] ?? ''
    if (whole.endsWith(';') && point > 0 && point <= 0x10ffff) return String.fromCodePoint(point)
    throw new BadXml('It contains an entity that is not one of the five predefined XML entities.')
  })
}

const token =
  /<!--(?<comment>(?:(?!--)[^])*)-->|<(?<close>\/)?(?<name>[A-Za-z_][\w.:-]*)(?<attributes>(?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/)?>|(?<text>[^<]+)/y
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** What one document has used up of its bounds. */
class Used {
  #elements = 0
  #attributes = 0
  #declarations = 0

  element(attributes: ReadonlyMap<string, string>, declared: number): void {
    this.#elements += 1
    this.#attributes += attributes.size
    this.#declarations += declared
    const { elements, attributes: most, declarations } = xmlLimits
    if (this.#elements > elements) throw new BadXml(`It must have at most ${elements} elements.`)
    if (this.#attributes > most) throw new BadXml(`It must have at most ${most} attributes.`)
    if (this.#declarations > declarations) {
      throw new BadXml(`It must have at most ${declarations} namespace declarations.`)
    }
  }
}

function attributesOf(text: string): Map<string, string> {
  const read = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (read.has(name)) throw new BadXml('An element has a duplicate attribute.')
    read.set(name, unescaped(double ?? single ?? ''))
    if (read.size > xmlLimits.attributesOfOne)
      throw new BadXml('An element has too many attributes.')
  }
  return read
}

/** At most as many steps as elements are open. */
function namespaceOf(prefix: string, scope: Scope | undefined): string | undefined {
  for (let at = scope; at; at = at.outer) {
    const found = at.own.get(prefix)
    if (found !== undefined) return found
  }
  return undefined
}

function open(prefixed: string, text: string, outer: Scope | undefined, used: Used): Opened {
  const attributes = attributesOf(text)
  const own = new Map<string, string>()
  for (const [name, value] of attributes) {
    if (name === 'xmlns') own.set('', value)
    if (name.startsWith('xmlns:')) own.set(name.slice(6), value)
  }
  used.element(attributes, own.size)
  const scope = own.size > 0 ? { own, outer } : outer
  const [local = '', prefix = ''] = prefixed.split(':').toReversed()
  const namespace = namespaceOf(prefix, scope)
  if (namespace === undefined && prefix !== '')
    throw new BadXml('A namespace prefix is not declared.')
  const element = { namespace: namespace ?? '', name: local, attributes, children: [], text: '' }
  return { prefixed, scope, element }
}

/** The root element. Throws BadXml, also beyond `xmlLimits`. Comments between elements must be `allowed`. */
export function readXml(text: string, comments: 'allowed' | 'refused' = 'refused'): Element {
  if (Buffer.byteLength(text) > xmlLimits.bytes) {
    throw new BadXml(`It must have at most ${xmlLimits.bytes} bytes.`)
  }
  const body = text.replace(/^\uFEFF?\s*(<\?xml\s[^?<>]{0,200}\?>)?/, '')
  const path: Opened[] = []
  const used = new Used()
  let root: Element | undefined
  const close = (): void => {
    const done = path.pop()
    if (done) done.element.text = done.element.text.trim()
  }
  token.lastIndex = 0
  while (token.lastIndex < body.length) {
    const found = token.exec(body)?.groups
    if (!found) throw new BadXml('The XML is not well-formed, or contains unsupported markup.')
    const { comment, close: closing, name, attributes = '', empty, text: words } = found
    const top = path.at(-1)
    if (comment !== undefined) {
      if (comments === 'refused') throw new BadXml('Comments are not allowed.')
    } else if (words !== undefined) {
      if (top) top.element.text += unescaped(words)
      else if (words.trim() !== '') throw new BadXml('There is text outside the root element.')
    } else if (closing !== undefined) {
      if (top?.prefixed !== name) throw new BadXml('A closing tag has no opening tag.')
      close()
    } else {
      if (!top && root) throw new BadXml('There is more than one root element.')
      if (path.length >= xmlLimits.depth) throw new BadXml('The elements are nested too deeply.')
      const opened = open(name ?? '', attributes, top?.scope, used)
      if (top) top.element.children.push(opened.element)
      else root = opened.element
      path.push(opened)
      if (empty !== undefined) close()
    }
  }
  if (!root || path.length > 0) throw new BadXml('The XML is truncated.')
  return root
}

/** The children of this name. */
export function named(from: Element, namespace: string, name: string): readonly Element[] {
  return from.children.filter((child) => child.namespace === namespace && child.name === name)
}

/** The element and everything below it. */
export const everyElement = (from: Element): readonly Element[] => [
  from,
  ...from.children.flatMap(everyElement),
]
