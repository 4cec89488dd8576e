/** Limits of one client: connections, requests on one of them, and time. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '../log.ts'
import { networkOf } from './limits.ts'

/**
 * Closes connections that one address opens beyond `most`, before anything is read from them: each idle one occupies a
 * file descriptor for a minute. Behind a proxy, the proxy limits them instead.
 */
export function limitConnections(app: FastifyInstance, most: number, log: Log): void {
  const open = new Map<string, number>()
  /** Logged once, until they have hung up. */
  const full = new Set<string>()
  app.server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      if (!full.has(address)) log.warn('connection limit of an address reached', { most })
      full.add(address)
      return void socket.destroy()
    }
    open.set(address, count)
    socket.once('close', () => {
      const remaining = (open.get(address) ?? 1) - 1
      if (remaining > 0) return void open.set(address, remaining)
      open.delete(address)
      full.delete(address)
    })
  })
}

/** Requests of one connection that are worked on together: browsers send one, few libraries more. */
const mostPipelined = 8

/**
 * Closes connections that send requests without reading responses, which pile up in memory. A stop waits for requests
 * and for nothing else: Node keeps a connection without a request yet, such as one that a browser opened ahead, and an
 * idle one, both for a minute.
 *
 * Returns the function to call for an event stream, which uses the connection until it closes.
 */
export function watchConnections(app: FastifyInstance): (response: ServerResponse) => void {
  /** By open connection, its requests that are worked on. */
  const pending = new Map<Socket, number>()
  const add = (socket: Socket, requests: number): number => {
    const count = (pending.get(socket) ?? 0) + requests
    if (!socket.destroyed) pending.set(socket, count)
    return count
  }
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    add(socket, 0)
    socket.once('close', () => pending.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (add(socket, 1) > mostPipelined) return void socket.destroy()
    response.once('close', () => add(socket, -1))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, requests] of pending) if (requests === 0) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close')
  })
  return ({ req }) => void add(req.socket, mostPipelined)
}

/** What is done when a connection closes; one listener each, however many requests it carries. */
const whenClosed = new WeakMap<Socket, Set<() => void>>()

function atClose(socket: Socket, run: () => void): () => void {
  const known = whenClosed.get(socket)
  const runs = known ?? new Set()
  if (!known) {
    whenClosed.set(socket, runs)
    socket.once('close', () => {
      for (const one of runs) one()
    })
  }
  runs.add(run)
  return () => runs.delete(run)
}

/**
 * Aborts when the client hangs up before it is answered. An answer that waits behind another of its connection is not
 * closed with the connection, so that is watched too.
 */
export function hangUpSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController()
  const ended = (): void => {
    if (!raw.writableFinished) controller.abort()
  }
  const { socket } = raw.req
  if (raw.destroyed || socket.destroyed) ended()
  else {
    const forget = atClose(socket, ended)
    raw.once('close', () => {
      forget()
      ended()
    })
  }
  return controller.signal
}

/** How slow a client may be with a long body or response, which occupy memory, a file or a slot. */
export interface Pace {
  readonly everyMs: number
  /** What has to have moved in that time: 256 KiB a minute is the slowest of mobile networks. */
  readonly leastBytes: number
}

/**
 * Periodically checks the bytes moved, and ends a transfer that is too slow because of the client. Returns the function
 * that stops the checks.
 */
function watch(
  { everyMs, leastBytes }: Pace,
  { moved, isTheirTurn, end }: { moved(): number; isTheirTurn(): boolean; end(): void },
): () => void {
  let before = moved()
  const timer = setInterval(() => {
    const now = moved()
    if (isTheirTurn() && now - before < leastBytes) end()
    before = now
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/**
 * Breaks a connection whose client takes a long answer too slowly. An answer behind another one has no socket
 * yet, and waits in its own buffer.
 */
export function watchReader({ raw, request }: FastifyReply, pace: Pace): void {
  if (raw.destroyed) return // its end was announced already
  const { socket } = request.raw
  const stop = watch(pace, {
    moved: () => socket.bytesWritten - socket.writableLength,
    isTheirTurn: () => socket.writableLength + raw.writableLength > 0,
    end: () => socket.destroy(),
  })
  raw.once('close', stop)
}

/** The time limit for a body other than a file. */
const bodyMs = 30_000

/** A file may take its time as long as it progresses; a slow client with any other body only blocks the connection. */
export function watchSenders(app: FastifyInstance, pace: Pace): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete) return
    if (/^multipart\/form-data\b/i.test(raw.headers['content-type'] ?? '')) {
      const stop = watch(pace, {
        moved: () => raw.socket.bytesRead,
        isTheirTurn: () => !raw.complete,
        end: () => raw.destroy(),
      })
      return void raw.once('close', stop)
    }
    const late = setTimeout(() => raw.complete || raw.destroy(), bodyMs).unref()
    raw.once('close', () => clearTimeout(late))
  })
}
