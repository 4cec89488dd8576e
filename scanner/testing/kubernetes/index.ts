/** The fixture cluster: an address on this machine that responds over TLS like an API server. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { type Authority, type Certificate, makeAuthority } from '../certificates.ts'
import { deliver } from '../delivery.ts'
import { openScripts, type Rule } from '../scripts.ts'
import { replyFor } from '../spoil.ts'
import { type ApiRequest, askApiServer, type ContinueWith } from './api-server.ts'
import type { ClusterState } from './state.ts'

export { type ClusterObject, type ClusterState, emptyCluster, manyPods } from './state.ts'
export { kubeadmCluster } from './kubeadm.ts'

export interface FixtureClusterOptions {
  /** Live: the next response reflects changes by tests. */
  readonly state: ClusterState
  /** Names and addresses of its certificate. */
  readonly hosts?: readonly string[]
  /** A prefix of every path, as behind a proxy for several clusters. */
  readonly prefix?: string
  readonly continueWith?: ContinueWith
}

export interface RecordedRequest {
  /** `list pods`, `list kube-system configmaps`, `create selfsubjectreviews`, `get version` */
  readonly operation: string
  readonly query: string
  /** Null if rejected. */
  readonly user: string | null
  /** 0 until a response is sent. */
  status: number
}

/** The credentials of a kubeconfig user, as members of the file. */
export type User = Readonly<Record<string, unknown>>

export interface FixtureCluster {
  readonly url: string
  readonly authority: Authority
  /** A client certificate of the cluster's own authority. */
  readonly clientOf: (name: string) => Certificate
  readonly calls: RecordedRequest[]
  /** Adds a rule, in which `operation` is a list's name; the returned function removes it. */
  script(rule: Rule): () => void
  /** A kubeconfig with one context, `prod` by default, for a user who signs in with a token by default. */
  kubeconfig(changes?: { context?: string; user?: User; cluster?: User }): string
  close(): Promise<void>
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')

const maxBodyBytes = 1_000_000

export async function startFixtureCluster(options: FixtureClusterOptions): Promise<FixtureCluster> {
  const { state, hosts = ['127.0.0.1', 'localhost'], prefix = '' } = options
  const { continueWith = () => undefined } = options
  const authority = makeAuthority('fixture cluster')
  const scripts = openScripts()
  const calls: RecordedRequest[] = []
  const how = { ...authority.issue('kube-apiserver', hosts), ca: authority.ca }

  const server = createServer(
    { ...how, requestCert: true, rejectUnauthorized: false },
    (message, response) => {
      const handle = async () => {
        let size = 0
        const chunks: Buffer[] = []
        for await (const chunk of message as AsyncIterable<Buffer>) {
          size += chunk.length
          if (size > maxBodyBytes) return response.destroy()
          chunks.push(chunk)
        }
        const url = new URL(message.url ?? '/', 'https://cluster')
        const request: ApiRequest = {
          method: message.method ?? 'GET',
          path: url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : '',
          query: url.searchParams,
          headers: message.headers as Record<string, string>,
          socket: message.socket as TLSSocket,
          body: Buffer.concat(chunks).toString(),
        }
        const asked = askApiServer(request, state, continueWith)
        const { operation, user } = asked
        const call = { operation, query: url.search, user, status: 0 }
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
    },
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`

  return {
    url,
    authority,
    clientOf: (name) => authority.issue(name),
    calls,
    script: (rule) => scripts.add(rule),
    kubeconfig({ context = 'prod', user = { token: 'token-of-scanner' }, cluster = {} } = {}) {
      const ca = { 'certificate-authority-data': base64(authority.ca) }
      return JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': context,
        clusters: [{ name: 'fixture', cluster: { server: url, ...ca, ...cluster } }],
        contexts: [{ name: context, context: { cluster: 'fixture', user: 'scanner' } }],
        users: [{ name: 'scanner', user }],
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
