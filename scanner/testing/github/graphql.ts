/** The only supported GraphQL query: nodes by their ids, with any members. */
import type { Reply } from '../aws/replies.ts'
import { failure, json } from './replies.ts'
import type { GitHubState, Repository } from './state.ts'

export const nodeId = (id: number): string => `R_${Buffer.from(String(id)).toString('base64url')}`

interface GraphqlError {
  readonly type: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

interface Tree {
  readonly entries: readonly {
    readonly name: string
    readonly type: string
    readonly object: unknown
  }[]
}

/** A folder of the default branch; null if it does not exist. */
function treeAt(files: Repository['files'], folder: string): Tree | null {
  const prefix = folder === '' ? '' : `${folder}/`
  const entries = new Map<string, Tree['entries'][number]>()
  for (const [path, text] of Object.entries(files)) {
    if (!path.startsWith(prefix)) continue
    const [name = '', ...more] = path.slice(prefix.length).split('/')
    const blob = { text, isTruncated: false, byteSize: Buffer.byteLength(text) }
    entries.set(
      name,
      more.length > 0 ? { name, type: 'tree', object: {} } : { name, type: 'blob', object: blob },
    )
  }
  return entries.size === 0 ? null : { entries: [...entries.values()] }
}

const folders = { root: '', github: '.github', docs: 'docs', workflows: '.github/workflows' }

function nodeOf(repository: Repository, at: number, state: GitHubState, errors: GraphqlError[]) {
  const forbidden = (path: readonly (string | number)[]) =>
    errors.push({ type: 'FORBIDDEN', path, message: 'Resource not accessible by integration' })
  if (state.denied.includes('metadata:read')) {
    forbidden(['nodes', at])
    return null
  }
  const mayRead = !state.denied.includes('contents:read')
  const trees = Object.entries(folders).map(([alias, folder]) => {
    if (!mayRead) forbidden(['nodes', at, alias])
    return [alias, mayRead && !repository.isEmpty ? treeAt(repository.files, folder) : null]
  })
  const isAdmin = !state.denied.includes('administration:read')
  return {
    id: nodeId(repository.id),
    isEmpty: repository.isEmpty,
    deleteBranchOnMerge: repository.deleteBranchOnMerge,
    viewerPermission: isAdmin ? 'ADMIN' : 'READ',
    hasVulnerabilityAlertsEnabled: repository.alerts && isAdmin,
    isSecurityPolicyEnabled: Object.keys(repository.files).some((path) =>
      /security\.md$/i.test(path),
    ),
    ...Object.fromEntries(trees),
  }
}

/** Returns only members that the query names. */
function asked(node: object, query: string): object {
  return Object.fromEntries(
    Object.entries(node).filter(([name]) => new RegExp(`\\b${name}\\b`).test(query)),
  )
}

export function answerGraphql(body: unknown, state: GitHubState): Reply {
  const { query, variables } = (body ?? {}) as { query?: string; variables?: { ids?: string[] } }
  if (typeof query !== 'string' || !Array.isArray(variables?.ids))
    return failure(400, 'Problems parsing JSON')
  const errors: GraphqlError[] = []
  const nodes = variables.ids.map((id, at) => {
    const repository = state.repositories.find((one) => nodeId(one.id) === id)
    const node = repository ? nodeOf(repository, at, state, errors) : null
    return node && asked(node, query)
  })
  const named = errors.filter(({ path }) => path.length < 3 || query.includes(`${path[2]}:`))
  return json(200, { data: { nodes }, ...(named.length > 0 && { errors: named }) })
}
