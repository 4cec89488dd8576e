/**
 * Sessions of the app: the refresh token is in a cookie that scripts cannot read and other sites cannot send. Every
 * kind of sign-in returns a refresh token; `POST /browser-sessions` spends it and keeps the next one.
 *
 * Tabs share the cookie. The app renews under a Web Lock, so that tabs renew one at a time. Where a browser has no such
 * locks (pages of plain HTTP from another machine), two may renew at once with the same cookie: the slower one gets 409
 * and keeps the cookie, which by then contains the token of the faster one. A retry succeeds.
 */
import {
  boolean,
  forbidden,
  oneDocument,
  parseQuery,
  Problem,
  unauthenticated,
  writeOnly,
} from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import type { Tokens } from '../../platform/auth/index.ts'
import {
  type Answer,
  type Cookie,
  type Endpoint,
  type Exchange,
  readBody,
  readCookie,
  setCookie,
} from '../../platform/http/index.ts'
import type { RightsChanged } from '../../platform/tenancy/index.ts'
import { adopting, browserSessions } from './resource.ts'
import { type Pair, refreshWith, rotate } from './sessions.ts'
import * as store from './store.ts'

export interface BrowserParts {
  readonly tokens: Tokens
  readonly rightsChanged: RightsChanged
  /** How long a refresh token lives. */
  readonly refreshMinutes: number
}

const path = '/browser-sessions'
const tag = 'Token'

/** `optional=true`: 204 instead of 401, which browsers log as an error, for a page that only looks for a session. */
const renewalQuery = { optional: writeOnly(boolean) }

const cookieOf = ({ refreshMinutes }: BrowserParts): Cookie => ({
  name: 'plumbline_session',
  path,
  sameSite: 'Strict',
  maxAge: refreshMinutes * 60,
})

/** Browsers attach cookies to cross-site requests, but not this header. Sec-Fetch-Site is trusted. Throws 403. */
function checkOwnPage({ browserSession, fetchSite }: Exchange): void {
  const isOwn = fetchSite === undefined || fetchSite === 'same-origin'
  if (browserSession && isOwn) return
  const detail = 'The header X-Plumbline-Session is required, from a page of this site.'
  throw forbidden(detail, 'cross_site')
}

/** `headers` delete a cookie without a session. */
function ended(headers: Readonly<Record<string, string>>): Problem {
  const { status, code, detail } = unauthenticated(
    'This browser has no session. Sign in.',
    'session_ended',
  )
  return new Problem(status, code, detail, { headers })
}

const queryOf = ({ search }: Exchange) =>
  parseQuery(browserSessions, search, { list: false, extra: renewalQuery })

const superseded = () =>
  new Problem(409, 'session_renewed', 'Another tab renewed this session. Repeat the request.')

export function browserSessionRoutes(parts: BrowserParts): readonly Endpoint[] {
  const cookie = cookieOf(parts)
  const answer = (exchange: Exchange, { id, access, refresh }: Pair): Answer => {
    const { base, url } = exchange
    const query = queryOf(exchange)
    return {
      status: 200,
      document: oneDocument(browserSessions, { id, access }, { query, base, url }),
      headers: { 'Set-Cookie': setCookie(cookie, refresh, exchange) },
    }
  }
  const shared = { may: 'anonymous', tag, status: 200, kind: 'one' } as const
  return [
    {
      ...shared,
      method: 'POST',
      path,
      resource: browserSessions,
      draft: adopting,
      operationId: 'browser_sessions_create',
      summary: 'Store a session in a browser cookie',
      refusals: [403],
      async run(exchange) {
        checkOwnPage(exchange)
        const { refresh } = readBody(adopting, exchange)
        const pair = await refreshWith(exchange.database, parts.tokens, refresh)
        // A browser has one session. The user could not end the one whose cookie is overwritten.
        await endSession(exchange, parts, { except: pair.id })
        return answer(exchange, pair)
      },
    },
    {
      ...shared,
      method: 'POST',
      path: `${path}/refresh`,
      resource: browserSessions,
      operationId: 'browser_sessions_refresh_create',
      summary: 'Get an access token for the session of this browser',
      description: 'With `optional=true`, the response is 204 if this browser has no session.',
      refusals: [204, 401, 403, 409],
      extra: renewalQuery,
      tries: true,
      async run(exchange) {
        checkOwnPage(exchange)
        const { optional } = queryOf(exchange).extra
        const held = readCookie(cookie, exchange)
        const pair = held === '' ? 'none' : await rotate(exchange.database, parts.tokens, held)
        if (pair === 'superseded') throw superseded()
        if (pair !== 'none' && pair !== 'ended') return answer(exchange, pair)
        const removed: Answer['headers'] =
          pair === 'ended' ? { 'Set-Cookie': setCookie(cookie, '', exchange) } : {}
        if (!optional) throw ended(removed)
        return { status: 204, headers: removed }
      },
    },
    {
      ...shared,
      method: 'DELETE',
      path,
      kind: 'none',
      status: 204,
      operationId: 'browser_sessions_destroy',
      summary: 'Sign this browser out',
      refusals: [403],
      async run(exchange) {
        checkOwnPage(exchange)
        await endSession(exchange, parts)
        return { status: 204, headers: { 'Set-Cookie': setCookie(cookie, '', exchange) } }
      },
    },
  ]
}

/** Ends the session of the cookie, if there is one. */
async function endSession(
  exchange: Exchange,
  parts: BrowserParts,
  { except }: { readonly except?: string } = {},
): Promise<void> {
  const { database, requestId } = exchange
  const held = readCookie(cookieOf(parts), exchange)
  const claims = held === '' ? undefined : await parts.tokens.verifyRefresh(held)
  if (!claims || claims.sessionId === except) return
  const { userId, tenantId, sessionId } = claims
  await database.inTenant(tenantId, async (tx) => {
    if (!(await store.endSession(tx, userId, sessionId))) return
    const by = { actorId: userId, action: 'browser_sessions_destroy', requestId }
    await audit(tx, { ...by, resourceType: 'sessions', resourceId: sessionId })
    parts.rightsChanged(tx, { kind: 'session', user: userId })
  })
}
