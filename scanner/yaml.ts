/** YAML that people or accounts send, within limits of bytes, tokens, depth and alias expansion. */
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
  /** Of the text as UTF-8. */
  readonly bytes: number
  /** Signs, names, values and line ends that the text is made of. */
  readonly tokens: number
  /** Aliases (`*name`) in the text. */
  readonly aliases: number
  /** Names and values of the result; an alias counts with its content each time. */
  readonly nodes: number
}

/** Levels of mappings and lists. */
export const maxYamlDepth = 32

/** The text is not taken. The message repeats nothing of it, which may be a secret. */
export class BadYaml extends Error {
  override name = 'BadYaml'
}

/** Members that lead into a prototype are names of nothing. */
const prototypes = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The value of one YAML document: the core schema, no custom tags, mapping keys are unique texts. Throws BadYaml for
 * anything else. The cost grows with the number of tokens: the parser's own search for repeated names, which compares
 * each with each, is off.
 */
export function readYaml(text: string, limits: YamlLimits): unknown {
  if (Buffer.byteLength(text) > limits.bytes)
    throw new BadYaml(`must have at most ${limits.bytes} bytes`)
  const document = composed(text, limits)
  return new Reading(limits).value(document.contents, 0)
}

/** Errors of the parser are counted, never shown: where each came from is not worth the time to find out. */
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

/** 1 for the first. */
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
    // Block collections nest too: the parser keeps a stack of what is open.
    if (depth > maxYamlDepth || parser.stack.length > 2 * maxYamlDepth) throw tooDeep()
    yield* parser.next(lexeme)
  }
  yield* parser.end()
}

const tooDeep = () => new BadYaml(`must have at most ${maxYamlDepth} levels`)

/** From nodes to plain values, each counted. */
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

  /** An alias means the last node of its name before it; one inside itself would never end. */
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
