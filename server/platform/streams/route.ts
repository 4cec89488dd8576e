import type { ServerResponse } from 'node:http'
import {
  forbidden,
  parseQuery,
  Problem,
  Problems,
  resource,
  text,
  unavailable,
  writeOnly,
} from '@plumbline/jsonapi'
import { type Hub, labelled, type Seat, StreamRefused } from '@plumbline/sse'
import type { Authenticate, Identity } from '../auth/index.ts'
import { type Database, isPassing } from '../db/index.ts'
import {
  type Answer,
  type Asked,
  type Endpoint,
  type Exchange,
  readParams,
  securityHeaders,
  streamsSince,
} from '../http/index.ts'
import type { Log } from '../log.ts'
import { allowed, callerIn, rightsVersions } from '../tenancy/index.ts'
import { connect, type Listener } from './connect.ts'
import type { Access, Guard } from './guard.ts'
import type { Resolve, StreamAbout } from './streams.ts'

/** A stream takes no parameters but the token of a browser that cannot set headers. */
const nothing = resource('event-streams', { attributes: {} })
const extra = { access_token: writeOnly(text({ max: 8_192 })) }

interface Parts {
  readonly authenticate: Authenticate
  readonly database: Database
  readonly guard: Guard
  readonly log: Log
  /** The server is about to close its listener: who opens now gets the error to try another server. */
  readonly isEnding: () => boolean
}

const unacceptable = (): Problem =>
  new Problem(406, 'not_acceptable', 'A stream is available only as text/event-stream.')

function checkAccept(accept: string | undefined): void {
  const types = (accept ?? '*/*').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase())
  const fits = ['*/*', 'text/*', 'text/event-stream']
  if (!types.some((type) => type !== undefined && fits.includes(type))) throw unacceptable()
}

/** Any header wins, a bad one too; the query is read only without a header. */
const credentials = (header: string | undefined, token: string | undefined): string | undefined =>
  header || (token === undefined ? undefined : `Bearer ${token}`)

/** Why a stream does not open, as an ordinary error document. */
function refused(error: unknown, route: string, log: Log): unknown {
  if (!(error instanceof StreamRefused)) return error
  const { code, status, message, retryAfterSeconds } = error
  if (code === 'no_channels') {
    log.error('stream has no channels', { route })
    return new Problem(400, code, 'No channels specified')
  }
  if (code === 'foreign_channel') {
    log.error('channel of another tenant rejected', { route })
    return forbidden()
  }
  if (code === 'backend_unavailable') return unavailable(message, code, retryAfterSeconds ?? 1)
  const headers =
    retryAfterSeconds === null ? undefined : { 'Retry-After': String(retryAfterSeconds) }
  return new Problem(status, code, message, headers ? { headers } : {})
}

/** As the answer will have it. */
const statusOf = (error: unknown): number => {
  if (error instanceof Problem || error instanceof Problems) return error.status
  return isPassing(error) ? 503 : 500
}

const streamHeaders = {
  ...securityHeaders,
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

export function streamEndpoint(
  hub: Hub,
  parts: Parts,
  path: string,
  { may, stream: _, ...about }: StreamAbout,
  resolve: Resolve,
): Endpoint {
  const { authenticate, database, guard, log, isEnding } = parts

  function listenerOf(identity: Identity, exchange: Exchange): Listener {
    /** Work in the listener's tenant, with its current rights. */
    const inTenant = <T>(work: (asked: Asked) => Promise<T>): Promise<T> => {
      const params = readParams(exchange.params)
      return database.inTenant(identity.tenantId, async (tx) => {
        const caller = await callerIn(tx, identity)
        if (!allowed(caller, may)) throw forbidden()
        return work({ tx, caller, params, id: params['id'] ?? '' })
      })
    }
    /** The version is read first: a change between the two is then seen as one. */
    const accessOf = async (asked: Asked): Promise<Access> => {
      const [version] = await rightsVersions(asked.tx, [identity])
      return { version, channels: await resolve.channels(asked) }
    }
    return {
      identity,
      channels: () => inTenant((asked) => resolve.channels(asked)),
      ask: () => inTenant(accessOf),
      begin: () =>
        inTenant(async (asked) => ({
          ...(await accessOf(asked)),
          snapshot: (await resolve.snapshot?.(asked)) ?? [],
        })),
    }
  }

  /** A stream is a request of an hour, and no answer of the server's: the access log does not see it. */
  function logged(request_id: string, tenant_id: string, response: ServerResponse): void {
    const facts = { request_id, route: path, tenant_id }
    const startedMs = performance.now()
    log.info('stream opened', facts)
    response.on('close', () => {
      log.info('stream ended', { ...facts, ms: Math.round(performance.now() - startedMs) })
    })
  }

  async function open(exchange: Exchange, identity: Identity, seat: Seat): Promise<Answer> {
    const listener = listenerOf(identity, exchange)
    const { connection, snapshot } = await connect(hub, guard, seat, listener)
    const takeOver = (response: ServerResponse): void => {
      response.writeHead(200, {
        ...streamHeaders,
        'Transaction-ID': exchange.requestId,
      })
      response.flushHeaders()
      logged(exchange.requestId, identity.tenantId, response)
      const { socket } = response
      const chunked = response.chunkedEncoding && socket
      if (chunked) connection.open(socket, { snapshot, framing: 'chunked' })
      else connection.open(response, { snapshot, framing: 'plain' })
      if (isEnding()) connection.close('draining', 'The server is restarting.')
    }
    return { status: 200, takeOver, tenantId: identity.tenantId }
  }

  async function run(exchange: Exchange): Promise<Answer> {
    checkAccept(exchange.accept)
    const query = parseQuery(nothing, exchange.search, { list: false, extra })
    const { authorization } = exchange
    const given = credentials(authorization, query.extra.access_token)
    const identity = await authenticate(given, exchange.address)
    const seat = hub.admit({
      tenantId: identity.tenantId,
      userId: identity.userId,
      credentialId: identity.credentialId,
      expiresAt: identity.expiresAt * 1_000,
      auth: authorization ? identity.kind : 'query',
    })
    try {
      return await open(exchange, identity, seat)
    } catch (error) {
      seat.release()
      throw error
    }
  }

  return {
    method: 'GET',
    path,
    may,
    ...about,
    kind: 'none',
    status: 200,
    extra,
    responseType: 'text/event-stream',
    description: `Server-Sent Events, since ${streamsSince} of the public contract.`,
    refusals: [406, 503],
    async run(exchange) {
      try {
        return await run(exchange)
      } catch (error) {
        // What the hub refuses, it counts itself.
        if (!(error instanceof StreamRefused))
          hub.count(labelled('rejected_total', { status: String(statusOf(error)) }))
        throw refused(error, path, log)
      }
    },
  }
}
