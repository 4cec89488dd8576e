// One query for many repositories. Members that a response omits or reports as errors are unread, never absent.
import {
  CallProblem,
  type GapOutcome,
  HttpFailure,
  isUnread,
  type Maybe,
  unread,
  unreadFrom,
  type Unread,
} from '../../kit/index.ts'
import { type Api, graphqlCall, isMembers, parsed, problemOf, send } from './calls.ts'
import { calls, type Details, type Entry, type Members } from './client.ts'

const action = calls[graphqlCall]

const detailsQuery = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Repository {
      id isEmpty deleteBranchOnMerge viewerPermission hasVulnerabilityAlertsEnabled isSecurityPolicyEnabled
      root: object(expression: "HEAD:") { ...folder }
      github: object(expression: "HEAD:.github") { ...folder }
      docs: object(expression: "HEAD:docs") { ...folder }
    }
  }
}
fragment folder on Tree { entries { name type } }`

const workflowsQuery = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Repository {
      id isEmpty
      root: object(expression: "HEAD:") { ...folder }
      github: object(expression: "HEAD:.github") { ...folder }
      workflows: object(expression: "HEAD:.github/workflows") {
        ... on Tree { entries { name type object { ... on Blob { text isTruncated } } } }
      }
    }
  }
}
fragment folder on Tree { entries { name type } }`

interface NodeError {
  /** The path below the node; empty if the error affects all of it. */
  readonly path: readonly unknown[]
  readonly gap: Unread
}

/** A node of the response, with the errors of its members. */
class Node {
  readonly #members: Members | null
  readonly #errors: readonly NodeError[]

  constructor(members: Members | null, errors: readonly NodeError[]) {
    this.#members = members
    this.#errors = errors
  }

  /** Returns a member, or the reason why it is unknown. */
  member(name: string): Maybe<unknown> {
    const error = this.#errors.find(({ path }) => path.length === 0 || path[0] === name)
    if (error) return error.gap
    if (!this.#members) return unread('not_found', { action })
    if (Object.hasOwn(this.#members, name)) return this.#members[name]
    return unread('broken_answer', { outcome: 'error', action })
  }

  flag(name: string): Maybe<boolean> {
    const value = this.member(name)
    if (isUnread(value) || typeof value === 'boolean') return value
    return unread('broken_answer', { outcome: 'error', action })
  }

  /** Returns the entries of a folder; null if the response has none. */
  folder(name: string): Maybe<readonly Entry[] | null> {
    const value = this.member(name)
    if (isUnread(value) || value === null) return value
    const entries = isMembers(value) ? value['entries'] : undefined
    if (!Array.isArray(entries) || !entries.every(isEntry))
      return unread('broken_answer', { outcome: 'error', action })
    return entries.map(entryOf)
  }
}

interface RawEntry {
  readonly name: string
  readonly type: string
  readonly object?: unknown
}

const isEntry = (value: unknown): value is RawEntry =>
  isMembers(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string'

function entryOf({ name, type, object }: RawEntry): Entry {
  const whole = isMembers(object) && object['isTruncated'] === false ? object['text'] : null
  return { name, isFile: type === 'blob', text: typeof whole === 'string' ? whole : null }
}

const refusals = new Set(['FORBIDDEN', 'INSUFFICIENT_SCOPES', 'NOT_FOUND', 'UNAUTHORIZED'])

function gapOf(error: unknown): Unread {
  const type = isMembers(error) ? error['type'] : undefined
  const known = typeof type === 'string' && /^[A-Z_]{1,64}$/.test(type) ? type : 'GRAPHQL_ERROR'
  const outcome: GapOutcome =
    known === 'RATE_LIMITED' || known === 'RATE_LIMIT'
      ? 'throttled'
      : refusals.has(known)
        ? 'denied'
        : 'error'
  const code = outcome === 'throttled' ? 'rate_limited' : known.toLowerCase()
  return unread(code, { outcome, action })
}

const pathOf = (error: unknown): readonly unknown[] => {
  const path = isMembers(error) ? error['path'] : undefined
  return Array.isArray(path) ? path : []
}

/** Returns the nodes of a response in the order of their ids. An error without a node applies to each of them. */
export function nodesOf(value: unknown, ids: readonly string[]): readonly Node[] {
  const answer = isMembers(value) ? value : {}
  const data = isMembers(answer['data']) ? answer['data'] : {}
  const given = answer['errors'] ?? []
  const errors: readonly unknown[] = Array.isArray(given) ? given : [given]
  const nodes = data['nodes']
  if (errors.length === 0 && (!Array.isArray(nodes) || nodes.length !== ids.length))
    throw new CallProblem(
      'broken_answer',
      'error',
      action,
      'The response does not include a node for each ID.',
    )
  return ids.map((id, at) => {
    const node: unknown = Array.isArray(nodes) ? nodes[at] : null
    const about = errors.flatMap((error) => {
      const [list, index, ...path] = pathOf(error)
      if (list !== 'nodes' || typeof index !== 'number') return [{ path: [], gap: gapOf(error) }]
      return index === at ? [{ path, gap: gapOf(error) }] : []
    })
    const members = isMembers(node) && node['id'] === id ? node : null
    return new Node(members, about)
  })
}

/** Queries all at once; if the response is too large, each half separately. */
async function ask(
  api: Api,
  query: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Node[]> {
  try {
    const body = { query, variables: { ids } }
    const answer = await send(api, { name: graphqlCall, path: '/graphql', body }, signal)
    if (answer.status !== 200) throw problemOf(graphqlCall, answer, api.clock.now())
    return nodesOf(parsed(answer), ids)
  } catch (thrown) {
    if (thrown instanceof HttpFailure && thrown.code === 'answer_too_large' && ids.length > 1) {
      const half = ids.length >> 1
      const first = await ask(api, query, ids.slice(0, half), signal)
      return [...first, ...(await ask(api, query, ids.slice(half), signal))]
    }
    const gap =
      thrown instanceof HttpFailure
        ? unread(thrown.code, { outcome: 'error', action })
        : unreadFrom(thrown)
    return ids.map(() => new Node(null, [{ path: [], gap }]))
  }
}

/** True if a folder's listing proves that it has no such folder. */
const lacks = (entries: Maybe<readonly Entry[]>, name: string): boolean =>
  !isUnread(entries) && !entries.some((entry) => entry.name === name && !entry.isFile)

/** Returns a folder's entries; none if the parent folder shows that it does not exist. */
function below(node: Node, name: string, parent: Maybe<readonly Entry[]>, as: string) {
  const entries = node.folder(name)
  if (isUnread(entries) || entries !== null) return entries
  if (lacks(parent, as)) return []
  return isUnread(parent) ? parent : unread('not_visible', { action })
}

function rootOf(node: Node): Maybe<readonly Entry[]> {
  const entries = node.folder('root')
  if (isUnread(entries) || entries !== null) return entries
  const isEmpty = node.flag('isEmpty')
  if (isUnread(isEmpty)) return isEmpty
  return isEmpty ? [] : unread('not_visible', { action })
}

const writers = new Set<unknown>(['ADMIN', 'MAINTAIN', 'WRITE'])

/** Reads the details of repositories, by their node ids. */
export async function detailsOf(
  api: Api,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Details>> {
  const nodes = await ask(api, detailsQuery, ids, signal)
  return new Map(
    nodes.map((node, at) => {
      const root = rootOf(node)
      const policy = node.member('isSecurityPolicyEnabled')
      const details: Details = {
        isEmpty: node.flag('isEmpty'),
        deletesMergedBranches: node.flag('deleteBranchOnMerge'),
        mayWrite: writers.has(node.member('viewerPermission')),
        hasAlerts: node.flag('hasVulnerabilityAlertsEnabled'),
        hasSecurityPolicy: isUnread(policy) || typeof policy === 'boolean' ? policy : null,
        root,
        github: below(node, 'github', root, '.github'),
        docs: below(node, 'docs', root, 'docs'),
      }
      return [ids[at] ?? '', details] as const
    }),
  )
}

/** The files of .github/workflows, by node ids. */
export async function workflowsOf(
  api: Api,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Maybe<readonly Entry[]>>> {
  const nodes = await ask(api, workflowsQuery, ids, signal)
  return new Map(
    nodes.map((node, at) => {
      const github = below(node, 'github', rootOf(node), '.github')
      return [ids[at] ?? '', below(node, 'workflows', github, 'workflows')] as const
    }),
  )
}
