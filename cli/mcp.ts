/** `plumbline mcp`: the findings of a server for assistants that speak the Model Context Protocol. */
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { apiAuthorization, apiBase, useProxy } from './api-address.ts'
import { note } from './findings-output.ts'
import { usageLines } from './help.ts'
import { serveHttp } from './mcp/http.ts'
import { mcpServer } from './mcp/server.ts'
import { flags, UsageError } from './terminal.ts'

/** `8931`, `127.0.0.1:8931` or `[::1]:8931`. Throws UsageError. */
function listenerOf(text: string): { host: string; port: number } {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port > 65_535)
    throw new UsageError(`--http must be a port or host:port, not "${text}".`)
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port }
}

export async function mcp(args: string[]): Promise<void> {
  const { values, rest } = flags(args, {
    url: 'value',
    key: 'value',
    http: 'value',
    hostnames: 'value',
    'allow-writes': 'switch',
  })
  if (rest.length > 0) throw new UsageError(...usageLines('mcp'))
  const base = apiBase(values['url'])
  useProxy(base)
  const mayWrite = values['allow-writes'] !== undefined
  const what = mayWrite ? 'reads and writes' : 'read-only'
  if (values['http'] === undefined) {
    const authorization = apiAuthorization(values['key'])
    const handle = serveStdio(() => mcpServer({ base, authorization }, mayWrite))
    note(`MCP over stdio: ${base}, ${what}.`)
    await once(process.stdin, 'close')
    return await handle.close()
  }
  if (values['key'] !== undefined)
    throw new UsageError('--key works only over stdio. Over HTTP each client sends its own key.')
  const { host, port } = listenerOf(values['http'])
  const hostnames = values['hostnames']?.split(',') ?? []
  const server = await serveHttp({ base, mayWrite, host, port, hostnames })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  note(`MCP at http://${host.includes(':') ? `[${host}]` : host}:${bound}/mcp: ${base}, ${what}.`)
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  await once(server, 'close')
}
