// The control plane in a scan: the relevant pods, the contents of records, and the result without any pod.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { open, planScan, scan } from '../../engine/index.ts'
import { noHttp } from '../../engine/toy-provider.ts'
import {
  isIncomplete,
  CallProblem,
  type CheckFacts,
  isUnread,
  type Provider,
  provider,
  type Service,
  serviceAbsent,
} from '../../kit/index.ts'
import apiserver from './apiserver/index.ts'
import type { Kubernetes } from './client.ts'
import { components, isLoopback } from './control-plane.ts'
import { listing } from './listing.ts'
import controllermanager from './controllermanager/index.ts'
import etcd from './etcd/index.ts'
import scheduler from './scheduler/index.ts'

/** A pod in the API's list, with any members. */
type Listed = Readonly<Record<string, unknown>>

/** The annotations of a kubelet on a pod created from a file of its node. */
const mirrored = {
  namespace: 'kube-system',
  annotations: { 'kubernetes.io/config.mirror': 'f0e1', 'kubernetes.io/config.source': 'file' },
  ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'cp-1', controller: true }],
}

const nodeName = 'cp-1'

const pod = (name: string, component: string, command: unknown, more: Listed = {}): Listed => ({
  metadata: { ...mirrored, name, labels: { component, tier: 'control-plane' } },
  spec: { nodeName, containers: [{ name: component, command, ...more }] },
})

const cluster = (pods: readonly Listed[], managedBy: string | null = null): Kubernetes => ({
  cluster: 'prod',
  managedBy,
  async *items<T>() {
    for (const it of pods) yield it as T
  },
  broken: (list, lacks) => new CallProblem('broken', 'error', list, lacks),
})

const flags = { bind_address: 'text', profiling: 'boolean' } as const

async function seen(pods: readonly Listed[], managedBy: string | null = null) {
  const records: Listed[] = []
  const stream = components(cluster(pods, managedBy), 'kube-scheduler', flags)
  for await (const record of stream.open()) records.push({ ...record })
  return records
}

const scheduling = pod('kube-scheduler-cp-1', 'kube-scheduler', [
  'kube-scheduler',
  '--profiling=false',
  '--kubeconfig=/etc/kubernetes/scheduler.conf',
])

test('a record holds the flags that checks read, and no other', async () => {
  deepEqual(await seen([scheduling]), [
    {
      uid: 'prod/pod/kube-system/kube-scheduler-cp-1',
      name: 'kube-scheduler-cp-1',
      region: '',
      bind_address: null,
      profiling: false,
    },
  ])
})

test('a static pod counts by its labels or by the program that it starts, in kube-system alone', async () => {
  const command = ['/usr/local/bin/kube-scheduler']
  const others: readonly Listed[] = [
    { metadata: { ...mirrored, name: 'own' }, spec: { nodeName, containers: [{ command }] } },
    {
      metadata: { ...mirrored, name: 'second' },
      spec: { nodeName, containers: [{}, { args: command }] },
    },
    {
      metadata: { ...mirrored, name: 'a', namespace: 'default' },
      spec: { nodeName, containers: [{ command }] },
    },
    {
      metadata: { ...mirrored, name: 'b', labels: { component: 'kube-scheduler' } },
      spec: { nodeName, containers: [{ command: ['other'] }] },
    },
    { metadata: { ...mirrored, name: 'c' }, spec: { nodeName, containers: 'none' } },
    { metadata: { ...mirrored, name: 'd' } },
    {},
  ]
  const names = (await seen([...others, scheduling])).map(({ name }) => name)
  deepEqual(names, ['own', 'second', 'kube-scheduler-cp-1'])
})

const controller = { kind: 'ReplicaSet', name: 'my-scheduler-7c9f6b5d4c', controller: true }
const foreign: readonly (readonly [string, Listed, Listed?])[] = [
  ['a Deployment made', { annotations: {}, ownerReferences: [controller] }],
  ['somebody made by hand', { annotations: {}, ownerReferences: [] }],
  ['only bears the annotation', { ownerReferences: [] }],
  ['only names a node as its owner', { annotations: {} }],
  ['has owners that are no list', { ownerReferences: { kind: 'Node', name: 'cp-1' } }],
  ['has an owner that is none', { ownerReferences: [null] }],
  ['runs on another node than its owner', {}, { nodeName: 'worker-1' }],
  ['no node runs', {}, { nodeName: undefined }],
]

for (const [how, metadata, spec] of foreign) {
  test(`a pod that ${how} is not taken for the control plane`, async () => {
    const it = {
      metadata: { ...(scheduling.metadata as Listed), ...metadata },
      spec: { ...(scheduling.spec as Listed), ...spec },
    }
    await rejects(seen([it]), { code: 'control_plane_not_visible' })
    equal((await seen([it, scheduling])).length, 1)
  })
}

test('a pod with the labels whose program is not seen leaves every flag unread', async () => {
  for (const command of [undefined, [], ['sh', '-c', 'kube-scheduler'], 'kube-scheduler']) {
    const [record] = await seen([pod('a', 'kube-scheduler', command)])
    ok(isUnread(record?.bind_address) && isUnread(record.profiling))
  }
  const bare = { ...pod('a', 'kube-scheduler', []), spec: { nodeName } }
  ok(isUnread((await seen([bare]))[0]?.profiling))
})

test('where nobody else is known to run the control plane, seeing no pod of it is a gap', async () => {
  await rejects(seen([]), { name: 'CallProblem', code: 'control_plane_not_visible' })
})

test('where a cloud runs the control plane, it has no pods to look at', async () => {
  await rejects(seen([], 'EKS'), { name: 'CallProblem', code: serviceAbsent })
})

test('EKS Anywhere, whose version is like that of EKS, has a control plane to look at', async () => {
  equal((await seen([scheduling], 'EKS')).length, 1)
  const server = pod('kube-apiserver-cp-1', 'kube-apiserver', ['kube-apiserver'])
  await rejects(seen([server], 'EKS'), { code: 'control_plane_not_visible' })
})

test('a pod without a name is incomplete, and the others are read', async () => {
  const nameless = { ...scheduling, metadata: { ...(scheduling.metadata as Listed), name: '' } }
  const [first, second] = await seen([nameless, scheduling])
  ok(isIncomplete(first))
  equal(first.gap.code, 'broken')
  equal(second?.['name'], 'kube-scheduler-cp-1')
})

test('the loopback address is known in each family', () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost'])
    ok(isLoopback(address), address)
  for (const address of ['', '0.0.0.0', '::', '10.0.0.1', '128.0.0.1', '127.0.0.1.evil.example'])
    ok(!isLoopback(address), address)
})

test('of very many texts a sentence names the first few', () => {
  equal(listing(['a', 'b']), 'a, b')
  equal(listing([...'abcdefghij']), 'a, b, c, d, e, f and 4 more')
})

const services = { apiserver, controllermanager, etcd, scheduler }

const factsOf = ({ name, checks }: Service<Kubernetes>): readonly [string, CheckFacts][] =>
  checks.map(({ id, config }) => [
    id,
    {
      id,
      service: name,
      severity: 'high',
      resource_type: 'Pod',
      resource_group: 'container',
      categories: [],
      config_keys: Object.keys(config),
      aliases: [],
      deprecated: false,
    },
  ])

const kind = (client: Kubernetes): Provider<Kubernetes> =>
  provider<Kubernetes>({
    type: 'kubernetes',
    catalog: new Map(Object.values(services).flatMap(factsOf)),
    services: Object.fromEntries(
      Object.entries(services).map(([name, it]) => [name, async () => it]),
    ),
    settings: {},
    hosts: [],
    limits: { each: 1, overall: 1, perSecond: 1 },
    signInActions: [],
    open: async () => ({
      account: 'prod',
      partition: '',
      home: 'home',
      regions: ['home'],
      gaps: [],
      client: () => client,
    }),
    locate: () => [],
  })

/** The result of a whole scan of the control plane: statuses and outcomes by check. */
async function scanned(client: Kubernetes) {
  const session = await open(kind(client), { uid: 'prod', secret: {}, config: {}, http: noHttp })
  const statuses: Record<string, string> = {}
  const outcomes = new Set<string>()
  const texts: string[] = []
  for await (const result of scan(await planScan(session, {}), { session })) {
    if (result.kind !== 'unit') throw new Error(`${result.unit} ended as ${result.kind}`)
    for (const row of result.coverage) outcomes.add(row.outcome)
    for (const it of result.findings) {
      statuses[it.check_id] = it.status
      texts.push(JSON.stringify(it))
    }
  }
  return { statuses, outcomes: [...outcomes].sort(), texts: texts.join('\n') }
}

/** The pods that kubeadm 1.34 starts, with secrets in their arguments. */
const kubeadm: readonly Listed[] = [
  pod(
    'kube-apiserver-cp-1',
    'kube-apiserver',
    [
      'kube-apiserver',
      '--advertise-address=10.0.0.4',
      '--allow-privileged=true',
      '--authorization-mode=Node,RBAC',
      '--client-ca-file=/etc/kubernetes/pki/ca.crt',
      '--enable-admission-plugins=NodeRestriction',
      '--enable-bootstrap-token-auth=true',
      '--etcd-cafile=/etc/kubernetes/pki/etcd/ca.crt',
      '--etcd-certfile=/etc/kubernetes/pki/apiserver-etcd-client.crt',
      '--etcd-keyfile=/etc/kubernetes/pki/apiserver-etcd-client.key',
      '--etcd-servers=https://root:hunter2@127.0.0.1:2379',
      '--kubelet-client-certificate=/etc/kubernetes/pki/apiserver-kubelet-client.crt',
      '--kubelet-client-key=/etc/kubernetes/pki/apiserver-kubelet-client.key',
      '--secure-port=6443',
      '--service-account-key-file=/etc/kubernetes/pki/sa.pub',
      '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
      '--tls-cert-file=/etc/kubernetes/pki/apiserver.crt',
      '--tls-private-key-file=/etc/kubernetes/pki/apiserver.key',
    ],
    { env: [{ name: 'PASSWORD', value: 'hunter2' }] },
  ),
  pod('kube-controller-manager-cp-1', 'kube-controller-manager', [
    'kube-controller-manager',
    '--bind-address=127.0.0.1',
    '--controllers=*,bootstrapsigner,tokencleaner',
    '--leader-elect=true',
    '--root-ca-file=/etc/kubernetes/pki/ca.crt',
    '--service-account-private-key-file=/etc/kubernetes/pki/sa.key',
    '--use-service-account-credentials=true',
  ]),
  pod('kube-scheduler-cp-1', 'kube-scheduler', [
    'kube-scheduler',
    '--bind-address=127.0.0.1',
    '--leader-elect=true',
  ]),
  pod('etcd-cp-1', 'etcd', [
    'etcd',
    '--cert-file=/etc/kubernetes/pki/etcd/server.crt',
    '--client-cert-auth=true',
    '--key-file=/etc/kubernetes/pki/etcd/server.key',
    '--listen-client-urls=https://127.0.0.1:2379,https://10.0.0.4:2379',
    '--listen-peer-urls=https://10.0.0.4:2380',
    '--peer-cert-file=/etc/kubernetes/pki/etcd/peer.crt',
    '--peer-client-cert-auth=true',
    '--peer-key-file=/etc/kubernetes/pki/etcd/peer.key',
    '--peer-trusted-ca-file=/etc/kubernetes/pki/etcd/ca.crt',
    '--trusted-ca-file=/etc/kubernetes/pki/etcd/ca.crt',
  ]),
]

test('a cluster as kubeadm makes it gets the verdicts that its flags deserve', async () => {
  const { statuses, outcomes, texts } = await scanned(cluster(kubeadm))
  const of = (status: string) =>
    Object.keys(statuses)
      .filter((id) => statuses[id] === status)
      .sort()
  equal(Object.keys(statuses).length, 45)
  deepEqual(outcomes, ['assessed'])
  deepEqual(of('MANUAL'), ['apiserver_security_context_deny_plugin', 'etcd_unique_ca'])
  deepEqual(of('FAIL'), [
    'apiserver_always_pull_images_plugin',
    'apiserver_anonymous_requests',
    'apiserver_audit_log_maxage_set',
    'apiserver_audit_log_maxbackup_set',
    'apiserver_audit_log_maxsize_set',
    'apiserver_audit_log_path_set',
    'apiserver_deny_service_external_ips',
    'apiserver_disable_profiling',
    'apiserver_encryption_provider_config_set',
    'apiserver_event_rate_limit',
    'apiserver_kubelet_cert_auth',
    'apiserver_strong_ciphers_only',
    'controllermanager_disable_profiling',
    'scheduler_profiling',
  ])
  ok(!texts.includes('hunter2'), 'a secret of a command line is stored')
})

test('a cluster whose control plane a cloud runs has nothing to assess, and passes nothing', async () => {
  const { statuses, outcomes } = await scanned(cluster([], 'GKE'))
  deepEqual([statuses, outcomes], [{}, ['not_applicable']])
})

test('a cluster whose control plane is not seen has gaps, and passes nothing', async () => {
  const { statuses, outcomes } = await scanned(cluster([]))
  deepEqual([statuses, outcomes], [{}, ['error']])
})

test('programs that a shell starts give no verdict', async () => {
  const shelled = kubeadm.map((it) => {
    const { component = '' } = (it.metadata as { labels: Record<string, string> }).labels
    return pod(component, component, ['/bin/sh', '-c', `exec ${component} --profiling=false`])
  })
  const { statuses, outcomes } = await scanned(cluster(shelled))
  deepEqual([statuses, outcomes], [{}, ['error']])
})

test('every check of the control plane is mended in the file of its program, on the nodes', () => {
  for (const { checks } of Object.values(services)) {
    for (const { id, fix } of checks) {
      ok(fix.console?.[0]?.includes('/etc/kubernetes/manifests/'), id)
      deepEqual([fix.cli, fix.terraform], [null, null], id)
    }
  }
})
