/** Reads YAML from users or scanned accounts, within limits of bytes, tokens, depth and alias expansion. */
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type ParsedNode,
  Parser,
} from 'yaml'

export interface YamlLimits {
  /** The maximum size of the text in UTF-8. */
  readonly bytes: number
  /** The maximum number of tokens in the text: punctuation, names, values and line ends. */
  readonly tokens: number
  /** The maximum number of aliases (`*name`) in the text. */
  readonly aliases: number
  /** The maximum number of names and values in the result; an alias counts with its content each time. */
  readonly nodes: number
}

/** The maximum nesting depth of mappings and lists. */
export const maxYamlDepth = 32

/** The text is rejected. The message contains no part of it, because it may be a secret. */
export class BadYaml extends Error {
  override name = 'BadYaml'
}

/** Keys that access a prototype are rejected. */
const prototypes = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns the value of one YAML document: core schema, no custom tags, unique strings as mapping keys. Throws BadYaml
 * for any other document. The cost grows with the number of tokens: the parser's own search for duplicate names, which
 * is quadratic, is disabled.
 */
export function readYaml(text: string, limits: YamlLimits): unknown {
  if (Buffer.byteLength(text) > limits.bytes)
    throw new BadYaml(`must have at most ${limits.bytes} bytes`)
  const document = composed(text, limits)
  return new Reading(limits).value(document.contents, 0)
}

/** Errors of the parser are only counted, so this disables their expensive stack traces. */
function withoutTraces<T>(work: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function composed(text: string, limits: YamlLimits): Document<ParsedNode> {
  const composer = new Composer<ParsedNode>({
    schema: 'core',
    strict: true,
    uniqueKeys: false,
    stringKeys: true,
    logLevel: 'silent',
  })
  const document = withoutTraces(() => {
    let found: Document<ParsedNode> | undefined
    for (const next of composer.compose(tokens(text, limits))) {
      if (found) throw new BadYaml(unsound)
      found = next as Document<ParsedNode>
    }
    return found
  })
  if (!document) throw new BadYaml('is empty')
  const [first] = [...document.errors, ...document.warnings]
  if (first) throw new BadYaml(`${unsound}: line ${lineAt(text, first.pos[0])}`)
  return document
}

/** Returns the line number, from 1. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const unsound = 'must be one YAML document without errors or tags'

function* tokens(text: string, { tokens: most, aliases }: YamlLimits) {
  const parser = new Parser()
  let seen = 0
  let named = 0
  let depth = 0
  for (const lexeme of new Lexer().lex(text)) {
    seen += 1
    if (seen > most) throw new BadYaml(`must have at most ${most} tokens`)
    if (lexeme.startsWith('*')) named += 1
    if (named > aliases) throw new BadYaml(`must have at most ${aliases} aliases`)
    if (lexeme === '[' || lexeme === '{') depth += 1
    if (lexeme === ']' || lexeme === '}') depth -= 1
    // Block collections nest as well: the parser keeps a stack of open ones.
    if (depth > maxYamlDepth || parser.stack.length > 2 * maxYamlDepth) throw tooDeep()
    yield* parser.next(lexeme)
  }
  yield* parser.end()
}

const tooDeep = () => new BadYaml(`must have at most ${maxYamlDepth} levels`)

/** Converts nodes to plain values, and counts them. */
class Reading {
  readonly #limits: YamlLimits
  readonly #anchors = new Map<string, Node>()
  #nodes = 0

  constructor(limits: YamlLimits) {
    this.#limits = limits
  }

  value(node: unknown, depth: number): unknown {
    this.#nodes += 1
    if (this.#nodes > this.#limits.nodes) {
      throw new BadYaml(`must have at most ${this.#limits.nodes} keys and values`)
    }
    if (depth > maxYamlDepth) throw tooDeep()
    if (isAlias(node)) return this.value(this.#anchored(node.source), depth)
    if (isScalar(node) || isMap(node) || isSeq(node)) {
      if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    }
    if (isScalar(node)) return node.value
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1))
    if (isMap(node)) return this.#mapping(node.items, depth)
    return null
  }

  /** An alias refers to the last preceding node of its name; an alias inside its own node would never end. */
  #anchored(name: string): Node {
    const node = this.#anchors.get(name)
    if (!node) throw new BadYaml('has an alias that is not defined')
    return node
  }

  #mapping(
    items: readonly { readonly key: unknown; readonly value: unknown }[],
    depth: number,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (const { key, value } of items) {
      const name = this.value(key, depth + 1)
      if (typeof name !== 'string') throw new BadYaml('has a key that is not a string')
      if (prototypes.has(name)) throw new BadYaml('has a key that is not allowed')
      if (Object.hasOwn(result, name)) throw new BadYaml('has a duplicate key')
      result[name] = this.value(value, depth + 1)
    }
    return result
  }
}
