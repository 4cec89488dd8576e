/** The condition of a rule while it is edited: a tree of groups and questions, with the JSON pointer of each. */

export const groupOps = ['and', 'or', 'not'] as const
export type GroupOp = (typeof groupOps)[number]

export const questionOps = [
  'any',
  'none',
  'count_gte',
  'count_lte',
  'new',
  'reopened',
  'expiring',
  'connection_lost',
] as const
export type QuestionOp = (typeof questionOps)[number]

export const filterNames = [
  'severity',
  'provider_type',
  'provider_id',
  'service',
  'region',
  'check_id',
  'category',
  'resource_type',
  'resource_uid',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filter = Readonly<Partial<Record<FilterName, readonly string[]>>>

/** A node in the API. Its schema describes all forms of a node at once, so only `op` is certain. */
export interface WireNode {
  readonly op: string
  readonly conditions?: readonly unknown[]
  readonly condition?: unknown
  readonly count?: number
  readonly days?: number
  readonly filter?: Filter
}

export interface Group {
  readonly key: string
  readonly op: GroupOp
  readonly nodes: readonly Node[]
}
export interface Question {
  readonly key: string
  readonly op: QuestionOp
  /** The typed number: the count of `count_gte` and `count_lte`, or the days of `expiring`. */
  readonly number: string
  readonly filter: Filter
}
export type Node = Group | Question

/** The maximum nesting depth of a condition in the API. */
export const mostLevels = 5

export const isGroup = (node: Node): node is Group =>
  (groupOps as readonly string[]).includes(node.op)

/** The name of a question's number in the API; null if it has none. */
export const numberName = (op: QuestionOp): 'count' | 'days' | null =>
  op === 'count_gte' || op === 'count_lte' ? 'count' : op === 'expiring' ? 'days' : null

const firstNumbers = { count: '1', days: '14' } as const

/** The filters that a question accepts. A question about accounts has no filters on findings. */
export const filtersOf = (op: QuestionOp): readonly FilterName[] =>
  op === 'connection_lost' ? ['provider_type', 'provider_id'] : filterNames

let made = 0
const newKey = (): string => {
  made += 1
  return `node-${made}`
}

export const newQuestion = (op: QuestionOp = 'any'): Question => ({
  key: newKey(),
  op,
  number: firstNumbers[numberName(op) ?? 'count'],
  filter: {},
})
export const newGroup = (op: GroupOp = 'and', nodes: readonly Node[] = [newQuestion()]): Group => ({
  key: newKey(),
  op,
  nodes,
})

/** Changes the operator of a question, and keeps the filters that the new operator accepts. */
export function asked(question: Question, op: QuestionOp): Question {
  const [before, now] = [numberName(question.op), numberName(op)]
  const kept = filtersOf(op).flatMap((name) =>
    question.filter[name] ? [[name, question.filter[name]] as const] : [],
  )
  return {
    ...question,
    op,
    number: now === null || now === before ? question.number : firstNumbers[now],
    filter: Object.fromEntries(kept),
  }
}

function nodeOf(wire: WireNode): Node {
  const { op } = wire
  if (op === 'not') return newGroup('not', [nodeOf(wire.condition as WireNode)])
  if (op === 'and' || op === 'or')
    return newGroup(
      op,
      (wire.conditions ?? []).map((one) => nodeOf(one as WireNode)),
    )
  const number = wire.count ?? wire.days
  return {
    ...newQuestion(op as QuestionOp),
    ...(number !== undefined && { number: String(number) }),
    filter: wire.filter ?? {},
  }
}

/** The editor always has a root group, even for a rule with one question. */
export function treeOf(wire: WireNode): Group {
  const node = nodeOf(wire)
  return isGroup(node) ? node : newGroup('and', [node])
}

export interface Written {
  readonly condition: WireNode
  /** The JSON pointer of each node below the condition, by the node's key. */
  readonly places: ReadonlyMap<string, string>
}

/** Returns the condition to send. A group with a single question is sent as that question. */
export function written(root: Group): Written {
  const places = new Map<string, string>()
  const write = (node: Node, at: string): WireNode => {
    places.set(node.key, at)
    if (!isGroup(node)) return questionOf(node)
    if (node.op === 'not')
      return { op: 'not', condition: node.nodes[0] && write(node.nodes[0], `${at}/condition`) }
    const conditions = node.nodes.map((one, index) => write(one, `${at}/conditions/${index}`))
    return { op: node.op, conditions }
  }
  const [only, ...others] = root.nodes
  const isPlain = root.op !== 'not' && only && others.length === 0 && !isGroup(only)
  return { condition: write(isPlain ? only : root, ''), places }
}

function questionOf({ op, number, filter }: Question): WireNode {
  const name = numberName(op)
  const filled = Object.entries(filter).filter(([, values]) => values.length > 0)
  return {
    op,
    ...(name && number.trim() !== '' && { [name]: Number(number) }),
    ...(filled.length > 0 && { filter: Object.fromEntries(filled) }),
  }
}

/** Replaces the node with this key by another node, several or none. */
export function replaced<N extends Node>(
  node: N,
  key: string,
  by: (node: Node) => readonly Node[],
): N {
  if (!isGroup(node)) return node
  const nodes = node.nodes.flatMap((one) => (one.key === key ? by(one) : [replaced(one, key, by)]))
  return { ...node, nodes }
}

export const levelsOf = (node: Node): number =>
  1 + (isGroup(node) ? Math.max(0, ...node.nodes.map(levelsOf)) : 0)
