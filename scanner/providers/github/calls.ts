// The call layer: sends a request by its route, and returns the data of the response or throws a CallProblem. Lists are
// read page by page.
import {
  CallProblem,
  type Clock,
  type GapOutcome,
  type Http,
  type HttpAnswer,
  HttpFailure,
  type HttpRequest,
} from '../../kit/index.ts'
import { type CallName, calls, type Members } from './client.ts'
import { type RateLimits, refusedUntil } from './rate-limits.ts'

/** Access to GitHub: its URL and the credentials. */
export interface Api {
  readonly http: Http
  readonly clock: Clock
  readonly limits: RateLimits
  /** Without a trailing slash. */
  readonly base: string
  /** Returns the current Authorization header. Throws CallProblem. */
  authorization(signal: AbortSignal): Promise<string>
}

export interface Request {
  /** The route, for the statistics. */
  readonly name: string
  /** A path below the base, with its query; or a complete URL of the same origin. */
  readonly path: string
  /** The body, posted as JSON; absent for a GET. */
  readonly body?: unknown
  /** Replaces the authorization of the API. */
  readonly authorization?: string
}

export const version = '2022-11-28'

/** Resolves a path to a URL, which must be within the base: no response can lead to another host. */
export function within(base: string, path: string): URL | null {
  const root = new URL(base)
  const url = URL.parse(path.startsWith('/') ? base + path : path)
  if (!url || url.origin !== root.origin || url.username || url.password) return null
  const folder = root.pathname.endsWith('/') ? root.pathname : `${root.pathname}/`
  return url.pathname.startsWith(folder) ? url : null
}

/** Sends one call and returns its last response, whatever its status. Throws HttpFailure, CallProblem or AbortError. */
export async function send(api: Api, request: Request, signal: AbortSignal): Promise<HttpAnswer> {
  const { name, path, body } = request
  const url = within(api.base, path)
  if (!url) throw new HttpFailure('host_refused', 'The URL is not a URL of the API.')
  const budget = body === undefined || name !== graphqlCall ? 'rest' : 'graphql'
  const action = permissionOf(name) ?? name
  const authorization = request.authorization ?? (await api.authorization(signal))
  const call: HttpRequest = {
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: {
      accept: 'application/vnd.github+json',
      'user-agent': 'plumbline',
      'x-github-api-version': version,
      authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? '' : JSON.stringify(body),
  }
  return await api.http.call({
    name,
    limit: budget,
    signal,
    async build() {
      await api.limits.turn(budget, action, signal)
      return call
    },
    judge(answer) {
      const until = api.limits.heard(budget, answer)
      // A call with too long a delay is not retried.
      if (until !== null) return api.limits.isWaitedFor(until) ? 'throttled' : 'done'
      return answer.status >= 500 ? 'again' : 'done'
    },
    askedWait(answer) {
      const until = api.limits.heard(budget, answer)
      return until === null ? null : Math.max(0, until - api.clock.now())
    },
  })
}

export const graphqlCall = 'POST /graphql' satisfies CallName

/** The permission of a call; null for sign-in calls. */
export const permissionOf = (name: string): string | null =>
  Object.hasOwn(calls, name) ? calls[name as CallName] : null

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parsed({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** GitHub's message in a failed response. */
export function messageOf(answer: HttpAnswer): string {
  const value = parsed(answer)
  const message = isMembers(value) ? value['message'] : undefined
  return typeof message === 'string' ? message : ''
}

/** Messages that identify a state instead of a rejection, with their codes in the scanner. */
const meanings: readonly (readonly [status: number, message: RegExp, code: string])[] = [
  [404, /^Branch not protected$/, 'branch_not_protected'],
  [404, /^Branch not found$/, 'branch_not_found'],
  [403, /^Upgrade to GitHub .* to enable this feature\.$/, 'not_in_plan'],
  [403, /^Dependabot alerts are disabled for this repository\.$/, 'alerts_disabled'],
]

const codes: Readonly<Record<number, string>> = {
  401: 'bad_credentials',
  403: 'forbidden',
  404: 'not_found',
}

/**
 * Returns the problem of a failed response. GitHub also returns 404 for objects that exist but that the caller may not
 * see, so a 404 is a rejection.
 */
export function problemOf(name: string, answer: HttpAnswer, now: number): CallProblem {
  const { status, headers } = answer
  const action = permissionOf(name) ?? name
  const problem = (code: string, outcome: GapOutcome) =>
    new CallProblem(code, outcome, action, `${name} returned ${code}.`)
  const message = messageOf(answer)
  const meaning = meanings.find(([at, text]) => at === status && text.test(message))
  if (meaning) return problem(meaning[2], 'denied')
  if (refusedUntil(answer, now) !== null) return problem('rate_limited', 'throttled')
  if (headers['x-github-sso'] !== undefined) return problem('single_sign_on_required', 'denied')
  const code = codes[status]
  return code === undefined ? problem(`http_${status}`, 'error') : problem(code, 'denied')
}

const redirects = new Set([301, 302, 307, 308])

/** For a renamed repository: GitHub redirects to its URL by id. */
const mostRedirects = 3

/** Returns the response of a GET with status 200, or throws a CallProblem with the reason. */
export async function answered(
  api: Api,
  name: CallName,
  path: string,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  let at = path
  for (let n = 0; n <= mostRedirects; n++) {
    const answer = await sent(api, { name, path: at }, signal)
    if (answer.status === 200) return answer
    if (!redirects.has(answer.status)) throw problemOf(name, answer, api.clock.now())
    const to = answer.headers['location'] ?? ''
    const url = within(api.base, to)
    if (!url) throw refused(name, 'redirect_refused')
    at = url.href
  }
  throw refused(name, 'endless_redirects')
}

const refused = (name: CallName, code: string) =>
  new CallProblem(
    code,
    'error',
    calls[name],
    `${name} redirects to a URL that is not followed: ${code}.`,
  )

/** Like `send`, but a missing response is a gap. */
export async function sent(api: Api, request: Request, signal: AbortSignal): Promise<HttpAnswer> {
  try {
    return await send(api, request, signal)
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown
    const action = permissionOf(request.name) ?? request.name
    throw new CallProblem(thrown.code, 'error', action, `${request.name} received no response.`)
  }
}

export const broken = (name: CallName, lacks: string): CallProblem =>
  new CallProblem(
    'broken_answer',
    'error',
    calls[name],
    `The response to ${name} does not include ${lacks}.`,
  )

/** Returns the object in a response. */
export async function objectOf(
  api: Api,
  name: CallName,
  path: string,
  signal: AbortSignal,
): Promise<Members> {
  const value = parsed(await answered(api, name, path, signal))
  if (isMembers(value)) return value
  throw broken(name, 'an object')
}

/** The URL of the next page; null at the end. RFC 8288: `<https://…>; rel="next", <https://…>; rel="last"`. */
export function nextOf(link: string | undefined): string | null {
  for (const [, address = '', rel = ''] of (link ?? '').matchAll(/<([^<>]*)>;\s*rel="([^"]*)"/g))
    if (rel.split(' ').includes('next')) return address
  return null
}

/** Limit of one list, whatever total GitHub reports: a hundred thousand repositories. */
const maxPages = 1_000

/**
 * Yields the objects of a list, page by page. `under` names the response member with the list; null if the response is
 * the list. Throws CallProblem; a repeated page or one on another host is not requested.
 */
export async function* pagesOf(
  api: Api,
  name: CallName,
  path: string,
  { under, signal }: { readonly under: string | null; readonly signal: AbortSignal },
): AsyncGenerator<readonly Members[]> {
  const asked = new Set<string>()
  let at: string = path
  for (let n = 0; n < maxPages; n++) {
    asked.add(within(api.base, at)?.href ?? at)
    const answer = await answered(api, name, at, signal)
    const value = parsed(answer)
    const items = under === null ? value : isMembers(value) ? value[under] : undefined
    if (!Array.isArray(items)) throw broken(name, 'a list')
    if (!items.every(isMembers)) throw broken(name, 'objects in its list')
    yield items
    const next = nextOf(answer.headers['link'])
    if (next === null) return
    const url = within(api.base, next)
    if (!url) throw refused(name, 'foreign_page')
    if (asked.has(url.href)) throw refused(name, 'endless_pages')
    at = url.href
  }
  throw new CallProblem(
    'resource_limit',
    'capped',
    calls[name],
    `${name} returns more pages than a scan can read.`,
  )
}
