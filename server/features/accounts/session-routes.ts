/** Where a user is signed in, and how that ends. */
import type { Query } from '@plumbline/jsonapi'
import type { Identity } from '../../platform/auth/index.ts'
import { columnsOf, type Page, pageOf, sql, type Tx } from '../../platform/db/index.ts'
import { type Endpoint, type Exchange, list, remove } from '../../platform/http/index.ts'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import { checkRank } from './rank.ts'
import {
  callerOf,
  checkRecent,
  type Proof,
  type ReauthenticationParts,
  recentOrProven,
  sessionOf,
} from './reauthentication.ts'
import { otherSessionsEnd, type Session, sessionEnd, sessions } from './resource.ts'
import * as store from './store.ts'

export interface SessionParts extends ReauthenticationParts {
  readonly rightsChanged: RightsChanged
  /** A session expires if it is not renewed for so long. */
  readonly idleMinutes: number
}

const tag = 'Session'
const path = '/users/me/sessions'

const columns = columnsOf(sessions, 's')

function sessionPage(
  tx: Tx,
  query: Query<typeof sessions>,
  caller: Caller,
  idleMinutes: number,
): Promise<Page<Session>> {
  const { sessionId } = sessionOf(caller)
  return pageOf(tx, query, columns, {
    select: sql`s.id, s.signed_in_at, s.last_used_at, s.expires_at, s.auth_method,
                s.id = ${sessionId} as is_current, s.tenant_id as tenant`,
    from: sql`sessions_of(${caller.userId}, ${`${idleMinutes} minutes`}::interval) s`,
  })
}

/** A copied session cannot end its owner's other sessions. */
const proves =
  (parts: SessionParts, action: string) =>
  async (proof: Proof, exchange: Exchange, identity: Identity): Promise<void> => {
    const caller = await callerOf(exchange, identity)
    const { sessionId } = sessionOf(caller)
    if (exchange.params['id']?.toLowerCase() === sessionId) return
    const attempt = { action, requestId: exchange.requestId }
    await recentOrProven(exchange.database, parts, caller, proof, attempt)
  }

export const sessionRoutes = (parts: SessionParts): readonly Endpoint[] => [
  list(
    sessions,
    path,
    {
      may: 'any_member',
      tag,
      operationId: 'users_me_sessions_list',
      summary: 'List your sessions',
    },
    ({ tx, query, caller }) => sessionPage(tx, query, caller, parts.idleMinutes),
  ),
  remove(
    `${path}/:id`,
    {
      may: 'any_member',
      draft: sessionEnd,
      tag,
      operationId: 'users_me_sessions_destroy',
      summary: 'Sign out, or end another of your sessions',
      prepare: proves(parts, 'users_me_sessions_destroy'),
    },
    async ({ tx, id, caller }) => {
      const ended = await store.endSession(tx, caller.userId, id)
      if (ended) parts.rightsChanged(tx, { kind: 'session', user: caller.userId })
      return ended
    },
  ),
  remove(
    path,
    {
      may: 'any_member',
      draft: otherSessionsEnd,
      tag,
      operationId: 'users_me_sessions_destroy_others',
      summary: 'End all your sessions except the current one',
      prepare: proves(parts, 'users_me_sessions_destroy_others'),
    },
    async ({ tx, caller }) => {
      await store.endOtherSessions(tx, caller.userId, sessionOf(caller).sessionId)
      parts.rightsChanged(tx, { kind: 'session', user: caller.userId })
      return true
    },
  ),
  remove(
    '/users/:id/sessions',
    {
      may: 'manage_users',
      tag,
      operationId: 'users_sessions_destroy',
      summary: 'Sign a member out of this tenant',
    },
    async ({ tx, id, caller }) => {
      checkRecent(caller, parts.now())
      if (!(await store.userById(tx, id, false, caller.userId))) return false
      await checkRank(tx, caller, id)
      await store.endSessionsHere(tx, id)
      parts.rightsChanged(tx, { kind: 'session', user: id })
      return true
    },
  ),
]
