/** The fixture cloud: one address on this machine that responds like the real clouds. */
import { createServer, type IncomingMessage } from 'node:http'
import type { Account } from './aws/account.ts'
import type { Request } from './aws/request.ts'
import { openAws } from './aws/index.ts'
import { seeded } from './chance.ts'
import { deliver } from './delivery.ts'
import { openScripts, type Rule } from './scripts.ts'
import { replyFor } from './spoil.ts'

export interface FixtureCloudOptions {
  accounts: Account[]
  /** 0 selects a free port. */
  port?: number
  host?: string
  /** Returns numbers in [0, 1) for request ids and session credentials. Seeded by default. */
  random?: () => number
  /** Milliseconds since 1970. Signatures, sessions and the Date header use it. */
  now?: () => number
  /** The maximum page size, whatever the request. */
  pageSize?: number
}

export interface RecordedCall {
  service: string
  operation: string
  region: string
  account: string | null
  resource: string
  /** Milliseconds since 1970. */
  at: number
  /** 0 until a response is sent; permanently 0 if a script lets the call hang or resets it. */
  status: number
}

export interface FixtureCloud {
  readonly url: string
  readonly port: number
  /** All calls so far, in order of arrival. */
  readonly calls: RecordedCall[]
  /** Adds a rule; the returned function removes it. */
  script(rule: Rule): () => void
  /** The live state of an account: the next response reflects changes by tests. */
  account(id: string): Account
  /** Closes all connections, including hanging ones. */
  close(): Promise<void>
}

const maxBodyBytes = 1_000_000

const receive = async (message: IncomingMessage): Promise<Request> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size > maxBodyBytes)
      throw new RangeError(`A request body has at most ${maxBodyBytes} bytes.`)
    chunks.push(chunk)
  }
  const [path = '/', ...search] = (message.url ?? '/').split('?')
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers))
    headers[name] = Array.isArray(value) ? value.join(',') : (value ?? '')
  return {
    method: message.method ?? 'GET',
    path,
    search: search.join('?'),
    headers,
    body: Buffer.concat(chunks),
  }
}

export const startFixtureCloud = async (options: FixtureCloudOptions): Promise<FixtureCloud> => {
  const { accounts, port = 0, host = '127.0.0.1' } = options
  const { random = seeded(1), now = Date.now, pageSize = Number.POSITIVE_INFINITY } = options
  const ask = openAws({ accounts, random, now: () => new Date(now()), pageSize })
  const scripts = openScripts()
  const calls: RecordedCall[] = []

  const server = createServer((message, response) => {
    const handle = async () => {
      const asked = ask(await receive(message))
      const { service, operation, region, account, resource } = asked
      const at = now()
      const call = { service, operation, region, account, resource, at, status: 0 }
      calls.push(call)
      const deed = scripts.take(call)
      const silent = deed?.do === 'hang' || deed?.do === 'reset'
      const reply = replyFor(asked, deed)
      if (!silent) call.status = reply.status
      const headers = { ...reply.headers, date: new Date(at).toUTCString() }
      await deliver(response, { ...reply, headers }, deed)
    }
    handle().catch((error: unknown) => {
      // The client disconnected, or the fixture has an error: in both cases no valid response exists.
      if (response.headersSent || response.destroyed) return response.destroy()
      response.writeHead(error instanceof RangeError ? 413 : 500, { 'content-type': 'text/plain' })
      return response.end(error instanceof Error ? (error.stack ?? error.message) : String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The fixture cloud has no port.')

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    port: bound.port,
    calls,
    script: (rule) => scripts.add(rule),
    account(id) {
      const account = accounts.find((each) => each.id === id)
      if (!account) throw new Error(`The fixture cloud has no account ${id}.`)
      return account
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
