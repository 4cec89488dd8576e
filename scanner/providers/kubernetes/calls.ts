// The call layer: sends a request, and returns the data of the response or throws a CallProblem. Lists are read page by
// page and shared.
import { hash } from 'node:crypto'
import {
  CallProblem,
  type Clock,
  type GapOutcome,
  type Http,
  type HttpAnswer,
  HttpFailure,
  type HttpRequest,
  identityOf,
} from '../../kit/index.ts'
import { type ListName, lists, type Metadata } from './client.ts'
import type { Connection } from './kubeconfig.ts'
import { holdsRoles, roleName } from './role-names.ts'
import type { SharedPages } from './shared-pages.ts'

export interface Api {
  readonly http: Http
  readonly connection: Connection
  readonly clock: Clock
  /** The deadline of the last call, in milliseconds since 1970. */
  readonly until: number
}

export interface Request {
  /** For the statistics: `list pods`. */
  readonly name: string
  /** The path below the server's URL, with its query. */
  readonly path: string
  /** The body, posted as JSON; absent for a GET. */
  readonly body?: unknown
}

/** The maximum number of values in one response: about 60 MB after parsing, as in 5,000 large pods. */
const maxValues = 1_000_000

/** An upper bound of the values in JSON: the number of `,`, `[` and `{`. */
function valuesIn(body: Buffer): number {
  let count = 1
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1
  }
  return count
}

/** The weight of a page, in bytes of memory: three bytes of a response may become an object of fifty. */
const weightOf = (body: Buffer): number => body.length + 50 * valuesIn(body)

/** A call that is still running at the end of the scan's time is aborted. */
async function inTime<T>(
  { clock, until }: Api,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [done, late] = [new AbortController(), new AbortController()]
  // A timer may be early; if it is late, so is the clock.
  clock.sleep(Math.max(0, until - clock.now()) + 10, done.signal).then(
    () => late.abort(),
    () => {},
  )
  try {
    return await call(AbortSignal.any([signal, late.signal]))
  } catch (thrown) {
    if (late.signal.aborted && !signal.aborted)
      throw new HttpFailure('read_timeout', 'The scan exceeded its time limit.')
    throw thrown
  } finally {
    done.abort()
  }
}

/**
 * Sends one call and returns its last response, whatever its status. A response with more values than may be parsed is
 * rejected as too large. Throws HttpFailure or AbortError.
 */
export async function send(
  api: Api,
  { name, path, body }: Request,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { authorization, server, tls, proxy } = api.connection
  const request: HttpRequest = {
    method: body === undefined ? 'GET' : 'POST',
    url: new URL(server + path),
    headers: {
      accept: 'application/json',
      'user-agent': 'plumbline',
      ...(authorization !== null && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? '' : JSON.stringify(body),
    tls,
    ...(proxy && { proxy }),
  }
  const answer = await inTime(api, signal, (within) =>
    api.http.call({
      name,
      limit: 'kubernetes',
      signal: within,
      build: async () => request,
      judge: ({ status }) => (status === 429 ? 'throttled' : status >= 500 ? 'again' : 'done'),
    }),
  )
  if (valuesIn(answer.body) <= maxValues) return answer
  throw new HttpFailure('answer_too_large', `The response has more than ${maxValues} values.`)
}

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the object in a response; null for any other value. */
export function membersOf({ body }: HttpAnswer): Members | null {
  try {
    const value: unknown = JSON.parse(body.toString())
    return isMembers(value) ? value : null
  } catch {
    return null
  }
}

/** The API's reason for a failed response: `Forbidden`; else `http_502`. */
export function reasonOf(answer: HttpAnswer): string {
  const reason = membersOf(answer)?.['reason']
  return typeof reason === 'string' && /^[A-Za-z]{1,64}$/.test(reason)
    ? reason
    : `http_${answer.status}`
}

const outcomeOf = (status: number): GapOutcome =>
  status === 403 ? 'denied' : status === 429 ? 'throttled' : 'error'

/** The declared kind of each list. */
const kinds: Readonly<Record<ListName, string>> = {
  'list pods': 'PodList',
  'list nodes': 'NodeList',
  'list kube-system configmaps': 'ConfigMapList',
  'list clusterroles': 'ClusterRoleList',
  'list clusterrolebindings': 'ClusterRoleBindingList',
  'list roles': 'RoleList',
  'list rolebindings': 'RoleBindingList',
}

/** A validated object of a list. */
export interface Item {
  readonly metadata: Metadata & { readonly name: string }
}

/** A page, or the token to continue with if the API server no longer has the snapshot. */
export type Page =
  | {
      readonly items: readonly Item[]
      readonly next: string | null
      /** The problem of the first invalid object. */
      readonly problem: CallProblem | null
    }
  | { readonly expired: true; readonly next: string | null }

export const broken = (list: ListName, lacks: string): CallProblem =>
  new CallProblem(
    'broken_answer',
    'error',
    list,
    `The response to ${list} does not include ${lacks}.`,
  )

/** Names become parts of paths, uids and sentences. */
const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= 253 && !/[/\p{Cc}]/u.test(value)

const isText = (value: unknown): boolean => typeof value === 'string'

const isTexts = (value: unknown): boolean => isMembers(value) && Object.values(value).every(isText)

const areOwners = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (owner) =>
      isMembers(owner) &&
      ['apiVersion', 'kind', 'name'].every((name) => isText(owner[name])) &&
      (owner['uid'] === undefined || isText(owner['uid'])),
  )

/** The members of metadata that may be missing. */
const optional: Readonly<Record<string, (value: unknown) => boolean>> = {
  namespace: isName,
  uid: isText,
  labels: isTexts,
  annotations: isTexts,
  ownerReferences: areOwners,
}

/** Removes the record of field managers, which is unused and makes up half of an object. */
function slim(metadata: Record<string, unknown>): void {
  delete metadata['managedFields']
  const annotations = metadata['annotations'] as Record<string, unknown> | undefined
  delete annotations?.['kubectl.kubernetes.io/last-applied-configuration']
}

function itemOf(list: ListName, value: unknown): Item {
  const metadata = isMembers(value) ? (value['metadata'] as Record<string, unknown>) : undefined
  const written = metadata?.['name']
  if (metadata && typeof written === 'string' && holdsRoles(list))
    metadata['name'] = roleName(written)
  if (!isMembers(metadata) || !isName(metadata['name'])) throw broken(list, 'names of objects')
  for (const [name, is] of Object.entries(optional)) {
    if (metadata[name] === undefined) continue
    if (metadata[name] === null) delete metadata[name]
    else if (!is(metadata[name])) throw broken(list, `metadata.${name} in the API format`)
  }
  slim(metadata)
  return value as Item // its metadata was validated above
}

/** The maximum length of a token, which becomes part of a URL. */
const maxToken = 8_192

function tokenIn(list: ListName, metadata: unknown): string | null {
  const token = isMembers(metadata) ? metadata['continue'] : undefined
  if (token === undefined || token === null || token === '') return null
  if (typeof token === 'string' && token.length <= maxToken) return token
  throw broken(list, 'a continue token')
}

function pageOf(list: ListName, answer: HttpAnswer): Page {
  const { status } = answer
  const members = membersOf(answer)
  if (status === 410) return { expired: true, next: tokenIn(list, members?.['metadata']) }
  if (status !== 200) {
    const reason = reasonOf(answer)
    throw new CallProblem(reason, outcomeOf(status), list, `${list} returned ${reason}.`)
  }
  if (members?.['kind'] !== kinds[list]) throw broken(list, `a ${kinds[list]}`)
  const items = members['items'] === null ? [] : members['items'] // an empty list may be null in Go
  if (!Array.isArray(items)) throw broken(list, 'items')
  return { ...soundItems(list, items), next: tokenIn(list, members['metadata']) }
}

/** Authors choose the names of roles, so an invalid one must not hide others. */
function soundItems(list: ListName, values: readonly unknown[]) {
  const items: Item[] = []
  let problem: CallProblem | null = null
  for (const value of values) {
    try {
      items.push(itemOf(list, value))
    } catch (thrown) {
      if (!(thrown instanceof CallProblem)) throw thrown
      const { code, outcome, action, message } = thrown
      problem ??= new CallProblem(code, outcome, action, message, identityOf(value))
    }
  }
  return { items, problem }
}

/** Page sizes; smaller ones if a response would be too large. */
const pageSizes = [500, 100, 20, 4]

const late = (list: ListName) =>
  new CallProblem('time_limit', 'capped', list, `${list} exceeded the time limit of the scan.`)

async function loadPage(
  api: Api,
  list: ListName,
  token: string | null,
  signal: AbortSignal,
): Promise<{ readonly page: Page; readonly bytes: number }> {
  for (const [at, limit] of pageSizes.entries()) {
    if (api.clock.now() > api.until) throw late(list)
    const query = new URLSearchParams({ limit: String(limit), ...(token && { continue: token }) })
    try {
      const answer = await send(api, { name: list, path: `${lists[list]}?${query}` }, signal)
      return { page: pageOf(list, answer), bytes: weightOf(answer.body) }
    } catch (thrown) {
      if (!(thrown instanceof HttpFailure)) throw thrown
      if (api.clock.now() > api.until) throw late(list)
      if (thrown.code === 'answer_too_large' && at + 1 < pageSizes.length) continue
      throw new CallProblem(thrown.code, 'error', list, `${list} received no response.`)
    }
  }
  throw new RangeError('the smallest page returned neither a response nor an error')
}

/** Limit of one list, whatever the API server reports. Clusters are built for 150,000 pods. */
export const maxPages = 2_000
export const maxObjects = 200_000
/** The time limit for all lists together: a malicious API server may take minutes per page. */
export const longestMs = 2 * 60 * 60 * 1_000
/** The time limit on a server, where others wait: half a minute for each page of the largest cluster. */
export const longestOfMemberMs = 45 * 60 * 1_000

export interface Listing {
  readonly api: Api
  readonly pages: SharedPages<Page>
  /** The maximum number of objects of a list to read. */
  readonly cap: number
  readonly signal: AbortSignal
}

/** The gap of a capped list: the remaining objects are unknown. */
const capped = (list: ListName) =>
  new CallProblem(
    'resource_limit',
    'capped',
    list,
    `${list} returns more objects than a scan can read.`,
  )

/**
 * Yields the objects of a list without duplicates. A token that has expired (410) is replaced by the one that the API
 * server returns, else the list is restarted once. Throws CallProblem; for an invalid object, after all others.
 */
export async function* itemsOf(
  { api, pages, cap, signal }: Listing,
  list: ListName,
): AsyncGenerator<Item> {
  const tokens = new Set<string>()
  const seen = new Set<string>()
  let token: string | null = null
  let attempt = 1
  let problem: CallProblem | null = null
  for (let n = 0; n < maxPages; n++) {
    const [at, begun]: [string | null, number] = [token, attempt]
    const page: Page = await pages.page(JSON.stringify([list, begun, at]), signal, () =>
      loadPage(api, list, at, signal),
    )
    if ('expired' in page) {
      if (page.next === null && attempt > 1)
        throw new CallProblem('Expired', 'error', list, `${list} expired twice.`)
      if (page.next === null) attempt += 1
    } else {
      for (const item of page.items) {
        // Names may have 500 characters, and each reader of a list has a set of them, so they are hashed.
        const name = hash(
          'sha1',
          `${item.metadata.namespace ?? ''}/${item.metadata.name}`,
          'base64',
        )
        if (seen.has(name)) continue
        if (seen.size >= cap) throw capped(list)
        seen.add(name)
        yield item
      }
      problem ??= page.problem
      if (page.next === null && problem) throw problem
      if (page.next === null) return
    }
    token = page.next
    if (token === null) tokens.clear()
    else if (tokens.has(token))
      throw new CallProblem(
        'endless_pages',
        'error',
        list,
        `${list} returned the same continue token twice.`,
      )
    else tokens.add(token)
  }
  throw capped(list)
}
