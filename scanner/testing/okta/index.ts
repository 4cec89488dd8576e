/** The fixture organization: an address on this machine that responds like an Okta organization. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seeded } from '../chance.ts'
import { deliver } from '../delivery.ts'
import { openScripts, type Rule } from '../scripts.ts'
import { replyFor } from '../spoil.ts'
import { askOkta, type ContinueWith } from './api.ts'
import { openGuard, type OktaRequest } from './authorization.ts'
import type { OktaState } from './state.ts'

export {
  clientId,
  credentials,
  ecClientId,
  emptyOrg,
  everyScope,
  type OktaObject,
  type OktaState,
  privateKeys,
} from './state.ts'
export { acmeOrg } from './acme.ts'

export interface FixtureOktaOptions {
  /** Live: the next response reflects changes by tests. */
  readonly state: OktaState
  readonly pageSize?: number
  /** The origin of links in responses; the organization's own unless a client uses another address. */
  readonly origin?: () => string
  readonly continueWith?: ContinueWith
  /** Milliseconds since 1970; assertions, proofs and tokens use it. */
  readonly now?: () => number
  readonly resetSeconds?: () => number
}

export interface OktaCall {
  /** `list apps`, `sign in` */
  readonly operation: string
  /** The path with its query. */
  readonly resource: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** 0 until a response is sent. */
  status: number
}

export interface FixtureOkta {
  readonly url: string
  readonly calls: OktaCall[]
  /** Adds a rule, in which `operation` is a call's name; the returned function removes it. */
  script(rule: Rule): () => void
  /** Revokes all access tokens. */
  revoke(): void
  close(): Promise<void>
}

const maxBodyBytes = 100_000

export async function startFixtureOkta(options: FixtureOktaOptions): Promise<FixtureOkta> {
  const { state, now = Date.now, pageSize = 200 } = options
  const { continueWith = () => undefined, resetSeconds = () => 0 } = options
  const origin = options.origin ?? (() => `https://${state.domain}`)
  const guard = openGuard({ state, now, random: seeded(1) })
  const scripts = openScripts()
  const calls: OktaCall[] = []
  const api = { state, guard, pageSize, origin, continueWith, now, resetSeconds }

  const server = createServer((message, response) => {
    const handle = async () => {
      let body = ''
      for await (const chunk of message) {
        body += String(chunk)
        if (body.length > maxBodyBytes) return response.destroy()
      }
      const url = new URL(message.url ?? '/', 'http://organization')
      const request: OktaRequest = {
        method: message.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        search: url.search,
        headers: message.headers as Record<string, string>,
        body,
      }
      const asked = askOkta(request, api)
      const call = {
        operation: asked.operation,
        resource: url.pathname + url.search,
        at: now(),
        status: 0,
      }
      calls.push(call)
      const deed = scripts.take(asked)
      const reply = replyFor(asked, deed)
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
    revoke: () => guard.revoke(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
