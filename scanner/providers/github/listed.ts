// Repositories from lists, validated before use.
import { CallProblem, identityOf } from '../../kit/index.ts'
import { broken, isMembers } from './calls.ts'
import { type CallName, calls, type ListedRepository, type Members } from './client.ts'

const visibilities = new Set(['public', 'private', 'internal'])

/** Names become parts of URLs and sentences. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,100}$/.test(value) && !/^\.{1,2}$/.test(value)

/** Branch names may contain almost anything except control characters and blanks. */
const isBranch = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 255 && /^[^\s\p{Cc}]+$/u.test(value)

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value))

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Throws CallProblem for an invalid repository. */
export function repositoryOf(call: CallName, item: Members): ListedRepository {
  const { id, node_id, name, full_name, archived, fork, default_branch, pushed_at, created_at } =
    item as Readonly<Record<keyof ListedRepository, unknown>>
  // Servers older than internal repositories have no visibility.
  const plain = { true: 'private', false: 'public' }[String(item['private'])]
  const visibility = item['visibility'] ?? plain
  const owner = isMembers(item['owner']) ? item['owner']['login'] : undefined
  if (!isId(id)) throw broken(call, 'repository IDs')
  if (typeof node_id !== 'string' || !/^[\w=+/-]{1,200}$/.test(node_id))
    throw broken(call, 'repository node IDs')
  if (!isName(name) || !isName(owner) || full_name !== `${owner}/${name}`)
    throw broken(call, 'repository names')
  if (typeof visibility !== 'string' || !visibilities.has(visibility))
    throw broken(call, 'the visibility of repositories')
  if (typeof archived !== 'boolean' || typeof fork !== 'boolean')
    throw broken(call, 'whether repositories are archived or forks')
  if (!isBranch(default_branch)) throw broken(call, 'default branches of repositories')
  if ((pushed_at !== null && !isTime(pushed_at)) || !isTime(created_at))
    throw broken(call, 'times of repositories')
  const security = item['security_and_analysis']
  return {
    id,
    node_id,
    name,
    full_name,
    visibility: visibility as ListedRepository['visibility'],
    archived,
    fork,
    default_branch,
    pushed_at,
    created_at,
    security: isMembers(security) ? security : null,
  }
}

/** An invalid repository does not hide others: the first problem follows all others of a page. */
export function repositoriesOf(call: CallName, items: readonly Members[]) {
  const repositories: ListedRepository[] = []
  let problem: CallProblem | null = null
  for (const item of items) {
    try {
      repositories.push(repositoryOf(call, item))
    } catch (thrown) {
      if (!(thrown instanceof CallProblem)) throw thrown
      const { code, outcome, action, message } = thrown
      problem ??= new CallProblem(code, outcome, action, message, identityOf(item))
    }
  }
  return { repositories, problem }
}

/** `call` is the call that would show it. */
export const notAllSeen = (call: CallName): CallProblem =>
  new CallProblem(
    'repositories_not_visible',
    'denied',
    calls[call],
    'The account has repositories that these credentials cannot see, or does not report how many it has.',
  )
