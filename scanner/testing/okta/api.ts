/** The organization's response to one request: the call, its authorization, and the requested page of a list. */
import type { Asked } from '../aws/index.ts'
import type { Reply } from '../aws/replies.ts'
import { failure, type Guard, json, type OktaRequest } from './authorization.ts'
import type { OktaState } from './state.ts'

interface Route {
  readonly operation: string
  readonly path: RegExp
  readonly scope: string
  /** The query parameter that selects the items of a list. */
  readonly by?: string
  /** Only Identity Engine has it. */
  readonly isOfEngine?: true
  readonly isList?: false
}

const id = '[A-Za-z0-9_-]+'
const route = (operation: string, path: string, scope: string, more: Partial<Route> = {}) => ({
  operation,
  path: new RegExp(`^/api/v1/${path}$`),
  scope: `okta.${scope}.read`,
  ...more,
})

const routes: readonly Route[] = [
  route('list apps', 'apps', 'apps'),
  route('get admin console settings', 'first-party-app-settings/admin-console', 'apps', {
    isList: false,
  }),
  route('list api tokens', 'api-tokens', 'apiTokens'),
  route('list authenticators', 'authenticators', 'authenticators', { isOfEngine: true }),
  route('list brands', 'brands', 'brands'),
  route('get customized sign-in page', `brands/${id}/pages/sign-in/customized`, 'brands', {
    isList: false,
  }),
  route('get default sign-in page', `brands/${id}/pages/sign-in/default`, 'brands', {
    isList: false,
  }),
  route('list built-in groups', 'groups', 'groups'),
  route('list group roles', `groups/${id}/roles`, 'roles'),
  route('list identity providers', 'idps', 'idps'),
  route('list log streams', 'logStreams', 'logStreams'),
  route('list network zones', 'zones', 'networkZones'),
  route('list policies', 'policies', 'policies', { by: 'type' }),
  route('list policy rules', `policies/${id}/rules`, 'policies'),
  route('list user groups', `users/${id}/groups`, 'groups'),
  route('list user roles', `users/${id}/roles`, 'roles'),
]

const ofPolicies: Readonly<Record<string, string>> = {
  OKTA_SIGN_ON: 'list sign-on policies',
  PASSWORD: 'list password policies',
  USER_LIFECYCLE: 'list lifecycle policies',
}

/** The address of the next page; undefined for Okta's own. */
export type ContinueWith = (path: string, page: number) => string | undefined

export interface ApiOptions {
  readonly state: OktaState
  readonly guard: Guard
  /** The maximum page size, whatever the request. */
  readonly pageSize: number
  /** The origin of links in responses. */
  readonly origin: () => string
  readonly continueWith: ContinueWith
  readonly now: () => number
  /** Seconds until the rate limit of a throttled response resets. */
  readonly resetSeconds: () => number
}

function pageOf(options: ApiOptions, objects: readonly unknown[], request: OktaRequest): Reply {
  const { path, query } = request
  const from = Number(query.get('after')?.replace('cursor-', '') ?? 0)
  const limit = Math.min(options.pageSize, Number(query.get('limit') ?? 200))
  const page = Math.floor(from / limit) + 1
  const link = (search: string) => `${options.origin()}${path}?${search}`
  const following = new URLSearchParams(query)
  following.set('after', `cursor-${from + limit}`)
  const own = from + limit < objects.length ? link(following.toString()) : undefined
  const next = options.continueWith(path, page) ?? own
  const links = [`<${link(query.toString())}>; rel="self"`]
  if (next !== undefined) links.push(`<${next}>; rel="next"`)
  return json(200, objects.slice(from, from + limit), { link: links.join(', ') })
}

/** A parsed request without a response yet, for scripts. */
export function askOkta(request: OktaRequest, options: ApiOptions): Asked {
  const { state, guard } = options
  const { path, query, method } = request
  const found = method === 'GET' ? routes.find((one) => one.path.test(path)) : undefined
  const operation =
    path === '/.well-known/okta-organization'
      ? 'get organization'
      : path === '/oauth2/v1/token'
        ? 'sign in'
        : (ofPolicies[query.get('type') ?? ''] ?? found?.operation ?? 'unknown')
  const missing = () => failure(404, 'E0000007', `Not found: Resource not found: ${path}`)
  return {
    service: 'okta',
    operation,
    region: '',
    account: guard.clientOf(request),
    resource: path,
    refuse(refusal) {
      if (refusal === 'denied')
        return failure(
          403,
          'E0000006',
          'You do not have permission to perform the requested action',
        )
      const seconds = Math.floor(options.now() / 1_000) + options.resetSeconds()
      return failure(429, 'E0000047', 'API call exceeded rate limit due to too many requests.', {
        'x-rate-limit-limit': '600',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(seconds),
        date: new Date(options.now()).toUTCString(),
      })
    },
    answer() {
      if (operation === 'get organization') {
        const links = { organization: { href: `https://${state.domain}` } }
        const { pipeline } = state
        return json(200, { id: '00oACME', pipeline, settings: {}, _links: links })
      }
      if (operation === 'sign in' && method === 'POST') return guard.token(request)
      if (!found) return missing()
      const admitted = guard.admit(request, found.scope)
      if ('status' in admitted) return admitted
      if (found.isOfEngine && state.pipeline === 'v1')
        return failure(
          403,
          'E0000015',
          'You do not have permission to access the feature you are requesting',
        )
      if (found.isList === false) {
        const object = state.objects[path]
        return object ? json(200, object) : missing()
      }
      const chosen = found.by === undefined ? path : `${path}?${found.by}=${query.get(found.by)}`
      return pageOf(options, state.lists[chosen] ?? [], request)
    },
  }
}
