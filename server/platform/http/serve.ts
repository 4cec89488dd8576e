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
import { type Database, DatabaseError, inTurn, isPassing } from '../db/index.ts'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import type { Log } from '../log.ts'
import type { Answer, Endpoint, Exchange, Services, Upload } from './endpoint.ts'
import { limitConnections, limitPipelining } from './connections.ts'
import { goneFrom, hungUp } from './gone.ts'
import { type Limits, limits as limitsOf } from './limits.ts'
import { bytesOf, isKnown, jsonApi, tagOf } from './body.ts'
import { type Pace, watchReader, watchSenders } from './pace.ts'

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

export const prefix = '/api/v1'
const maxBodyBytes = 2 ** 20
/** For any request to arrive, a file with it. */
const uploadMs = 3_600_000
/** Without a byte in either direction a connection is given up: its client takes nothing of what waits for it. */
const silentMs = 150_000

/** The same on every answer. An endpoint's own headers come on top. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization, Origin, Accept',
}

/** What happened, as something a client may be told. What is no Problem is a bug of ours. */
export function problemOf(error: unknown, log: Log, requestId: string): Problem | Problems {
  if (error instanceof Problem || error instanceof Problems) {
    const cause = error.cause as Error | undefined
    if (cause)
      log.error('request refused for a reason of ours', { request_id: requestId, error: cause })
    return error
  }
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

/** Where links lead. A Host header is whatever a client writes: one that is no host has links name localhost. */
function baseOf(request: FastifyRequest, { publicUrl }: HttpSettings): string {
  if (publicUrl !== null) return publicUrl
  const base = `${request.protocol}://${request.host}`
  return /^[\w.:[\]-]{1,255}$/.test(request.host) && URL.canParse(base)
    ? base
    : `${request.protocol}://localhost`
}

interface Asked {
  /** Who asks, as far as he is known. */
  by?: { readonly userId: string; readonly tenantId: string }
  /** The tenant in which he was answered. */
  tenantId?: string | undefined
}

/** The route's pattern stands for its path. Who asks is noted where he was refused, and else his tenant alone. */
function logged(app: FastifyInstance, log: Log, asked: WeakMap<FastifyRequest, Asked>): void {
  app.addHook('onResponse', async (request, reply) => {
    const { by, tenantId } = asked.get(request) ?? {}
    log.info('request', {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      tenant_id: tenantId ?? by?.tenantId,
      user_id: reply.statusCode >= 400 ? by?.userId : undefined,
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

/** A target may be a whole address, as proxies are sent it; what we serve is its path. */
const rewriteUrl = ({ url = '/' }: { readonly url?: string }): string =>
  url.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')

const paceOf = ({ pace }: HttpSettings): Pace =>
  pace ?? { everyMs: 60_000, leastBytes: 256 * 2 ** 10 }

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

/** What the system takes in any case; of a longer answer the rest is held until the client has read. */
const longBytes = 65_536

/** An export waits for its reader without a connection: what it holds is about two batches of rows. */
const exportsAtOnce = { each: 4, overall: 32 }
/** An upload holds an open file, and for up to an hour. */
const uploadsAtOnce = { each: 4, overall: 32 }

/**
 * Long answers do not keep a stop waiting, and nobody waits for a client that has stopped reading. One that
 * fails half-way is logged; what its client sees is a connection that breaks, and never a short file.
 */
function watchStreams(
  app: FastifyInstance,
  settings: HttpSettings,
  log: Log,
): (stream: Readable, reply: FastifyReply) => void {
  const running = new Set<Readable>()
  app.addHook('preClose', async () => {
    for (const stream of running) stream.destroy(unavailable('The server stops.', 'stopping'))
  })
  return (stream, reply) => {
    const { id: request_id } = reply.request
    running.add(stream)
    stream.once('close', () => running.delete(stream))
    stream.once('error', (error) => {
      const problem = problemOf(error, log, request_id)
      log.warn('answer broke off', { request_id, reason: problem.message })
    })
    watchReader(reply, paceOf(settings))
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

/** The database for a request: transactions that have not begun when the client hangs up never do. */
function wanted(database: Database, reply: FastifyReply): Database {
  let gone: AbortSignal | undefined
  return inTurn(database, { lane: 'request', signal: () => (gone ??= goneFrom(reply)) })
}

function exchangeOf(
  request: FastifyRequest,
  services: Services & Pick<Exchange, 'readers' | 'gone' | 'exporting' | 'uploading'>,
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
    ifNoneMatch: request.headers['if-none-match'],
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

/** A GET whose answer the client has already is answered without it. */
async function sendOrConfirm(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<void> {
  const { status, document, takeOver } = answer
  if (status === 304) {
    reply.header('ETag', answer.tag)
    return send(reply, answer)
  }
  const body = answer.body ?? (document === undefined ? undefined : bytesOf(document))
  if (request.method !== 'GET' || status !== 200 || !body || takeOver) return send(reply, answer)
  const tag = answer.tag ?? tagOf(body)
  reply.header('ETag', tag)
  if (!isKnown(request.headers['if-none-match'], tag)) return send(reply, { ...answer, body })
  return send(reply, { status: 304, headers: answer.headers ?? {} })
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
    rewriteUrl,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: uploadMs,
    connectionTimeout: silentMs,
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
  watchSenders(app, paceOf(settings))
  const origins = new Set(settings.corsOrigins)
  app.addHook('onRequest', async (request, reply) => {
    const cors = crossOrigin(request.headers.origin, origins)
    reply.headers({ ...securityHeaders, 'Transaction-ID': request.id, ...cors })
    if (request.method === 'OPTIONS' && cors['Access-Control-Allow-Origin'])
      return reply.headers(preflight).code(204).send()
    // By the route that was found: a path is written in many ways. Probes of the operator are not counted.
    const isProbe = request.routeOptions.url?.startsWith('/health/') ?? false
    if (!isProbe) reply.headers(limits.arrived(request.ip))
  })
  hangUpWhenClosing(app)
  const { requestsPerTenant: each = 200, connectionsPerAddress = 0 } = settings
  if (connectionsPerAddress > 0 && settings.trustedProxies.length === 0)
    limitConnections(app, connectionsPerAddress, log)
  const ownConnection = limitPipelining(app)
  const requests = new ConcurrencyLimit({ each, overall: each * 5 })
  const asked = new WeakMap<FastifyRequest, Asked>()
  logged(app, log, asked)
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, log))
  const methods = methodsOf(endpoints)
  app.setNotFoundHandler((request) => {
    const allow = methods(pathOf(request))
    throw allow.length > 0 ? methodNotAllowed(request.method, allow) : notFound()
  })
  const exporting = new ConcurrencyLimit(exportsAtOnce)
  const uploading = new ConcurrencyLimit(uploadsAtOnce)
  const watch = watchStreams(app, settings, log)
  app.addHook('onSend', async (_request, reply, payload) => {
    if (Buffer.isBuffer(payload) && payload.length > longBytes) watchReader(reply, paceOf(settings))
  })
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
        const about: Asked = {}
        asked.set(request, about)
        let answered = (): void => {}
        const authenticate: Services['authenticate'] = async (header) => {
          const identity = await services.authenticate(header)
          about.by = identity
          reply.headers(limits.known(identity))
          if (reply.raw.destroyed) throw hungUp() // nothing would tell that its place is free again
          answered = requests.enter(identity.tenantId, 5)
          reply.raw.once('close', answered)
          return identity
        }
        const given = {
          ...services,
          database: wanted(services.database, reply),
          readers,
          authenticate,
          exporting,
          uploading,
          gone: () => goneFrom(reply),
        }
        const answer = await run(exchangeOf(request, given, { settings, origins }))
        about.tenantId = answer.tenantId
        if (answer.stream || answer.takeOver) answered() // it has another limit
        if (answer.takeOver) ownConnection(reply.raw)
        if (answer.stream) watch(answer.stream, reply)
        return sendOrConfirm(request, reply, answer)
      },
    })
  }
  return app
}
