/** MCP over streamable HTTP: every request carries the credentials of its caller, and none is kept. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { mcpServer } from './server.ts'

export interface HttpOptions {
  /** Of the API; ends in `/api/v1`. */
  readonly base: string
  readonly mayWrite: boolean
  readonly host: string
  readonly port: number
  /** Names of this server beside localhost, as a proxy in front of it sends them. */
  readonly hostnames: readonly string[]
}

const path = '/mcp'
const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain', ...headers } })

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', headers } = incoming
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  }
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(incoming) as ReadableStream
    init.duplex = 'half'
  }
  return new Request(`http://${headers.host ?? 'localhost'}${incoming.url ?? '/'}`, init)
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing)
  else outgoing.end()
}

/** Answers at `/mcp`. Pages of other sites are refused by Host and Origin, so that a browser cannot be used to get in. */
export async function serveHttp({
  base,
  mayWrite,
  host,
  port,
  hostnames,
}: HttpOptions): Promise<Server> {
  const hosts = [...localhostAllowedHostnames(), ...hostnames]
  const origins = [...localhostAllowedOrigins(), ...hostnames]
  const handler = createMcpHandler(({ requestInfo }) => {
    const authorization = requestInfo?.headers.get('authorization') ?? ''
    return mcpServer({ base, authorization }, mayWrite)
  })
  const answer = async (request: Request): Promise<Response> => {
    const rejected =
      hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins)
    if (rejected) return rejected
    if (new URL(request.url).pathname !== path)
      return plain(404, `Not found. The MCP endpoint is ${path}.`)
    if (!request.headers.get('authorization'))
      return plain(401, 'Send "Authorization: Api-Key pk_…".', { 'WWW-Authenticate': 'Api-Key' })
    return await handler.fetch(request)
  }
  const server = createServer((incoming, outgoing) => {
    Promise.resolve()
      .then(async () => send(await answer(requestOf(incoming)), outgoing))
      .catch(() => {
        if (!outgoing.headersSent) outgoing.writeHead(400)
        outgoing.destroy()
      })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', reject) // once it listens: of a connection that cannot be accepted
  server.listen(port, host, resolve)
  await promise
  return server
}
