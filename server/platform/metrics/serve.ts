import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics`. */
  readonly address: string
  close(): Promise<void>
}

/** Serves /metrics on a separate port, which no proxy forwards. Rejects when the port is taken. */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(({ method, url }, response) => {
    if (url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end()
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    read().then(
      (text) => response.end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject) // once it listens: of a connection that cannot be accepted
    server.listen(port, host, resolve)
  })
  return { address: addressOf(server), close: () => closed(server) }
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
