// The owner of a token and its access to the account, with messages for users if it has none.
import {
  CallProblem,
  type HttpAnswer,
  HttpFailure,
  type HttpFailureCode,
  ScanProblem,
  unreadFrom,
} from '../../kit/index.ts'
import {
  type Api,
  isMembers,
  nextOf,
  objectOf,
  parsed,
  type Request,
  send,
  within,
} from './calls.ts'
import type { Account, Members } from './client.ts'
import { missingInScopes } from './permissions.ts'
import { refusedUntil } from './rate-limits.ts'

const failures: Readonly<Record<HttpFailureCode, string>> = {
  connect_timeout: 'GitHub did not accept a connection in time.',
  read_timeout: 'GitHub did not respond in time.',
  connection_failed: 'GitHub could not be reached.',
  certificate_refused: 'The certificate of GitHub is not trusted.',
  host_not_found: 'The hostname of the GitHub API cannot be resolved.',
  truncated_answer: 'The response of GitHub was truncated.',
  answer_too_large: 'The response of GitHub is too large.',
  host_refused: 'This server is not allowed to connect to the address of the GitHub API.',
  proxy_refused:
    'The proxy does not allow connections to GitHub, or does not accept its credentials.',
  proxy_failed: 'The proxy could not be reached, or could not connect to GitHub.',
}

export const denied = (detail: string) => new ScanProblem('sign_in_denied', detail)
export const failed = (detail: string) => new ScanProblem('sign_in_failed', detail)
const mismatch = (detail: string) => new ScanProblem('account_mismatch', detail)

const limited = 'The GitHub rate limit of these credentials is exceeded. Try again later.'

/** Returns the response of a call. Rejected credentials and a missing response are a ScanProblem. */
export async function asked(api: Api, request: Request, signal: AbortSignal): Promise<HttpAnswer> {
  let answer: HttpAnswer
  try {
    answer = await send(api, request, signal)
  } catch (thrown) {
    if (thrown instanceof HttpFailure) throw failed(failures[thrown.code])
    if (thrown instanceof CallProblem)
      throw failed(thrown.outcome === 'throttled' ? limited : 'GitHub did not respond.')
    throw thrown
  }
  if (answer.status === 401) throw denied('GitHub does not accept the credentials.')
  if (refusedUntil(answer, api.clock.now()) !== null) throw failed(limited)
  if (answer.status >= 500) throw failed(`GitHub returned status ${answer.status}.`)
  if (answer.headers['x-github-sso'] !== undefined)
    throw denied(
      'The organization requires SAML single sign-on. Authorize the token for the organization.',
    )
  return answer
}

const notGitHub = () => failed('The server does not respond like GitHub.')

export function textOf(members: Members, name: string): string {
  const value = members[name]
  if (typeof value === 'string' && /^[\w.-]{1,100}$/.test(value)) return value
  throw notGitHub()
}

export function numberOf(members: Members, name: string): number {
  const value = members[name]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw notGitHub()
}

function membersOf(answer: HttpAnswer): Members {
  const value = parsed(answer)
  if (isMembers(value)) return value
  throw notGitHub()
}

/** The access of a token to an account. */
export interface Reach {
  readonly account: Account
  /** The number of repositories of the account; null if GitHub omits it. */
  readonly repositories: number | null
  /** True if the token can see every repository of the account, whatever their number. */
  readonly seesAll: boolean
  /** Permissions that are known to be missing; a fine-grained token does not show them. */
  readonly missing: readonly string[]
}

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** The number of public and private repositories together, if both are visible. */
function repositoriesIn(members: Members): number | null {
  const [open, closed] = [count(members['public_repos']), count(members['owned_private_repos'])]
  return open === null || closed === null ? null : open + closed
}

/** The scopes of a classic token or of an OAuth app's; null for a fine-grained one, which has none. */
const scopesOf = ({ headers }: HttpAnswer): readonly string[] | null =>
  headers['x-oauth-scopes']?.split(',').map((scope) => scope.trim()) ?? null

/** Signs in with a token; null as `uid` means the owner of the token. Throws ScanProblem. */
export async function reachOf(api: Api, uid: string | null, signal: AbortSignal): Promise<Reach> {
  const answer = await asked(api, { name: 'GET /user', path: '/user' }, signal)
  if (answer.status === 403)
    throw denied(
      'The token does not belong to a user. For a GitHub App, provide the ID and the private key of the app.',
    )
  if (answer.status !== 200) throw notGitHub()
  const user = membersOf(answer)
  const [login, id] = [textOf(user, 'login'), numberOf(user, 'id')]
  const scopes = scopesOf(answer)
  const missingFor = (isOrganization: boolean) =>
    scopes === null ? [] : missingInScopes(scopes, isOrganization)
  if (uid === null || uid.toLowerCase() === login.toLowerCase())
    return {
      account: { login, id, isOrganization: false },
      repositories: repositoriesIn(user),
      seesAll: scopes?.includes('repo') ?? false,
      missing: missingFor(false),
    }
  const account = await accountOf(api, uid, login, signal)
  await checkMembership(api, { account, login, scopes }, signal)
  const repositories = await repositoriesOf(api, account, signal)
  return { account, repositories, seesAll: false, missing: missingFor(true) }
}

/** If this fails, it remains unknown whether all repositories are listed. */
async function repositoriesOf(api: Api, { login }: Account, signal: AbortSignal) {
  try {
    return repositoriesIn(await objectOf(api, 'GET /orgs/{org}', `/orgs/${login}`, signal))
  } catch (thrown) {
    unreadFrom(thrown) // rethrows for a canceled scan
    return null
  }
}

async function accountOf(api: Api, uid: string, login: string, signal: AbortSignal) {
  const path = `/users/${encodeURIComponent(uid)}`
  const answer = await asked(api, { name: 'GET /users/{username}', path }, signal)
  if (answer.status !== 200)
    throw mismatch(`The token belongs to ${login}, who cannot see an account ${uid} on GitHub.`)
  const members = membersOf(answer)
  if (members['type'] !== 'Organization')
    throw mismatch(`The token belongs to ${login}, and ${uid} is another user.`)
  return { login: textOf(members, 'login'), id: numberOf(members, 'id'), isOrganization: true }
}

/** The maximum number of pages of a user's organizations to search. */
const maxPages = 100

/** Everyone can read the public data of an organization, but only its members may scan it. */
async function checkMembership(
  api: Api,
  { account, login, scopes }: { account: Account; login: string; scopes: readonly string[] | null },
  signal: AbortSignal,
): Promise<void> {
  let path = '/user/orgs?per_page=100'
  for (let n = 0; n < maxPages; n++) {
    const answer = await asked(api, { name: 'GET /user/orgs', path }, signal)
    if (answer.status === 403 || answer.status === 404)
      throw denied(
        `The token of ${login} cannot list the organizations of the user, because it does not have the scope read:org.`,
      )
    const items = parsed(answer)
    if (answer.status !== 200 || !Array.isArray(items)) throw notGitHub()
    if (items.some((item) => isMembers(item) && item['id'] === account.id)) return
    const url = within(api.base, nextOf(answer.headers['link']) ?? '')
    if (!url) break
    path = url.href
  }
  const why =
    scopes === null
      ? 'the token must be created for this organization'
      : scopes.some((scope) => ['read:org', 'write:org', 'admin:org', 'user'].includes(scope))
        ? `${login} must be a member, and the organization must allow the token`
        : 'it does not have the scope read:org'
  throw mismatch(`The token of ${login} cannot access the organization ${account.login}: ${why}.`)
}
