// The call layer: sends a named call, and returns the data of the response or throws a CallProblem. Lists are read page
// by page.
import {
  CallProblem,
  type GapOutcome,
  type HttpAnswer,
  HttpFailure,
  ScanProblem,
} from '../../kit/index.ts'
import { type CallName, calls, type Members } from './client.ts'
import { addressOf, type Door, isMembers, jsonOf, send } from './door.ts'
import { nextLink } from './links.ts'
import type { Token, Tokens } from './tokens.ts'
import { isId } from './uids.ts'

export interface Api {
  readonly door: Door
  readonly tokens: Tokens
  /** The scopes that the app was granted: others are not requested. */
  readonly granted: ReadonlySet<string>
  readonly signal: AbortSignal
}

/** Limit of one list, whatever the organization reports. */
export const maxPages = 500
export const maxObjects = 50_000

/** Okta's own code of an error, `E0000006`; `http_502` without one. */
export function codeOf(answer: HttpAnswer): string {
  const body = jsonOf(answer)
  const code = isMembers(body) ? body['errorCode'] : undefined
  return typeof code === 'string' && /^E\d{7}$/.test(code) ? code : `http_${answer.status}`
}

/** The code of a response for a missing resource. */
export const notFound = 'not_found'

const outcomeOf = (status: number): GapOutcome =>
  status === 401 || status === 403 ? 'denied' : status === 429 ? 'throttled' : 'error'

/**
 * Returns the problem of a failed response. Okta reports a feature missing in an edition like a missing permission, so
 * both are a denial: nothing proves that the feature is missing.
 */
function problemOf(call: CallName, answer: HttpAnswer): CallProblem {
  const { scope } = calls[call]
  const code = answer.status === 404 ? notFound : codeOf(answer)
  return new CallProblem(code, outcomeOf(answer.status), scope, `${call} returned ${code}.`)
}

export const broken = (call: CallName, lacks: string): CallProblem =>
  new CallProblem(
    'broken_answer',
    'error',
    calls[call].scope,
    `The response to ${call} does not include ${lacks}.`,
  )

/** The path of a call with its id in place of `<id>`. */
export function pathOf(call: CallName, id?: string): string {
  const { path } = calls[call]
  if (id !== undefined && !isId(id)) throw broken(call, 'IDs in the format of Okta')
  return id === undefined ? path : path.replace('<id>', id)
}

/** Returns a response with status 200; an expired token or nonce is replaced once. */
async function ask(api: Api, call: CallName, path: string): Promise<HttpAnswer> {
  const { door, tokens, granted, signal } = api
  const { scope } = calls[call]
  if (!granted.has(scope))
    throw new CallProblem(
      'scope_not_granted',
      'denied',
      scope,
      `The app does not have the scope ${scope}.`,
    )
  const at = addressOf(door, path)
  const once = async (token: Token) => {
    const signed = () => ({ headers: tokens.headersFor(token, 'GET', at) })
    const answer = await send(door, { name: call, path, signed }, signal)
    return { answer, isNonceWanted: tokens.learnNonce(answer) }
  }
  try {
    let token = await tokens.current(signal)
    let { answer, isNonceWanted } = await once(token)
    if (isNonceWanted) ({ answer } = await once(token))
    if (answer.status === 401) {
      token = await tokens.current(signal, token)
      answer = (await once(token)).answer
    }
    if (answer.status !== 200) throw problemOf(call, answer)
    return answer
  } catch (thrown) {
    throw problemFrom(thrown, call)
  }
}

/** Converts an error of a call to a gap. */
function problemFrom(thrown: unknown, call: CallName): unknown {
  const { scope } = calls[call]
  if (thrown instanceof HttpFailure)
    return new CallProblem(thrown.code, 'error', scope, `${call} received no response.`)
  if (thrown instanceof ScanProblem)
    return new CallProblem(
      thrown.code,
      thrown.code === 'sign_in_denied' ? 'denied' : 'error',
      scope,
      `${call} was not sent, because the app could not get a new token.`,
    )
  return thrown
}

/** Returns one object. Throws CallProblem, with the code `not_found` if it does not exist. */
export async function get(api: Api, call: CallName, id?: string): Promise<Members> {
  const value = jsonOf(await ask(api, call, pathOf(call, id)))
  if (isMembers(value)) return value
  throw broken(call, 'an object')
}

/** Yields the objects of a list in its order. A next page on another origin is not requested. Throws CallProblem. */
export async function* list(api: Api, call: CallName, id?: string): AsyncGenerator<Members> {
  const { scope } = calls[call]
  const problem = (code: string, outcome: GapOutcome, says: string) =>
    new CallProblem(code, outcome, scope, `${call} ${says}.`)
  const first = addressOf(api.door, pathOf(call, id))
  const seen = new Set<string>()
  let at = first
  let count = 0
  for (let page = 0; page < maxPages; page++) {
    seen.add(at.search)
    const answer = await ask(api, call, at.pathname + at.search)
    const values = jsonOf(answer)
    if (!Array.isArray(values)) throw broken(call, 'a list')
    for (const value of values as readonly unknown[]) {
      if (!isMembers(value)) throw broken(call, 'objects')
      if (++count > maxObjects)
        throw problem('resource_limit', 'capped', 'returns more objects than a scan can read')
      yield value
    }
    const next = nextLink(answer.headers['link'])
    if (next === null) return
    const following = URL.parse(next, first)
    if (following?.origin !== first.origin || following.pathname !== first.pathname)
      throw problem('foreign_page', 'error', 'links to a next page outside the list')
    if (seen.has(following.search))
      throw problem('endless_pages', 'error', 'returned the same page twice')
    at = following
  }
  throw problem('resource_limit', 'capped', 'returns more pages than a scan can read')
}
