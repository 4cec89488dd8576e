import { Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import {
  type CallStatistics,
  type Clock,
  type Http,
  type HttpAnswer,
  type HttpCall,
  HttpFailure,
  type HttpRequest,
  type HttpTls,
} from '../kit/index.ts'
import { backoff, retryAfter } from './backoff.ts'
import { systemClock } from './clock.ts'
import { type Door, openSocket } from './egress.ts'
import { createLimits, type LimitOptions } from './limits.ts'
import { environmentProxies, type Proxies, portOf, proxyHeaders } from './proxy.ts'
import { refusedByProxy } from './tunnel.ts'

export interface HttpOptions {
  readonly connectTimeoutMs: number
  /** Maximum idle time while waiting for or reading a response; a whole attempt may take five times as long. */
  readonly readTimeoutMs: number
  /** Further attempts after the first; 0 is exactly one attempt. */
  readonly retries: number
  /** Maximum size of a response in bytes. */
  readonly maxBytes?: number
  /** Host suffixes of the provider (`.amazonaws.com`); other hosts are rejected. */
  readonly hosts: readonly string[]
  /** An endpoint that the operator configured: it may use plain HTTP and a private address. */
  readonly endpoint?: string
  /**
   * The origin that a secret names, over HTTPS. Unless it is trusted, its addresses must be public, its port must be
   * 443 or one of `ports`, and every other host is rejected with the same error.
   */
  readonly origin?: {
    readonly url: URL
    readonly isTrusted: boolean
    readonly ports?: readonly string[]
  }
  readonly limits: Omit<LimitOptions, 'clock'>
  readonly clock?: Clock
  readonly random?: () => number
  /** Called for every attempt, without headers and bodies. */
  readonly log?: (event: {
    call: string
    status: number | string
    ms: number
    attempt: number
  }) => void
  /** Replaces DNS resolution in tests. */
  readonly lookup?: LookupFunction
  /** By default those of the environment. */
  readonly proxies?: Proxies
}

interface Bounds {
  readonly connectTimeoutMs: number
  readonly readTimeoutMs: number
  readonly maxBytes: number
}

const aborted = (signal: AbortSignal): unknown =>
  signal.reason instanceof Error && signal.reason.name === 'AbortError'
    ? signal.reason
    : new DOMException('The scan was canceled.', 'AbortError')

const headersOf = (message: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value[0] ?? '') : (value ?? ''),
    ]),
  )

/** Reads a response within its limits. A response that ends before its announced length is truncated. */
function readAnswer(message: IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    message.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxBytes) {
        message.destroy(
          new HttpFailure('answer_too_large', `The response is larger than ${maxBytes} bytes.`),
        )
      } else parts.push(part)
    })
    message.on('end', () =>
      resolve({
        status: message.statusCode ?? 0,
        headers: headersOf(message),
        body: Buffer.concat(parts),
      }),
    )
    message.on('error', reject)
    message.on('close', () => {
      if (!message.complete) {
        reject(brokenOff())
      }
    })
  })
}

const brokenOff = (): HttpFailure =>
  new HttpFailure('truncated_answer', 'The connection closed before the response was complete.')

function failure(error: unknown, answered: boolean): HttpFailure {
  if (error instanceof HttpFailure) return error
  // Node reports `aborted` or the socket's error.
  if (answered && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return brokenOff()
  const detail = error instanceof Error ? error.message : String(error)
  return new HttpFailure(answered ? 'truncated_answer' : 'connection_failed', detail)
}

/** An agent, and the proxy that reads its requests: those over plain HTTP. */
interface Way {
  readonly agent: Agent
  readonly reader: URL | null
}

/** Sends one attempt on a socket of the agent. */
async function attempt(
  { method, url, headers, body }: HttpRequest,
  { agent, reader }: Way,
  { readTimeoutMs, maxBytes }: Bounds,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  let answered = false
  let request: ClientRequest | undefined
  const late = (ms: number) =>
    new HttpFailure('read_timeout', `${url.host} did not respond in ${ms} ms.`)
  const whole = setTimeout(() => request?.destroy(late(readTimeoutMs * 5)), readTimeoutMs * 5)
  try {
    return await new Promise<HttpAnswer>((resolve, reject) => {
      const send = url.protocol === 'https:' ? secureRequest : plainRequest
      const how = {
        method,
        agent,
        headers: { ...headers, ...(reader && proxyHeaders(reader)) },
        ...(reader && { path: url.href }),
        signal,
        timeout: readTimeoutMs,
      }
      request = send(url, how, (message) => {
        answered = true
        const refused = reader && refusedByProxy(reader, message, url.host)
        if (refused) {
          reject(refused)
          return message.destroy()
        }
        readAnswer(message, maxBytes).then(resolve, reject)
      })
      request.on('timeout', () => request?.destroy(late(readTimeoutMs)))
      request.on('error', reject)
      // A response that switches protocols ends the request with neither an error nor a message.
      request.on('close', () => {
        if (!answered) reject(new HttpFailure('connection_failed', `${url.host} did not respond.`))
      })
      request.end(body)
    })
  } catch (error) {
    if (signal.aborted) throw aborted(signal)
    throw failure(error, answered)
  } finally {
    clearTimeout(whole)
  }
}

type Created = (error: Error | null, socket: Socket) => void

interface Reaching {
  readonly trusted: boolean
  readonly hidesNames: boolean
  readonly tls: HttpTls | undefined
  readonly lookup: LookupFunction | undefined
  readonly proxy: URL | null
  readonly proxyResolves: boolean
  readonly bounds: Bounds
}

/** An agent whose sockets are opened and verified by the egress connector. */
function wayTo(
  origin: URL,
  { trusted, hidesNames, tls, bounds, lookup, proxy, proxyResolves }: Reaching,
): Way {
  const secure = origin.protocol === 'https:'
  const { connectTimeoutMs } = bounds
  // Over plain HTTP, a proxy reads the requests instead of opening a tunnel.
  const reader = secure ? null : proxy
  const door: Door = reader
    ? {
        host: reader.hostname,
        port: portOf(reader),
        secure: reader.protocol === 'https:',
        trusted: true,
        connectTimeoutMs,
      }
    : {
        ...tls,
        host: origin.hostname,
        port: portOf(origin),
        secure,
        trusted,
        hidesNames,
        connectTimeoutMs,
        // A private authority may also issue certificates for users.
        altNamesOnly: tls?.ca !== undefined,
        ...(proxy && { proxy, proxyResolves }),
        ...(lookup && { lookup }),
      }
  const agent = new (secure ? SecureAgent : Agent)({
    keepAlive: true,
    // Most recently used first, with a short idle timeout: a socket that the server has closed costs an attempt.
    scheduling: 'lifo',
    timeout: 4_000,
  })
  Object.assign(agent, {
    createConnection({ signal }: { signal?: AbortSignal }, created: Created) {
      openSocket(signal ? { ...door, signal } : door).then(
        (socket) => created(null, socket),
        (error: Error) =>
          Reflect.apply(created, undefined, [
            reader && error instanceof HttpFailure
              ? new HttpFailure('proxy_failed', error.message)
              : error,
          ]),
      )
    },
  })
  return { agent, reader }
}

class Statistics {
  readonly #byName = new Map<
    string,
    { name: string; attempts: number; answers: Record<string, number>; ms: number }
  >()

  add(name: string, answer: string, ms: number): void {
    const row = this.#byName.get(name) ?? { name, attempts: 0, answers: {}, ms: 0 }
    row.attempts++
    row.ms += ms
    row.answers[answer] = (row.answers[answer] ?? 0) + 1
    this.#byName.set(name, row)
  }

  list(): readonly CallStatistics[] {
    return [...this.#byName.values()].map((row) => structuredClone(row))
  }
}

/** The result of an attempt: a response, or a retry after a delay that the server may specify. */
interface Outcome {
  readonly answer: HttpAnswer | HttpFailure
  readonly verdict: 'done' | 'throttled' | 'again'
}

const worthRetrying = (error: HttpFailure): boolean =>
  error.code !== 'host_refused' &&
  error.code !== 'proxy_refused' &&
  error.code !== 'certificate_refused' &&
  error.code !== 'answer_too_large'

/**
 * The scanner's only access to the network: keep-alive, connect and read timeouts, `retries` further attempts with full
 * jitter (or the wait of Retry-After), limits per API and region, at most 16 MB per response, no redirects. Each
 * session has a separate client: accounts share nothing.
 */
export function createHttp(options: HttpOptions): Http {
  const { retries, clock = systemClock, random = Math.random, hosts } = options
  const { proxies = environmentProxies() } = options
  const bounds: Bounds = {
    connectTimeoutMs: options.connectTimeoutMs,
    readTimeoutMs: options.readTimeoutMs,
    maxBytes: options.maxBytes ?? 16 * 1024 * 1024,
  }
  const endpoint = options.endpoint === undefined ? null : new URL(options.endpoint)
  const limits = createLimits({ ...options.limits, clock })
  const statistics = new Statistics()
  const ways = new Map<string, Way>()

  /** True for the origin that the operator configured, with any bucket name as a subdomain. */
  const isOperators = (url: URL): boolean =>
    endpoint !== null &&
    url.protocol === endpoint.protocol &&
    url.port === endpoint.port &&
    (url.hostname === endpoint.hostname || url.hostname.endsWith(`.${endpoint.hostname}`))

  function wayOf({ url, tls, proxy: own }: HttpRequest): Way {
    // A socket opened with one client certificate or verified by one authority cannot be used with another.
    const key = JSON.stringify([url.origin, tls?.servername, tls?.ca, tls?.cert, tls?.key, own])
    const known = ways.get(key)
    if (known) return known
    const isNamed = url.origin === options.origin?.url.origin
    const trusted = isOperators(url) || (isNamed && options.origin?.isTrusted === true)
    const asksPort =
      trusted || url.port === '' || options.origin?.ports?.includes(url.port) === true
    const isAnyHost = hosts.includes('')
    const isProviders = hosts.some((suffix) => url.hostname.endsWith(suffix))
    const allowed =
      isOperators(url) || (url.protocol === 'https:' && ((isNamed && asksPort) || isProviders))
    if (!allowed) {
      throw new HttpFailure('host_refused', `${url.host} is not a host of this provider.`)
    }
    const { protocol, hostname: host } = url
    const way = wayTo(url, {
      trusted,
      hidesNames: !trusted && (isNamed || isAnyHost),
      tls,
      bounds,
      lookup: options.lookup,
      proxy: own ?? proxies.of({ isSecure: protocol === 'https:', host, port: portOf(url) }),
      // Only names that a user may choose are checked here. Often, only the proxy can resolve public names.
      proxyResolves: trusted || proxies.resolvesNames || (isProviders && !isNamed && !isAnyHost),
    })
    ways.set(key, way)
    return way
  }

  async function once(call: HttpCall, n: number): Promise<Outcome> {
    const request = await call.build(n)
    const started = clock.now()
    const done = (status: number | string) => {
      const ms = clock.now() - started
      statistics.add(call.name, String(status), ms)
      options.log?.({ call: call.name, status, ms, attempt: n })
    }
    try {
      const answer = await attempt(request, wayOf(request), bounds, call.signal)
      done(answer.status)
      return { answer, verdict: call.judge(answer) }
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      done(error.code)
      return { answer: error, verdict: worthRetrying(error) ? 'again' : 'done' }
    }
  }

  return {
    async call(call) {
      for (let n = 1; ; n++) {
        const { answer, verdict } = await limits.run(call.limit, call.signal, async (place) => {
          const outcome = await once(call, n)
          if (outcome.verdict === 'throttled') place.throttled()
          else if (!(outcome.answer instanceof HttpFailure)) place.succeeded()
          return outcome
        })
        if (verdict === 'done' || n > retries) {
          if (answer instanceof HttpFailure) throw answer
          return answer
        }
        const asked =
          answer instanceof HttpFailure
            ? null
            : (call.askedWait?.(answer) ?? retryAfter(answer.headers['retry-after'], clock.now()))
        await clock.sleep(asked ?? backoff(n, random), call.signal)
      }
    },
    statistics: () => statistics.list(),
    close() {
      for (const { agent } of ways.values()) agent.destroy()
    },
  }
}
