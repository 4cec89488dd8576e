/** The API server's response to one request: caller, list and page. */
import type { TLSSocket } from 'node:tls'
import type { Asked } from '../aws/index.ts'
import type { Reply } from '../aws/replies.ts'
import { type ClusterObject, type ClusterState, type Resource, resources } from './state.ts'

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly socket: TLSSocket
  readonly body: string
}

export interface ApiCall extends Asked {
  /** `system:anonymous` without credentials; null if the credentials are rejected. */
  readonly user: string | null
}

/** The token of the next page. `page` is 1 for the first page. */
export type ContinueWith = (resource: Resource, page: number) => string | undefined

const json = (status: number, value: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
})

const failure = (code: number, reason: string, message: string, metadata: object = {}): Reply =>
  json(code, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata,
    status: 'Failure',
    message,
    reason,
    code,
  })

const anonymous = 'system:anonymous'

/** Like the API server's authenticators in order: client certificate, bearer token, then anonymous. */
function userOf({ headers, socket }: ApiRequest, state: ClusterState): string | null {
  if (socket.authorized) return String(socket.getPeerCertificate().subject.CN)
  const authorization = headers['authorization']
  if (authorization === undefined) return anonymous
  const [scheme, value = ''] = authorization.split(' ')
  if (scheme === 'Bearer') return state.tokens[value] ?? null
  const named = Buffer.from(value, 'base64').toString()
  return state.passwords.includes(named) ? (named.split(':')[0] ?? null) : null
}

interface Place {
  readonly resource: Resource
  readonly namespace: string | null
}

/** `/api/v1/namespaces/kube-system/configmaps`, `/apis/rbac.authorization.k8s.io/v1/roles` */
function placeOf(path: string): Place | null {
  const [, root, ...parts] = path.split('/')
  const group = root === 'apis' ? parts.shift() : ''
  if ((root !== 'api' && root !== 'apis') || parts.shift() !== 'v1') return null
  const namespace = parts[0] === 'namespaces' ? (parts.splice(0, 2)[1] ?? '') : null
  const [name = '', ...more] = parts
  if (more.length > 0 || !Object.hasOwn(resources, name)) return null
  const resource = name as Resource
  return resources[resource].group === group ? { resource, namespace } : null
}

const tokenOf = (from: number, page: number): string =>
  Buffer.from(JSON.stringify({ from, page })).toString('base64url')

function readToken(token: string | null): { readonly from: number; readonly page: number } {
  if (token === null || token === '') return { from: 0, page: 1 }
  const { from, page } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<
    string,
    unknown
  >
  return { from: Number(from), page: Number(page) }
}

const keyOf = ({ metadata: { namespace = '', name } }: ClusterObject): string =>
  `${namespace}/${name}`

function pageOf(
  state: ClusterState,
  { resource, namespace }: Place,
  query: URLSearchParams,
  continueWith: ContinueWith,
): Reply {
  const all = state.objects[resource]
    .filter(({ metadata }) => namespace === null || metadata.namespace === namespace)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const limit = Number(query.get('limit') ?? 0) || all.length
  const { from, page } = readToken(query.get('continue'))
  const items = all.slice(from, from + limit)
  const left = all.length - from - items.length
  const own = left > 0 ? tokenOf(from + limit, page + 1) : undefined
  const next = continueWith(resource, page) ?? own
  return json(200, {
    kind: resources[resource].kind,
    apiVersion: resources[resource].group ? `${resources[resource].group}/v1` : 'v1',
    metadata: {
      resourceVersion: '1000',
      ...(next !== undefined && { continue: next, remainingItemCount: Math.max(0, left) }),
    },
    items,
  })
}

const versionInfo = ({ version }: ClusterState) => ({
  major: '1',
  minor: version.split('.')[1] ?? '',
  gitVersion: version,
  gitCommit: 'f0e1d2c3b4a5968778695a4b3c2d1e0f12345678',
  gitTreeState: 'clean',
  buildDate: '2025-06-17T18:32:44Z',
  goVersion: 'go1.24.4',
  compiler: 'gc',
  platform: 'linux/amd64',
})

/** Responds to a SelfSubjectAccessReview: not allowed for the lists that the state denies. */
function accessReview(body: string, { denied }: ClusterState): Reply {
  const { apiVersion, kind, spec } = JSON.parse(body) as {
    readonly apiVersion: string
    readonly kind: string
    readonly spec: {
      readonly resourceAttributes: { verb: string; group: string; resource: Resource }
    }
  }
  const { verb, group, resource } = spec.resourceAttributes
  if (kind !== 'SelfSubjectAccessReview' || verb !== 'list' || !Object.hasOwn(resources, resource))
    return failure(422, 'Invalid', 'the review asks about nothing that is here')
  const allowed = resources[resource].group === group && !denied.includes(resource)
  return json(201, { kind, apiVersion, metadata: {}, spec, status: { allowed } })
}

const namespaceOf = ({ identity }: ClusterState) => ({
  kind: 'Namespace',
  apiVersion: 'v1',
  metadata: {
    name: 'kube-system',
    uid: identity,
    labels: { 'kubernetes.io/metadata.name': 'kube-system' },
  },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
})

/** A parsed request without a response yet, for scripts. */
export function askApiServer(
  request: ApiRequest,
  state: ClusterState,
  continueWith: ContinueWith,
): ApiCall {
  const { method, path, query } = request
  const user = userOf(request, state)
  const place = placeOf(path)
  const isNamespace = path === '/api/v1/namespaces/kube-system'
  const verb = method !== 'GET' ? 'create' : isNamespace ? 'get' : 'list'
  const name = isNamespace
    ? 'kube-system namespace'
    : (place?.resource ?? path.split('/').at(-1) ?? '')
  const scope = place?.namespace ? `${place.namespace} ` : ''
  const forbidden = () =>
    failure(403, 'Forbidden', `${name} is forbidden: User "${user}" cannot ${verb} it`)
  return {
    user,
    service: 'kubernetes',
    operation: path === '/version' ? 'get version' : `${verb} ${scope}${name}`,
    region: '',
    account: user,
    resource: path,
    refuse: (refusal) =>
      refusal === 'denied'
        ? forbidden()
        : failure(429, 'TooManyRequests', 'the server has received too many requests'),
    answer() {
      if (user === null) return failure(401, 'Unauthorized', 'Unauthorized')
      if (path === '/version') return json(200, versionInfo(state))
      if (name === 'selfsubjectreviews' && state.reviews) {
        if (user === anonymous) return forbidden()
        const status = { userInfo: { username: user, groups: ['system:authenticated'] } }
        const apiVersion = 'authentication.k8s.io/v1'
        return json(201, { kind: 'SelfSubjectReview', apiVersion, metadata: {}, status })
      }
      if (name === 'selfsubjectaccessreviews')
        return user === anonymous ? forbidden() : accessReview(request.body, state)
      if (isNamespace && user !== anonymous) return json(200, namespaceOf(state))
      if (!place)
        return failure(404, 'NotFound', 'the server could not find the requested resource')
      if (user === anonymous || state.denied.includes(place.resource)) return forbidden()
      return pageOf(state, place, query, continueWith)
    },
  }
}
