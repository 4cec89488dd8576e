import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import {
  errorDocument,
  methodNotAllowed,
  notFound,
  Problem,
  Problems,
  tooLarge,
  unavailable,
} from '@plumbline/jsonapi'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { DatabaseError, isPassing } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Answer, Endpoint, Exchange, Services, Upload } from './endpoint.ts'
import { type Limits, limits as limitsOf } from './limits.ts'
import { bytesOf, jsonApi, tagOf } from './body.ts'
import { KeptAnswers } from './kept.ts'
import { Room } from './room.ts'

export interface HttpSettings {
  readonly host: string
  readonly port: number
  /** The address clients see, when it is not the one they connect to. */
  readonly publicUrl: string | null
  /** Addresses of proxies whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[]
  /** Origins of browsers that may read answers. */
  readonly corsOrigins: readonly string[]
  /** Longest time in which a client takes nothing of a long answer that waits for it; a minute. */
  readonly stalledMs?: number
}

export const prefix = '/api/v1'
const maxBodyBytes = 2 ** 20
/** For a body to arrive, and for a file. */
const bodyMs = 30_000
const uploadMs = 3_600_000

/** The same on every answer. An endpoint's own headers come on top. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization, Origin, Accept',
}

/** What happened, as something a client may be told. What is no Problem is a bug of ours. */
export function problemOf(error: unknown, log: Log, requestId: string): Problem | Problems {
  if (error instanceof Problem || error instanceof Problems) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(maxBodyBytes)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const source = { header: 'Content-Type' }
    return new Problem(415, 'unsupported_media_type', 'This is no media type.', { source })
  }
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound() // longer than any id
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'bad_request', 'The request could not be read.')
  }
  if (error instanceof DatabaseError) {
    if (isPassing(error) || error.code === '57014') {
      log.warn('database did not answer', { request_id: requestId, sqlstate: error.code, error })
      return unavailable('The database did not answer in time.', 'database_unavailable', 2)
    }
    if (error.code?.startsWith('22')) {
      log.warn('value reached the database', { request_id: requestId, sqlstate: error.code, error })
      return new Problem(400, 'invalid', 'A value is out of range.')
    }
  }
  log.error('request failed', { request_id: requestId, error: error as Error })
  return new Problem(500, 'error', 'Something went wrong on our side; the log has the request id.')
}

const transactionId = /^[0-9a-f]{32}$/

export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && transactionId.test(header)
    ? header
    : randomBytes(16).toString('hex')
}

const baseOf = (request: FastifyRequest, { publicUrl }: HttpSettings): string =>
  publicUrl ??
  `${request.protocol}://${/^[\w.:[\]-]{1,255}$/.test(request.host) ? request.host : 'localhost'}`

/** The route's pattern stands for its path; the tenant is told of requests that were answered in one. */
function logged(
  app: FastifyInstance,
  log: Log,
  tenants: WeakMap<FastifyRequest, string | undefined>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    log.info('request', {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      tenant_id: tenants.get(request),
    })
  })
}

/**
 * A stop waits for requests and for nothing else. Node keeps a connection that has not asked yet, such
 * as one that a browser opened ahead, and one that idles after its last answer: both for a minute.
 */
function hangUpWhenClosing(app: FastifyInstance): void {
  const idle = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket) => {
    if (closing) return void socket.destroy()
    idle.add(socket)
    socket.once('close', () => idle.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => socket.destroyed || idle.add(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of idle) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close')
  })
}

/** Exact origins only, and no cookies: tokens travel in headers. */
function crossOrigin(
  origin: string | undefined,
  origins: ReadonlySet<string>,
): Record<string, string> {
  if (!origin || !origins.has(origin)) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers':
      'Transaction-ID, Content-Location, Retry-After, ETag, RateLimit, RateLimit-Policy, Idempotency-Replayed, Content-Disposition',
  }
}

/** What a browser asks before it sends a header of its own. */
const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Transaction-ID, Idempotency-Key, If-None-Match',
  'Access-Control-Max-Age': '600',
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** `/scans/:id` as a pattern over paths. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${prefix}${path.replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`)

/**
 * Which methods a path takes, for a 405 that says so. A path that is written out goes before one with a
 * parameter: `/providers/secrets` is no provider.
 */
function methodsOf(endpoints: readonly Endpoint[]): (path: string) => string[] {
  const table = endpoints.map(({ method, path }) => {
    const parameters = path.split(':').length
    return { method, pattern: patternOf(path), parameters }
  })
  return (path) => {
    const found = table.filter(({ pattern }) => pattern.test(path))
    const fewest = Math.min(...found.map(({ parameters }) => parameters))
    return found.filter(({ parameters }) => parameters === fewest).map(({ method }) => method)
  }
}

/** Of one tenant, and of all, in this process. */
const exportsAtOnce = { each: 4, overall: 16 }

/**
 * Long answers do not keep a stop waiting, and nobody waits for a client that has stopped reading. One that
 * fails half-way is logged; what its client sees is a connection that breaks, and never a short file.
 */
function watchStreams(
  app: FastifyInstance,
  { stalledMs = 60_000 }: HttpSettings,
  log: Log,
): (stream: Readable, reply: FastifyReply) => void {
  const running = new Set<Readable>()
  app.addHook('preClose', async () => {
    for (const stream of running) stream.destroy(unavailable('The server stops.', 'stopping'))
  })
  return (stream, { raw, request }) => {
    running.add(stream)
    stream.once('close', () => running.delete(stream))
    stream.once('error', (error) => {
      const problem = problemOf(error, log, request.id)
      log.warn('answer broke off', { request_id: request.id, reason: problem.message })
    })
    const look = (): void => {
      if (raw.writableNeedDrain) raw.destroy()
      else raw.setTimeout(stalledMs)
    }
    raw.setTimeout(stalledMs, look)
  }
}

/** For whoever serves endpoints of his own and limits them elsewhere. */
const unlimited = limitsOf({ account: 0, tenant: 0, address: 0, secrets: 0, signIns: 0 }, Date.now)

/** Whether a body carries something that whoever guesses would try again and again. */
const takesSecret = ({ draft }: Endpoint): boolean =>
  Object.keys(draft?.attributes ?? {}).some((name) => /password|token|refresh|otp/.test(name))

/** Whether a path that is written out looks like one of this endpoint's, and so may be meant. */
const isAmbiguous = ({ path }: Endpoint, endpoints: readonly Endpoint[]): boolean => {
  const pattern = patternOf(path)
  return endpoints.some((other) => other.path !== path && pattern.test(prefix + other.path))
}

function uploadOf({ body, headers }: FastifyRequest): Upload | undefined {
  if (!(body instanceof Readable)) return undefined
  const length = Number(headers['content-length'])
  return {
    stream: body,
    contentType: headers['content-type'] ?? '',
    length: Number.isSafeInteger(length) ? length : undefined,
  }
}

/** A file may take its time; whoever sends any other body so slowly only holds the connection. */
function hurryBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || /^multipart\/form-data\b/i.test(raw.headers['content-type'] ?? '')) return
    const late = setTimeout(() => raw.complete || raw.destroy(), bodyMs).unref()
    raw.once('close', () => clearTimeout(late))
  })
}

function goneFrom({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => raw.writableFinished || gone.abort())
  return gone.signal
}

function exchangeOf(
  request: FastifyRequest,
  services: Services & Pick<Exchange, 'readers' | 'gone' | 'exporting' | 'kept'>,
  { settings, origins }: { settings: HttpSettings; origins: ReadonlySet<string> },
): Exchange {
  const [path = '', ...search] = request.url.split('?')
  const origin = baseOf(request, settings)
  return {
    ...services,
    search: search.join('?'),
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    upload: uploadOf(request),
    mediaType: request.headers['content-type']?.split(';')[0]?.trim().toLowerCase(),
    params: request.params as Record<string, string>,
    authorization: request.headers.authorization,
    accept: request.headers.accept,
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    cookie: request.headers.cookie,
    cors: crossOrigin(request.headers.origin, origins),
    base: origin + prefix,
    url: origin + path,
    requestId: request.id,
  }
}

/** What went wrong, as a document. */
async function fail(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): Promise<void> {
  const problem = problemOf(error, log, request.id)
  const all = problem instanceof Problems ? problem.problems : [problem]
  const headers: Record<string, string> = Object.assign({}, ...all.map((one) => one.headers ?? {}))
  await send(reply, { status: problem.status, document: errorDocument(problem), headers })
}

/** Whether the client has this already: one of the tags it names, or any. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

/** A GET whose answer the client has already is answered without it. */
async function sendOrConfirm(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<void> {
  const { status, document, takeOver } = answer
  const body = answer.body ?? (document === undefined ? undefined : bytesOf(document))
  if (request.method !== 'GET' || status !== 200 || !body || takeOver) return send(reply, answer)
  const tag = answer.tag ?? tagOf(body)
  reply.header('ETag', tag)
  if (!isKnown(request.headers['if-none-match'], tag)) return send(reply, { ...answer, body })
  return reply
    .headers(answer.headers ?? {})
    .code(304)
    .send()
}

async function send(reply: FastifyReply, answer: Answer): Promise<void> {
  const { status, document, body, stream, headers, takeOver } = answer
  if (takeOver) {
    reply.hijack()
    return takeOver(reply.raw)
  }
  if (headers) reply.headers(headers)
  reply.code(status)
  if (stream) return reply.send(stream)
  if (document === undefined) return reply.send(body)
  if (!reply.hasHeader('Content-Type')) reply.header('Content-Type', jsonApi)
  return reply.send(body ?? bytesOf(document))
}

/**
 * The HTTP server over a list of endpoints. It carries requests and validates nothing: the endpoints
 * do. Refuses to start when an endpoint does not say who may use it, or two share a path.
 */
export function serve(
  endpoints: readonly Endpoint[],
  { limits = unlimited, ...services }: Services & { readonly limits?: Limits },
  settings: HttpSettings,
  log: Log,
): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) =>
      requestIdOf(request.headers['transaction-id']),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: uploadMs,
    keepAliveTimeout: 65_000,
    // A finding's uid holds that of its resource, which clouds give 2 kB; escaped, it grows by a half.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_000 },
    // A path that cannot be decoded meets no hook and no route.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ ...securityHeaders, 'Transaction-ID': request.id })
      void fail(error, request, reply, log)
    },
    http: { headersTimeout: 15_000, maxHeaderSize: 16_384 },
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  hurryBodies(app)
  const origins = new Set(settings.corsOrigins)
  app.addHook('onRequest', async (request, reply) => {
    const cors = crossOrigin(request.headers.origin, origins)
    reply.headers({ ...securityHeaders, 'Transaction-ID': request.id, ...cors })
    if (request.method === 'OPTIONS' && cors['Access-Control-Allow-Origin'])
      return reply.headers(preflight).code(204).send()
    if (request.url.startsWith(prefix)) reply.headers(limits.arrived(request.ip))
  })
  hangUpWhenClosing(app)
  const tenants = new WeakMap<FastifyRequest, string | undefined>()
  logged(app, log, tenants)
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, log))
  const methods = methodsOf(endpoints)
  app.setNotFoundHandler((request) => {
    const allow = methods(pathOf(request))
    throw allow.length > 0 ? methodNotAllowed(request.method, allow) : notFound()
  })
  const exporting = new Room(exportsAtOnce)
  const kept = new KeptAnswers()
  const watch = watchStreams(app, settings, log)
  const readers = new Map(endpoints.flatMap(({ path, read }) => (read ? [[path, read]] : [])))
  for (const endpoint of endpoints) {
    const { method, path, may, run } = endpoint
    if (!may) throw new Error(`${method} ${path} does not say who may use it.`)
    const ambiguous = isAmbiguous(endpoint, endpoints)
    const isGuess = endpoint.tries ?? takesSecret(endpoint)
    app.route({
      method,
      url: prefix + path,
      handler: async (request, reply) => {
        const allow = ambiguous ? methods(pathOf(request)) : [method]
        if (!allow.includes(method)) throw methodNotAllowed(method, allow)
        if (isGuess) limits.tried(request.ip)
        const authenticate: Services['authenticate'] = async (header) => {
          const identity = await services.authenticate(header)
          reply.headers(limits.known(identity))
          return identity
        }
        const given = {
          ...services,
          readers,
          authenticate,
          exporting,
          kept,
          gone: () => goneFrom(reply),
        }
        const answer = await run(exchangeOf(request, given, { settings, origins }))
        tenants.set(request, answer.tenantId)
        if (answer.stream) watch(answer.stream, reply)
        return sendOrConfirm(request, reply, answer)
      },
    })
  }
  return app
}
