import {
  HttpFailure,
  type HttpFailureCode,
  type OpenOptions,
  ScanProblem,
  type Session,
  setting,
} from '../../kit/index.ts'
import {
  type Api,
  broken,
  isMembers,
  itemsOf,
  longestMs,
  longestOfMemberMs,
  maxObjects,
  membersOf,
  type Page,
  send,
} from './calls.ts'
import { identityAction, type Kubernetes, type ListName, lists } from './client.ts'
import { checkMembers, connectionOf } from './kubeconfig.ts'
import { ruleOf } from './permissions.ts'
import { SharedPages } from './shared-pages.ts'
import { clusterSegment } from './uids.ts'

/** Fixed sentences: users must not see responses or addresses from the operator's network. */
const failures: Readonly<Record<HttpFailureCode, string>> = {
  connect_timeout: 'The API server did not accept a connection in time.',
  read_timeout: 'The API server did not respond in time.',
  connection_failed: 'The API server could not be reached.',
  certificate_refused:
    'The certificate of the API server is not trusted: the certificate authority of the kubeconfig did not sign it, it has another hostname, or it is not currently valid.',
  host_not_found: 'The hostname of the API server in the kubeconfig cannot be resolved.',
  truncated_answer: 'The response of the API server was truncated.',
  answer_too_large: 'The response of the API server is too large.',
  // The same message for private, missing and other ports, so that callers cannot probe the network.
  host_refused:
    'This server cannot connect to the address or port of the API server. The address must be public, or the operator of this installation must allow it.',
  proxy_refused:
    'The proxy does not allow connections to the API server, or does not accept its credentials.',
  proxy_failed: 'The proxy could not be reached, or could not connect to the API server.',
}

const denied = () =>
  new ScanProblem('sign_in_denied', 'The API server does not accept the credentials.')
const failed = (detail: string) => new ScanProblem('sign_in_failed', detail)

/**
 * The maximum size of a response during sign-in, usually a few hundred bytes: connection tests run in the server's
 * process.
 */
const maxBytes = 1_000_000

/** Returns the response of a call. Rejected credentials and a missing response are a ScanProblem. */
async function asked(api: Api, request: Parameters<typeof send>[1], signal: AbortSignal) {
  try {
    const answer = await send(api, request, signal)
    if (answer.status === 401) throw denied()
    if (answer.body.length > maxBytes) throw failed(failures.answer_too_large)
    return answer
  } catch (thrown) {
    if (thrown instanceof HttpFailure) throw failed(failures[thrown.code])
    throw thrown
  }
}

const anonymous = 'system:anonymous'
const signInOfMemberMs = 2 * 60 * 1_000

/**
 * Verifies that the credentials belong to a user. API servers before 1.28 lack the review; a caller who may not create
 * it is also authenticated, unless the rejection names the anonymous user.
 */
async function checkUser(api: Api, signal: AbortSignal): Promise<void> {
  const kind = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
  const answer = await asked(api, { name: 'create selfsubjectreviews', path, body: kind }, signal)
  const members = membersOf(answer)
  if (answer.status === 403) {
    const message = members?.['message']
    if (typeof message === 'string' && message.includes(`"${anonymous}"`)) throw denied()
    return
  }
  if (answer.status === 404) return
  if (answer.status !== 201 && answer.status !== 200)
    throw failed(`The API server returned status ${answer.status}.`)
  const status = members?.['status']
  const user = isMembers(status) ? status['userInfo'] : undefined
  const name = isMembers(user) ? user['username'] : undefined
  if (members?.['kind'] !== kind.kind || typeof name !== 'string')
    throw failed('The server in the kubeconfig does not respond like a Kubernetes API server.')
  if (name === anonymous) throw denied()
}

/**
 * True if the API server responds that the user is not allowed to list this resource; false if it does not respond to
 * that request. Throws ScanProblem.
 */
async function isRefused(api: Api, list: ListName, signal: AbortSignal): Promise<boolean> {
  const { namespace, apiGroup: group, resource } = ruleOf(list)
  const resourceAttributes = { verb: 'list', group, resource, ...(namespace && { namespace }) }
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  }
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const name = 'create selfsubjectaccessreviews'
  const status = membersOf(await asked(api, { name, path, body }, signal))?.['status']
  return isMembers(status) && status['allowed'] === false
}

async function refusedLists(api: Api, signal: AbortSignal): Promise<readonly ListName[]> {
  const names = Object.keys(lists) as ListName[]
  const refused = await Promise.all(names.map((name) => isRefused(api, name, signal)))
  return names.filter((_, at) => refused[at])
}

/** `v1.31.2-eks-7f9249a`; null if it is not reported. */
async function versionOf(api: Api, signal: AbortSignal): Promise<string | null> {
  const answer = await asked(api, { name: 'get version', path: '/version' }, signal)
  if (answer.status === 403 || answer.status === 404) return null
  if (answer.status !== 200) throw failed(`The API server returned status ${answer.status}.`)
  const version = membersOf(answer)?.['gitVersion']
  if (typeof version === 'string' && version.length <= 200) return version
  throw failed('The server in the kubeconfig does not respond like a Kubernetes API server.')
}

/** Returns the cluster's identity: the uid of a namespace that exists as long as the cluster. Null if unreadable. */
async function identityOf(api: Api, signal: AbortSignal): Promise<string | null> {
  const path = '/api/v1/namespaces/kube-system'
  const answer = await asked(api, { name: identityAction, path }, signal)
  if (answer.status === 403 || answer.status === 404) return null
  if (answer.status !== 200) throw failed(`The API server returned status ${answer.status}.`)
  const metadata = membersOf(answer)?.['metadata']
  const uid = isMembers(metadata) ? metadata['uid'] : undefined
  if (typeof uid === 'string' && /^[\w-]{1,64}$/.test(uid)) return uid
  throw failed('The server in the kubeconfig does not respond like a Kubernetes API server.')
}

const unidentified = () =>
  new ScanProblem(
    'sign_in_denied',
    'The credentials are not allowed to get the namespace kube-system. Its UID identifies the cluster. To print the required roles, run `plumbline scan kubernetes --policy`.',
  )

/**
 * Returns the cloud that runs the control plane, if there is one. EKS Distro, which users operate themselves, has a
 * release in place of the commit: `v1.31.2-eks-1-31-9`.
 */
export function managedBy(version: string | null, host: string): string | null {
  if (host.endsWith('.azmk8s.io')) return 'AKS'
  if (version !== null && /-eks-[0-9a-f]{6}/.test(version)) return 'EKS'
  return version?.includes('-gke.') ? 'GKE' : null
}

/** Signs in to a cluster: verifies the credentials and identifies the API server. Throws ScanProblem. */
export async function openSession({
  uid,
  secret,
  ofMember,
  config,
  http,
  clock,
  signal,
}: OpenOptions): Promise<Session<Kubernetes>> {
  const connection = connectionOf(secret, uid)
  if (ofMember) checkMembers(connection)
  const api: Api = {
    http,
    connection,
    clock,
    until: clock.now() + (ofMember ? longestOfMemberMs : longestMs),
  }
  const most = setting(config, 'max_scanned_resources_per_service', 0)
  const cap = most > 0 ? Math.min(most, maxObjects) : maxObjects
  // Sign-in takes a second: a slower server is slow on purpose or unavailable.
  const first = ofMember ? { ...api, until: clock.now() + signInOfMemberMs } : api
  await checkUser(first, signal)
  const identity = ofMember ? await identityOf(first, signal) : undefined
  if (identity === null) throw unidentified()
  const { hostname } = new URL(connection.server)
  const manager = managedBy(await versionOf(first, signal), hostname)
  const pages = new SharedPages<Page>()
  return {
    account: connection.context,
    partition: '',
    regions: [],
    home: '',
    gaps: [],
    ...(identity !== undefined && { identity }),
    findMissing: (signalOfTest) => refusedLists(first, signalOfTest),
    client: (_region, unitSignal) => ({
      cluster: clusterSegment(connection.context),
      managedBy: manager,
      // Only the metadata of an object was validated.
      items: (list) => itemsOf({ api, pages, cap, signal: unitSignal }, list) as never,
      broken,
    }),
  }
}
