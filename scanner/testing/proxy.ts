/** An HTTP proxy for tests. It connects every name to this machine. */
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Certificate } from './certificates.ts'

export interface TestProxyOptions {
  /** The credentials that it requires, as `user:password`. */
  readonly credentials?: string
  /** The status of every response instead of a connection. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** With a certificate, the proxy itself is reached over TLS. */
  readonly certificate?: Certificate
}

export interface TestProxy {
  /** Its URL, without credentials. */
  readonly url: string
  /** The method and the target of each request. */
  readonly seen: string[]
  close(): Promise<void>
}

/** Starts a proxy. A target keeps its port, but its host is replaced by 127.0.0.1. */
export async function startTestProxy(options: TestProxyOptions = {}): Promise<TestProxy> {
  const { credentials, status, headers = {}, certificate } = options
  const seen: string[] = []
  const sockets = new Set<Socket>()
  const refusal = ({ headers: sent, method, url }: IncomingMessage): number | undefined => {
    seen.push(`${method} ${url}`)
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    return expected && sent['proxy-authorization'] !== expected ? 407 : status
  }
  const server = certificate ? createSecureServer(certificate) : createServer()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connect', (message: IncomingMessage, socket: Socket) => {
    const code = refusal(message)
    if (code !== undefined) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${code} Refused\r\n${lines.join('')}Content-Length: 0\r\n\r\n`)
      return
    }
    const port = Number(/:(\d+)$/.exec(message.url ?? '')?.[1])
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
    socket.on('close', () => target.destroy())
  })
  server.on('request', (message: IncomingMessage, response) => {
    const code = refusal(message)
    if (code !== undefined) return response.writeHead(code, headers).end()
    const { port, pathname, search, host } = new URL(message.url ?? '')
    const { 'proxy-authorization': _, ...kept } = message.headers
    const target = forward({
      host: '127.0.0.1',
      port,
      method: message.method,
      path: pathname + search,
      headers: { ...kept, host },
    })
    target.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    target.on('error', () => response.destroy())
    return message.pipe(target)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
