/** GitHub's response to one request: caller, route and page. */
import { verify } from 'node:crypto'
import type { Asked } from '../aws/index.ts'
import type { Reply } from '../aws/replies.ts'
import { answerGraphql, nodeId } from './graphql.ts'
import { failure, inaccessible, json, notFound, secondaryLimit } from './replies.ts'
import type { Account, GitHubState, Installation, Repository } from './state.ts'

export interface ApiRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** The caller: a user with a token, an app with a signed claim, or an installation with its token. */
type Caller =
  | { readonly kind: 'user'; readonly login: string; readonly token: GitHubState['tokens'][string] }
  | { readonly kind: 'app' }
  | { readonly kind: 'installation'; readonly installation: Installation }

/** Tokens issued to installations, with their expiry. */
export type Issued = Map<string, { readonly installation: Installation; readonly ends: number }>

interface Context {
  readonly request: ApiRequest
  readonly state: GitHubState
  readonly issued: Issued
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
}

type Handler = (context: Context) => Reply

function appCaller(token: string, { app }: GitHubState): Caller | null {
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (!app) return null
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    app.key,
    Buffer.from(signature, 'base64url'),
  )
  const { iss, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >
  const now = Date.now() / 1_000
  const isTimely = Number(iat) <= now && Number(exp) > now && Number(exp) - Number(iat) <= 660
  return isSigned && isTimely && String(iss) === String(app.id) ? { kind: 'app' } : null
}

function callerOf({ headers }: ApiRequest, state: GitHubState, issued: Issued): Caller | null {
  const [scheme, token = ''] = (headers['authorization'] ?? '').split(' ')
  if (scheme !== 'Bearer' && scheme !== 'token') return null
  const known = state.tokens[token]
  if (known) return { kind: 'user', login: known.user, token: known }
  const given = issued.get(token)
  if (given) return given.ends > Date.now() ? { kind: 'installation', ...given } : null
  return token.split('.').length === 3 ? appCaller(token, state) : null
}

const accountOf = (state: GitHubState, login: string): Account | undefined =>
  state.accounts.find((one) => one.login.toLowerCase() === login.toLowerCase())

const mayAdminister = (state: GitHubState) => !state.denied.includes('administration:read')

/** A repository in a list; `whole` adds the members that lists omit. */
function repositoryJson(one: Repository, state: GitHubState, whole = false) {
  const owner = accountOf(state, one.owner)
  const feature = (status: string) => ({ status })
  return {
    id: one.id,
    node_id: nodeId(one.id),
    name: one.name,
    full_name: `${one.owner}/${one.name}`,
    owner: { login: one.owner, id: owner?.id, type: owner?.type },
    private: one.visibility !== 'public',
    visibility: one.visibility,
    fork: one.fork,
    archived: one.archived,
    default_branch: one.default_branch,
    pushed_at: one.pushed_at,
    created_at: one.created_at,
    ...(mayAdminister(state) && {
      security_and_analysis: { secret_scanning: feature(one.secretScanning) },
      ...(whole && { delete_branch_on_merge: one.deleteBranchOnMerge }),
    }),
  }
}

function page(
  { request: { url }, state }: Context,
  items: readonly unknown[],
  wrap: (some: readonly unknown[]) => unknown = (some) => some,
): Reply {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), state.pageSize)
  const n = Number(url.searchParams.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const to = (number: number) => {
    const address = new URL(url)
    address.searchParams.set('page', String(number))
    return address.href
  }
  const links = n < last ? [`<${to(n + 1)}>; rel="next"`, `<${to(last)}>; rel="last"`] : []
  return json(
    200,
    wrap(items.slice((n - 1) * size, n * size)),
    links.length > 0 ? { link: links.join(', ') } : {},
  )
}

const owned = ({ repositories }: GitHubState, login: string): readonly Repository[] =>
  repositories.filter(({ owner }) => owner.toLowerCase() === login.toLowerCase())

const whenMetadata =
  (handler: Handler): Handler =>
  (context) =>
    context.state.denied.includes('metadata:read') ? inaccessible() : handler(context)

/** Handlers of a repository, which return 404 to callers who cannot see it. */
const ofRepository =
  (handler: (repository: Repository, context: Context) => Reply): Handler =>
  (context) => {
    const { owner = '', repo = '', id } = context.params
    const found = context.state.repositories.find((one) =>
      id === undefined
        ? one.owner === owner && one.name.toLowerCase() === repo.toLowerCase()
        : String(one.id) === id,
    )
    return found ? handler(found, context) : notFound()
  }

function branchRules({ rulesets, owner }: Repository) {
  return rulesets
    .filter(({ enforcement }) => enforcement === 'active')
    .flatMap(({ id, rules }) =>
      rules.map((rule) => ({
        ...rule,
        ruleset_source_type: 'Repository',
        ruleset_source: owner,
        ruleset_id: id,
      })),
    )
}

function userJson(account: Account, state: GitHubState, seesPrivate: boolean) {
  const all = owned(state, account.login)
  const open = all.filter(({ visibility }) => visibility === 'public').length
  return {
    login: account.login,
    id: account.id,
    type: account.type,
    public_repos: open,
    ...(seesPrivate && { owned_private_repos: all.length - open }),
  }
}

const accessToken: Handler = ({ state, issued, params }) => {
  const installation = state.app?.installations.find(
    ({ id }) => String(id) === params['installation_id'],
  )
  if (!installation || installation.suspended) return notFound()
  const token = `ghs_${issued.size + 1}_${installation.id}`
  const ends = Date.now() + state.tokenSeconds * 1_000
  issued.set(token, { installation, ends })
  const expires_at = new Date(ends).toISOString()
  return json(201, { token, expires_at, repository_selection: installation.selection })
}

/** Handlers by method and route; `{branch}` may contain escaped slashes. */
const routes: Readonly<Record<string, Handler>> = {
  'GET /user': ({ caller, state }) => {
    if (caller.kind !== 'user') return failure(403, 'Resource not accessible by integration')
    const account = accountOf(state, caller.login)
    const { scopes } = caller.token
    return account
      ? json(
          200,
          userJson(account, state, true),
          scopes ? { 'x-oauth-scopes': scopes.join(', ') } : {},
        )
      : notFound()
  },
  'GET /user/orgs': (context) => {
    const { caller, state } = context
    if (caller.kind !== 'user') return inaccessible()
    const { scopes, organizations } = caller.token
    if (scopes && !scopes.some((scope) => ['read:org', 'admin:org'].includes(scope)))
      return failure(
        403,
        'You need at least read:org scope or user scope to list your organizations.',
      )
    const all = state.accounts.filter(({ login }) => organizations.includes(login))
    return page(
      context,
      all.map(({ id, login }) => ({ id, login })),
    )
  },
  'GET /users/{username}': ({ state, params }) => {
    const account = accountOf(state, params['username'] ?? '')
    return account ? json(200, userJson(account, state, false)) : notFound()
  },
  'GET /orgs/{org}': ({ state, params }) => {
    const account = accountOf(state, params['org'] ?? '')
    if (account?.type !== 'Organization') return notFound()
    const isOwner = !state.denied.includes('organization_administration:read')
    return json(200, {
      ...userJson(account, state, isOwner),
      is_verified: account.is_verified,
      ...(isOwner ? account.settings : { two_factor_requirement_enabled: null }),
    })
  },
  'GET /orgs/{org}/repos': whenMetadata((context) => {
    const all = owned(context.state, context.params['org'] ?? '')
    return page(
      context,
      all.map((one) => repositoryJson(one, context.state)),
    )
  }),
  'GET /user/repos': whenMetadata((context) => {
    const { caller, state } = context
    if (caller.kind !== 'user') return inaccessible()
    return page(
      context,
      owned(state, caller.login).map((one) => repositoryJson(one, state)),
    )
  }),
  'GET /installation/repositories': whenMetadata((context) => {
    const { caller, state } = context
    if (caller.kind !== 'installation') return inaccessible()
    const all = owned(state, caller.installation.account)
    return page(
      context,
      all.map((one) => repositoryJson(one, state)),
      (repositories) => ({ total_count: all.length, repositories }),
    )
  }),
  'GET /app/installations': (context) => {
    const { caller, state } = context
    if (caller.kind !== 'app') return failure(401, 'A JSON web token could not be decoded')
    const all = (state.app?.installations ?? []).map(
      ({ id, account, selection, suspended, permissions }) => {
        const { login, id: number, type } = accountOf(state, account) ?? {}
        return {
          id,
          account: { login, id: number, type },
          repository_selection: selection,
          permissions,
          suspended_at: suspended ? '2026-01-01T00:00:00Z' : null,
        }
      },
    )
    return page(context, all)
  },
  'POST /app/installations/{installation_id}/access_tokens': (context) =>
    context.caller.kind === 'app' ? accessToken(context) : failure(401, 'Bad credentials'),
  'GET /repos/{owner}/{repo}': ofRepository((one, { state }) =>
    json(200, repositoryJson(one, state, true)),
  ),
  'GET /repos/{owner}/{repo}/branches/{branch}/protection': ofRepository(
    (one, { state, params }) => {
      if (one.isEmpty || params['branch'] !== one.default_branch)
        return failure(404, 'Branch not found')
      if (one.protection === 'not_in_plan')
        return failure(
          403,
          'Upgrade to GitHub Pro or make this repository public to enable this feature.',
        )
      if (!mayAdminister(state)) return notFound()
      return one.protection ? json(200, one.protection) : failure(404, 'Branch not protected')
    },
  ),
  'GET /repos/{owner}/{repo}/rules/branches/{branch}': whenMetadata(
    ofRepository((one, context) =>
      one.protection === 'not_in_plan'
        ? failure(
            403,
            'Upgrade to GitHub Pro or make this repository public to enable this feature.',
          )
        : page(context, branchRules(one)),
    ),
  ),
  'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': whenMetadata(
    ofRepository((one, { params }) => {
      const found = one.rulesets.find(({ id }) => String(id) === params['ruleset_id'])
      if (!found) return notFound()
      const { bypass_actors, ...shown } = found
      return json(200, { ...shown, ...(bypass_actors && { bypass_actors }) })
    }),
  ),
  'GET /repos/{owner}/{repo}/immutable-releases': ofRepository((one, { state }) =>
    one.immutableReleases === null || !mayAdminister(state)
      ? notFound()
      : json(200, {
          enabled: true,
          enforced_by_owner: one.immutableReleases === 'organization',
        }),
  ),
  'GET /repos/{owner}/{repo}/dependabot/alerts': ofRepository((one, { state }) => {
    if (state.denied.includes('dependabot_alerts:read')) return inaccessible()
    return one.alerts
      ? json(200, [])
      : failure(403, 'Dependabot alerts are disabled for this repository.')
  }),
  'POST /graphql': ({ request, state }) => answerGraphql(request.body, state),
}

/** Routes as regular expressions. */
const patterns = Object.keys(routes).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  const source = path.replaceAll(/\{(\w+)\}/g, (_, name) => `(?<${name}>[^/]+)`)
  return { route, method, pattern: new RegExp(`^${source}$`) }
})

function routeOf({ method, url }: ApiRequest) {
  // Paths with a repository id are equivalent.
  const path = url.pathname.replace(/^\/repositories\/(\d+)(?=\/|$)/, '/repos/$1/-')
  for (const one of patterns) {
    const match = one.method === method ? one.pattern.exec(path) : null
    if (!match) continue
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    )
    return {
      route: one.route,
      params: params['repo'] === '-' ? { ...params, id: params['owner'] ?? '' } : params,
    }
  }
  return null
}

/** The headers of the hourly rate limit; counts the call. */
function budgetOf({ budget }: GitHubState): Record<string, string> {
  if (!budget) return {}
  return {
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': String(Math.max(0, budget.remaining)),
    'x-ratelimit-reset': String(budget.reset),
  }
}

/** A parsed request without a response yet, for scripts. */
export function askGitHub(request: ApiRequest, state: GitHubState, issued: Issued): Asked {
  const found = routeOf(request)
  const caller = callerOf(request, state, issued)
  const operation = found?.route ?? `${request.method} ${request.url.pathname}`
  return {
    service: 'github',
    operation,
    region: '',
    account: caller?.kind === 'user' ? caller.login : (caller?.kind ?? null),
    resource: request.url.pathname,
    refuse: (refusal) => {
      if (refusal !== 'denied') return secondaryLimit()
      return operation === 'POST /graphql'
        ? json(200, { data: null, errors: [{ type: 'FORBIDDEN', message: 'No.' }] })
        : inaccessible()
    },
    answer() {
      if (!caller) return failure(401, 'Bad credentials')
      if (state.budget && state.budget.remaining <= 0)
        return failure(403, 'API rate limit exceeded for user ID 583231.', budgetOf(state))
      if (state.budget) state.budget.remaining -= 1
      const handler = found && routes[found.route]
      const reply = handler
        ? handler({ request, state, issued, caller, params: found.params })
        : notFound()
      return { ...reply, headers: { ...reply.headers, ...budgetOf(state) } }
    },
  }
}
