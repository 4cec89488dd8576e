// A real HTTP server on loopback that serves streams of a hub as a route does: hijacked socket,
// chunked frames. A test may add its own responses in front.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { EncodedEvent } from '../events.ts'
import type { Hub } from '../hub.ts'
import type { Channels } from '../names.ts'
import { acme } from './world.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type TestServer = {
  readonly url: string
  readonly requests: IncomingMessage[]
  /** Answers the next request instead of the hub; call again for the one after. */
  readonly next: (answer: Answer) => void
  /** Resets every connection, as a crash does. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

export async function serve(
  hub: Hub,
  channels: Channels,
  snapshot: () => readonly EncodedEvent[] = () => [],
): Promise<TestServer> {
  const answers: Answer[] = []
  const requests: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const stream = async (response: ServerResponse): Promise<void> => {
    const seat = hub.admit({ tenantId: acme, userId: 'u', credentialId: 'c' })
    const connection = await hub.subscribe(seat, channels)
    const { socket } = response
    if (!socket) return seat.release()
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.flushHeaders()
    connection.open(socket, { snapshot: snapshot() })
  }
  const server = createServer((request, response) => {
    requests.push(request)
    const answer = answers.shift()
    if (answer) answer(request, response)
    else stream(response).catch(() => response.writeHead(503).end())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cut = (): void => {
    // A socket that is shutting down cannot be reset; Node would lose it, and its loop would spin.
    for (const socket of sockets)
      if (socket.writableEnded) socket.destroy()
      else socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    next: (answer) => void answers.push(answer),
    cut,
    async close() {
      cut()
      await hub.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Resolves when `done`; fails after a minute with what was waited for. */
export async function until(what: string, done: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!done()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
