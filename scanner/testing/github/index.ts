/** The fixture GitHub: an address on this machine that responds like its REST and GraphQL APIs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deliver } from '../delivery.ts'
import { openScripts, type Rule } from '../scripts.ts'
import { replyFor } from '../spoil.ts'
import { askGitHub, type Issued } from './api.ts'
import type { GitHubState } from './state.ts'

export {
  allPermissions,
  emptyGitHub,
  fullProtection,
  type GitHubState,
  type Permission,
  type Repository,
  type Ruleset,
  soundRepository,
  soundWorkflow,
} from './state.ts'

export interface RecordedRequest {
  /** The route: `GET /repos/{owner}/{repo}` */
  readonly operation: string
  readonly path: string
  readonly authorization: string
  /** The value of X-GitHub-Api-Version. */
  readonly version: string
  /** The arrival time, in milliseconds since 1970. */
  readonly at: number
  /** 0 until a response is sent. */
  status: number
}

export interface FixtureGitHub {
  readonly url: string
  readonly calls: RecordedRequest[]
  /** Adds a rule, in which `operation` is a route; the returned function removes it. */
  script(rule: Rule): () => void
  /** Changes GraphQL responses; the returned function undoes it. */
  spoilGraphql(change: ChangeGraphql): () => void
  close(): Promise<void>
}

export type ChangeGraphql = (answer: { readonly data?: unknown }) => object

const maxBodyBytes = 1_000_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function startFixtureGitHub(state: GitHubState): Promise<FixtureGitHub> {
  const scripts = openScripts()
  const calls: RecordedRequest[] = []
  const issued: Issued = new Map()
  let change: ChangeGraphql | null = null

  const server = createServer((message, response) => {
    const handle = async () => {
      const parts: Buffer[] = []
      let size = 0
      for await (const chunk of message) {
        parts.push(chunk as Buffer)
        size += (chunk as Buffer).length
        if (size > maxBodyBytes) return response.destroy()
      }
      const request = {
        method: message.method ?? 'GET',
        url: new URL(message.url ?? '/', `http://${message.headers.host}`),
        headers: message.headers as Record<string, string>,
        body: parsed(Buffer.concat(parts).toString()),
      }
      const asked = askGitHub(request, state, issued)
      const call = {
        operation: asked.operation,
        path: request.url.pathname + request.url.search,
        authorization: message.headers.authorization ?? '',
        version: String(message.headers['x-github-api-version'] ?? ''),
        at: Date.now(),
        status: 0,
      }
      calls.push(call)
      const deed = scripts.take(asked)
      const given = replyFor(asked, deed)
      const reply =
        change && asked.operation === 'POST /graphql'
          ? { ...given, body: Buffer.from(JSON.stringify(change(JSON.parse(String(given.body))))) }
          : given
      if (deed?.do !== 'hang' && deed?.do !== 'reset') call.status = reply.status
      return await deliver(response, reply, deed)
    }
    handle().catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      return response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    script: (rule) => scripts.add(rule),
    spoilGraphql(how) {
      change = how
      return () => {
        change = null
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
