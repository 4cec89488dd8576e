import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenInput, open, testConnection } from '../../engine/index.ts'
import { makeAuthority } from '../../testing/certificates.ts'
import {
  base64,
  type ClusterState,
  emptyCluster,
  type FixtureCluster,
} from '../../testing/kubernetes/index.ts'
import { kubernetes } from './index.ts'
import { managedBy } from './session.ts'
import { clusterWith, inputFor, opened, secretOf } from './testing/opened.ts'

test('a cluster is an account that is named by its context, without regions', async (t) => {
  const cluster = await clusterWith(t)
  const { session } = await opened(t, cluster)
  const { account, partition, regions, home, gaps } = session
  deepEqual([account, partition, regions, home, gaps], ['prod', '', [], '', []])
  deepEqual(
    cluster.calls.map(({ operation, user, status }) => [operation, user, status]),
    [
      ['create selfsubjectreviews', 'system:serviceaccount:plumbline:scanner', 201],
      ['get version', 'system:serviceaccount:plumbline:scanner', 200],
    ],
  )
  const client = session.client('', new AbortController().signal)
  deepEqual([client.cluster, client.managedBy], ['prod', null])
})

test('a name with slashes is one part of uids', async (t) => {
  const cluster = await clusterWith(t)
  const context = 'arn:aws:eks:eu-west-1:1:cluster/100%'
  const secret = secretOf(cluster.kubeconfig({ context }))
  const { session } = await opened(t, cluster, { uid: context, secret })
  equal(session.account, context)
  const { cluster: segment } = session.client('', new AbortController().signal)
  equal(segment, 'arn:aws:eks:eu-west-1:1:cluster%2F100%25')
})

test('a client certificate and a password sign in as well, also behind a path', async (t) => {
  const cluster = await clusterWith(t, { prefix: '/k8s/clusters/c-1' })
  const { cert, key } = cluster.clientOf('ann')
  const pair = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) }
  for (const user of [pair, { username: 'scanner', password: 'password' }])
    await opened(t, cluster, { secret: secretOf(cluster.kubeconfig({ user })) })
  deepEqual(
    cluster.calls.map(({ user }) => user),
    ['ann', 'ann', 'scanner', 'scanner'],
  )
})

test('an API server without the review of identities is signed in to all the same', async (t) => {
  const cluster = await clusterWith(t, {
    state: { ...emptyCluster(), reviews: false, version: 'v1.27.16-gke.1008000' },
  })
  const { session } = await opened(t, cluster)
  equal(session.client('', new AbortController().signal).managedBy, 'GKE')
})

for (const [version, host, manager] of [
  ['v1.31.2-eks-7f9249a', 'x.eks.amazonaws.com', 'EKS'],
  ['v1.31.2-eks-1-31-9', 'own.example', null],
  ['v1.33.2-gke.1240000', '34.1.2.3', 'GKE'],
  ['v1.33.2', 'prod-dns-1.hcp.westeurope.azmk8s.io', 'AKS'],
  ['v1.33.2', 'azmk8s.io.example', null],
  ['v1.33.2+k3s1', 'own.example', null],
  [null, 'own.example', null],
] as const) {
  test(`${version ?? 'no version'} at ${host} is run by ${manager ?? 'nobody that is known'}`, () =>
    equal(managedBy(version, host), manager))
}

/** The same message for all hosts that a member may not access. */
const notReached =
  /^This server cannot connect to the address or port of the API server\. .* the operator .* must allow it\.$/
const at = (server: string) => (cluster: FixtureCluster) => ({
  secret: secretOf(cluster.kubeconfig({ cluster: { server } })),
  mayBePrivate: () => false,
})

/** The message of a connection test; never an address, a response or a value of the kubeconfig. */
const failures: readonly (readonly [
  what: string,
  spoil: (cluster: FixtureCluster) => Partial<OpenInput> | void,
  code: string,
  error: RegExp,
])[] = [
  [
    'a token that is not known',
    (cluster) => ({ secret: secretOf(cluster.kubeconfig({ user: { token: 'old' } })) }),
    'sign_in_denied',
    /^The API server does not accept the credentials\.$/,
  ],
  [
    'a client certificate of another authority',
    (cluster) => {
      const { cert, key } = makeAuthority('another').issue('ann')
      const user = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) }
      return { secret: secretOf(cluster.kubeconfig({ user })) }
    },
    'sign_in_denied',
    /does not accept/,
  ],
  [
    'another authority',
    (cluster) => {
      const own = { 'certificate-authority-data': base64(makeAuthority('another').ca) }
      return { secret: secretOf(cluster.kubeconfig({ cluster: own })) }
    },
    'sign_in_failed',
    /^The certificate of the API server is not trusted/,
  ],
  [
    'another name in the certificate',
    (cluster) => {
      const own = { 'tls-server-name': 'other.example' }
      return { secret: secretOf(cluster.kubeconfig({ cluster: own })) }
    },
    'sign_in_failed',
    /it has another hostname, or it is not currently valid\.$/,
  ],
  [
    'an address that is not public',
    () => ({ mayBePrivate: () => false }),
    'sign_in_failed',
    notReached,
  ],
  [
    'nobody who has said what may be private',
    (cluster) => {
      const server = cluster.url.replace('127.0.0.1', 'localhost')
      const secret = secretOf(cluster.kubeconfig({ cluster: { server } }))
      return { secret, mayBePrivate: (origin) => origin === cluster.url }
    },
    'sign_in_failed',
    notReached,
  ],
  [
    'a name inside that nobody has, which is refused as one that somebody has',
    at('https://nobody.invalid:6443'),
    'sign_in_failed',
    notReached,
  ],
  [
    'a public address and a port that is not one of API servers',
    at('https://192.0.1.1:22'),
    'sign_in_failed',
    notReached,
  ],
  [
    'a port where nobody listens',
    (cluster) => ({
      secret: secretOf(cluster.kubeconfig({ cluster: { server: 'https://127.0.0.1:1' } })),
    }),
    'sign_in_failed',
    /^The API server could not be reached\.$/,
  ],
  [
    'a server that is another one',
    (cluster) => void cluster.script({ match: {}, do: 'status', status: 200, body: '<html>' }),
    'sign_in_failed',
    /does not respond like a Kubernetes API server\.$/,
  ],
  [
    'a redirect, which is not followed',
    (cluster) => void cluster.script({ match: {}, do: 'status', status: 302 }),
    'sign_in_failed',
    /^The API server returned status 302\.$/,
  ],
  [
    'an API server that fails',
    (cluster) => void cluster.script({ match: {}, do: 'status', status: 503, body: '10.0.0.1' }),
    'sign_in_failed',
    /^The API server returned status 503\.$/,
  ],
  [
    'an answer that breaks off',
    (cluster) => void cluster.script({ match: { operation: 'get version' }, do: 'truncate' }),
    'sign_in_failed',
    /^The response of the API server was truncated\.$/,
  ],
  [
    'an answer that is too large',
    (cluster) =>
      void cluster.script({ match: { operation: 'get version' }, do: 'huge', bytes: 17_000_000 }),
    'sign_in_failed',
    /too large/,
  ],
  [
    'an answer that is far larger than who asks needs',
    (cluster) =>
      void cluster.script({ match: { operation: 'get version' }, do: 'huge', bytes: 1_100_000 }),
    'sign_in_failed',
    /too large/,
  ],
  ['a context that is not there', () => ({ uid: 'dev' }), 'account_mismatch', /no context dev\.$/],
  ['another secret', () => ({ secret: {} }), 'invalid_secret', /kubeconfig_content/],
]
for (const [what, spoil, code, says] of failures) {
  test(`a connection test with ${what} fails with a sentence for people`, async (t) => {
    const cluster = await clusterWith(t)
    const changes = spoil(cluster) ?? {}
    const tested = await testConnection(kubernetes, inputFor(cluster, changes))
    deepEqual([tested.connected, tested.code], [false, code], tested.error ?? '')
    equal(says.test(tested.error ?? ''), true, tested.error ?? '')
    equal(/\d+\.\d+\.\d+/.test(tested.error ?? ''), false)
  })
}

test('a server learns which cluster it is, and signs in nowhere else', async (t) => {
  const cluster = await clusterWith(t)
  const { session } = await opened(t, cluster, { ofMember: true })
  equal(session.identity, emptyCluster().identity)
  equal((await opened(t, cluster)).session.identity, undefined)
  cluster.script({ match: { operation: 'get kube-system namespace' }, do: 'deny' })
  const tested = await testConnection(kubernetes, inputFor(cluster, { ofMember: true }))
  deepEqual([tested.connected, tested.code], [false, 'sign_in_denied'])
  equal(/namespace kube-system\. Its UID identifies the cluster/.test(tested.error ?? ''), true)
})

test('a user of a server cannot name a proxy', async (t) => {
  const cluster = await clusterWith(t)
  const secret = secretOf(cluster.kubeconfig({ cluster: { 'proxy-url': 'http://10.0.0.1:3128' } }))
  const tested = await testConnection(kubernetes, inputFor(cluster, { ofMember: true, secret }))
  deepEqual([tested.connected, tested.code], [false, 'invalid_secret'])
  equal(/through a proxy/.test(tested.error ?? ''), true, tested.error ?? '')
  equal(cluster.calls.length, 0)
})

test('a connection test names the lists that the credentials may not make', async (t) => {
  const state: ClusterState = { ...emptyCluster(), denied: [] }
  const cluster = await clusterWith(t, { state })
  const test = async (): Promise<readonly string[] | undefined> => {
    const tested = await testConnection(kubernetes, inputFor(cluster))
    equal(tested.connected, true, tested.error ?? '')
    return tested.missing_permissions
  }
  equal(await test(), undefined)
  state.denied.push('configmaps', 'rolebindings')
  deepEqual(await test(), ['list kube-system configmaps', 'list rolebindings'])
  const reviews = 'create selfsubjectaccessreviews'
  equal(cluster.calls.filter(({ operation }) => operation === reviews).length, 2 * 7)
  // Without a response the connection succeeds, and no permission is known to be missing.
  for (const deed of [
    { do: 'deny' },
    { do: 'status', status: 500 },
    { do: 'status', status: 401 },
    { do: 'truncate' },
    { do: 'reset' },
    { do: 'huge', bytes: 1_100_000 },
  ] as const) {
    const end = cluster.script({ match: { operation: reviews }, ...deed })
    equal(await test(), undefined)
    end()
  }
})

test('a scan asks for no reviews of what it may list', async (t) => {
  const cluster = await clusterWith(t)
  await opened(t, cluster, { ofMember: true })
  equal(
    cluster.calls.some(({ operation }) => operation.includes('accessreviews')),
    false,
  )
})

test('whoever may not ask who he is, is signed in unless he is nobody', async (t) => {
  const cluster = await clusterWith(t)
  cluster.script({ match: { operation: 'create selfsubjectreviews' }, do: 'deny' })
  cluster.script({ match: { operation: 'get version' }, do: 'deny' })
  await opened(t, cluster)
})

test('a sign-in ends when it is cancelled', async (t) => {
  const cluster = await clusterWith(t)
  cluster.script({ match: {}, do: 'hang' })
  const stop = new AbortController()
  const opening = open(kubernetes, inputFor(cluster, { signal: stop.signal }))
  setTimeout(() => stop.abort(), 50)
  await rejects(opening, { name: 'AbortError' })
})
