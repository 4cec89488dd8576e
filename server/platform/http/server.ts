/** The HTTP server over a list of endpoints. It carries requests and validates nothing: the endpoints do. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { methodNotAllowed, notFound, Problem, unavailable } from '@plumbline/jsonapi'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import { inTurn } from '../db/index.ts'
import type { Log } from '../log.ts'
import {
  hangUpSignal,
  limitConnections,
  type Pace,
  watchConnections,
  watchReader,
  watchSenders,
} from './connections.ts'
import { codingOf, decoded, unsupportedCoding } from './content-encoding.ts'
import { allowOrigins, corsHeaders } from './cors.ts'
import type { Endpoint, Exchange, Services } from './endpoint.ts'
import { hungUp, problemOf } from './errors.ts'
import { type Limits, limits as limitsOf, networkOf } from './limits.ts'
import { maxBodyBytes, prefix, requested } from './request.ts'
import { securityHeaders, send, sendProblem } from './response.ts'
import { answerUnparsed, maxHeaderBytes } from './unparsed.ts'

export interface HttpSettings {
  readonly host: string
  readonly port: number
  /** The address clients see, when it is not the one they connect to. */
  readonly publicUrl: string | null
  /** Addresses of proxies whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[]
  /** Origins of browsers that may read answers. */
  readonly corsOrigins: readonly string[]
  /** Of one tenant, worked on at a time; 200. */
  readonly requestsPerTenant?: number
  /** Open connections of one address; 0 does not limit. */
  readonly connectionsPerAddress?: number
  /** How slowly files may be sent and taken; 256 KiB a minute. */
  readonly pace?: Pace
}

/** For any request to arrive, a file with it. */
const uploadMs = 3_600_000
/** A connection without a byte in either direction for so long is closed: its client does not read. */
const silentMs = 150_000
/** What the system's buffers take; the rest of a longer response stays in memory until the client has read. */
const longBytes = 65_536
/** An export waits for its reader without a database connection, with about two batches of rows in memory. */
const exportsAtOnce = { each: 4, overall: 32 }
/** An upload keeps a file open for up to an hour. */
const uploadsAtOnce = { each: 4, overall: 32 }

/** The client's own, where it is one. */
const requestIdOf = ({ headers: { 'transaction-id': id } }: Pick<IncomingMessage, 'headers'>) =>
  typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : randomBytes(16).toString('hex')

/** Only proxies write these headers, and clients that pose as one. */
const isForwarded = (headers: IncomingMessage['headers']): boolean =>
  Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))

/** A target may be a whole address, as proxies are sent it; what we serve is its path. */
const rewriteUrl = ({ url = '/' }: { readonly url?: string }): string =>
  url.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')

/** Whether a body contains a secret that an attacker would guess repeatedly. */
const takesSecret = ({ draft }: Endpoint): boolean =>
  Object.keys(draft?.attributes ?? {}).some((name) => /password|token|refresh|otp/.test(name))

/** For embedding products whose own endpoints have their own limits. */
const unlimited = limitsOf({ account: 0, tenant: 0, address: 0, secrets: 0, signIns: 0 }, Date.now)

interface Asked {
  /** The caller, if known. */
  by?: { readonly userId: string; readonly tenantId: string }
  /** The tenant in which the request was answered. */
  tenantId?: string | undefined
}

/**
 * Logs the route's pattern instead of its path. The caller is logged for refused requests, otherwise only the tenant.
 */
function logRequests(
  app: FastifyInstance,
  log: Log,
  answered: Serving['answered'],
): WeakMap<FastifyRequest, Asked> {
  const asked = new WeakMap<FastifyRequest, Asked>()
  app.addHook('onResponse', async (request, reply) => {
    const { by, tenantId } = asked.get(request) ?? {}
    const { method } = request
    const { statusCode: status, elapsedTime: ms } = reply
    const route = request.routeOptions.url ?? 'none'
    answered?.(route, method, status, ms / 1_000)
    log.info('request', {
      request_id: request.id,
      method,
      route,
      status,
      ms: Math.round(ms),
      tenant_id: tenantId ?? by?.tenantId,
      user_id: status >= 400 ? by?.userId : undefined,
    })
  })
  return asked
}

/**
 * Long responses do not delay a shutdown, and no slot waits for a client that has stopped reading. A failed one is
 * logged; its client sees an aborted connection, and never a truncated file.
 */
function watchAnswers(
  app: FastifyInstance,
  pace: Pace,
  log: Log,
): (stream: Readable, reply: FastifyReply) => void {
  const running = new Set<Readable>()
  app.addHook('preClose', async () => {
    for (const stream of running) stream.destroy(unavailable('The server is stopping.', 'stopping'))
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (Buffer.isBuffer(payload) && payload.length > longBytes) watchReader(reply, pace)
  })
  return (stream, reply) => {
    const { id: request_id } = reply.request
    running.add(stream)
    stream.once('close', () => running.delete(stream))
    stream.once('error', (error) => {
      const { message: reason } = problemOf(error, log, request_id)
      log.warn('response aborted', { request_id, reason })
    })
    watchReader(reply, pace)
  }
}

const methodsOf = ({ method, head }: Endpoint): string[] => (head ? [method, 'HEAD'] : [method])

/**
 * Every path answers the methods that it does not take with 405. Routes do that, and not the answer to what has
 * no route: `DELETE /providers/secrets` is about that path, and not about a provider of that name.
 */
function refuseOtherMethods(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  blocked: readonly string[],
) {
  const allowed = new Map(blocked.map((path): [string, string[]] => [path, []]))
  for (const endpoint of endpoints) {
    const { path } = endpoint
    allowed.set(path, [...(allowed.get(path) ?? []), ...methodsOf(endpoint)])
  }
  for (const [path, allow] of allowed) {
    const method = app.supportedMethods.filter((one) => !allow.includes(one))
    const handler = async ({ method }: FastifyRequest): Promise<never> => {
      throw methodNotAllowed(method, allow)
    }
    app.route({ method, url: prefix + path, handler })
  }
  app.setNotFoundHandler(({ method }) => {
    if (app.supportedMethods.includes(method)) throw notFound()
    throw new Problem(501, 'not_implemented', 'This method is not supported.')
  })
}

function createApp(settings: HttpSettings, pace: Pace, log: Log): FastifyInstance {
  const origins = new Set(settings.corsOrigins)
  const app = fastify({
    logger: false,
    genReqId: requestIdOf,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    rewriteUrl,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: uploadMs,
    connectionTimeout: silentMs,
    keepAliveTimeout: 65_000,
    // A finding's uid contains that of its resource, which may have 2 kB; escaping adds half.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_000 },
    // A path that cannot be decoded meets no hook and no route.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({
        ...securityHeaders,
        ...corsHeaders(origins, request.headers.origin),
        'Transaction-ID': request.id,
      })
      void sendProblem(reply, problemOf(error, log, request.id))
    },
    clientErrorHandler: answerUnparsed(origins),
    http: { headersTimeout: 15_000, maxHeaderSize: maxHeaderBytes },
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  const parseAs = 'buffer'
  app.addContentTypeParser('*', { parseAs }, ({ headers }: FastifyRequest, body: Buffer) =>
    decoded(body, headers['content-encoding']),
  )
  const form = 'multipart/form-data'
  app.addContentTypeParser(form, async ({ headers }: FastifyRequest, body: Readable) => {
    if (codingOf(headers['content-encoding']) === undefined) return body
    throw unsupportedCoding(
      'Send the form uncompressed. The file in it may be compressed with gzip.',
    )
  })
  app.setErrorHandler((error, request, reply) =>
    sendProblem(reply, problemOf(error, log, request.id)),
  )
  watchSenders(app, pace)
  return app
}

const diskFull = (): Problem =>
  new Problem(
    507,
    'no_space',
    'The disk of the server is full, so writes are rejected. Deletes still work. Ask the operator to free disk space.',
  )

/** Bytes of a body in memory. The bytes of an upload are counted when it has arrived. */
const bytesIn = (body: unknown): number => (Buffer.isBuffer(body) ? body.length : 0)

interface Serving extends Services {
  readonly limits?: Limits
  /** Paths that are known and take no method. */
  readonly blocked?: readonly string[]
  /** Called for each request that carries headers of a proxy, while no proxy is trusted. */
  readonly forwarded?: () => void
  /** Called for each answer, with the pattern of its route. */
  readonly answered?: (route: string, method: string, status: number, seconds: number) => void
}

/** Refuses to start if an endpoint declares no permission, or two share a path. */
export function serve(
  endpoints: readonly Endpoint[],
  { limits = unlimited, blocked = [], answered, forwarded, ...services }: Serving,
  settings: HttpSettings,
  log: Log,
): FastifyInstance {
  const { requestsPerTenant: each = 200, connectionsPerAddress = 0, publicUrl } = settings
  const { pace = { everyMs: 60_000, leastBytes: 256 * 2 ** 10 } } = settings
  const app = createApp(settings, pace, log)
  // While the server listens: a connection that it cannot accept must not end the others.
  app.server.once('listening', () =>
    app.server.on('error', (error: NodeJS.ErrnoException) =>
      log.warn('connection rejected', { code: error.code }),
    ),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'Transaction-ID': request.id })
    if (settings.trustedProxies.length === 0 && isForwarded(request.headers)) forwarded?.()
  })
  allowOrigins(app, new Set(settings.corsOrigins))
  // After CORS has answered preflight requests. By the route that was found: a path is written in many ways. Probes of
  // the operator are not counted.
  app.addHook('preParsing', async (request, reply) => {
    const isProbe = request.routeOptions.url?.startsWith('/health/') ?? false
    if (!isProbe) reply.headers(await limits.arrived(request.ip))
  })
  if (connectionsPerAddress > 0 && settings.trustedProxies.length === 0)
    limitConnections(app, connectionsPerAddress, log)
  const takesConnection = watchConnections(app)
  const requests = new ConcurrencyLimit({ each, overall: each * 5 })
  const asked = logRequests(app, log, answered)
  const watch = watchAnswers(app, pace, log)
  const shared = {
    ...services,
    readers: new Map(endpoints.flatMap(({ path, read }) => (read ? [[path, read]] : []))),
    exporting: new ConcurrencyLimit(exportsAtOnce),
    uploading: new ConcurrencyLimit(uploadsAtOnce),
  }
  for (const endpoint of endpoints) {
    const { method, path, may, run } = endpoint
    if (!may) throw new Error(`${method} ${path} does not say who may use it.`)
    const needsRoom = !endpoint.whenFull && (method === 'POST' || method === 'PATCH')
    const isGuess = endpoint.tries ?? takesSecret(endpoint)
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (isGuess) await limits.tried(request.ip)
      if (needsRoom && (await services.disk?.hasRoom()) === false) throw diskFull()
      const about: Asked = {}
      asked.set(request, about)
      let leave = (): void => {}
      const address = networkOf(request.ip)
      const authenticate: Exchange['authenticate'] = async (header) => {
        const identity = await services.authenticate(header, address)
        about.by = identity
        reply.headers(await limits.known(identity))
        if (needsRoom) services.disk?.count(identity, bytesIn(request.body))
        if (reply.raw.destroyed) throw hungUp() // no event would free its place again
        leave = requests.enter([identity.tenantId, identity.userId], 5)
        reply.raw.once('close', leave)
        return identity
      }
      let signal: AbortSignal | undefined
      const hungUpSignal = (): AbortSignal => (signal ??= hangUpSignal(reply))
      const answer = await run({
        ...shared,
        ...requested(request, publicUrl),
        address,
        authenticate,
        // Transactions that have not started when the client disconnects never do.
        database: inTurn(services.database, {
          lane: 'request',
          signal: hungUpSignal,
          from: address,
        }),
        hungUp: hungUpSignal,
      })
      about.tenantId = answer.tenantId
      if (answer.stream || answer.takeOver) leave() // it has another limit
      if (answer.takeOver) takesConnection(reply.raw)
      if (answer.stream) watch(answer.stream, reply)
      return send(reply, answer)
    }
    app.route({ method: methodsOf(endpoint), url: prefix + path, handler })
  }
  refuseOtherMethods(app, endpoints, blocked)
  return app
}
