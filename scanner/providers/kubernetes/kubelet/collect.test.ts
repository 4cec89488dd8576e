import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../engine/index.ts'
import { CallProblem, serviceAbsent } from '../../../kit/index.ts'
import type { Kubernetes, ListName } from '../client.ts'
import { collect } from './collect.ts'

const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

const cluster = (
  lists: Partial<Record<ListName, readonly object[]>>,
  managedBy: string | null = null,
): Kubernetes => ({
  cluster: 'prod',
  managedBy,
  async *items(list) {
    const items = lists[list]
    if (!items) throw new CallProblem('Forbidden', 'denied', list, 'It is refused.')
    yield* items as Iterable<never>
  },
  broken: (list, lacks) => new CallProblem('broken_answer', 'error', list, lacks),
})

async function all(client: Kubernetes, kind: 'configs' | 'nodes'): Promise<readonly object[]> {
  const collected = collect({
    client,
    account: 'prod',
    partition: '',
    region: '',
    regions: [],
    clock: systemClock,
    signal: new AbortController().signal,
  })
  const found: object[] = []
  for (const stream of [collected[kind]].flat())
    for await (const one of stream.open()) found.push(one)
  return found
}

const configMap = (name: string, port: number) => ({
  metadata: { name, namespace: 'kube-system' },
  data: { kubelet: `${head}readOnlyPort: ${port}` },
})

const configsOf = async (names: readonly string[]) => {
  const maps = names.map((name, n) => configMap(name, n))
  const found = await all(cluster({ 'list kube-system configmaps': maps }), 'configs')
  return found as readonly { uid: string; read_only_port: number }[]
}

for (const [names, used] of [
  [['coredns', 'kubelet-config'], 'kubelet-config'],
  [['kubelet-config', 'kubelet-config-1.23'], 'kubelet-config'],
  [['kubelet-config-1.23', 'kubelet-config'], 'kubelet-config'],
  [['kubelet-config-1.9', 'kubelet-config-1.10', 'kubelet-config-1.8'], 'kubelet-config-1.10'],
] as const) {
  test(`of ${names.join(', ')} the configuration of new nodes is ${used}`, async () => {
    const [config, ...more] = await configsOf(names)
    equal(config?.uid, `prod/configmap/kube-system/${used}`)
    equal(config?.read_only_port, (names as readonly string[]).indexOf(used))
    deepEqual(more, [])
  })
}

test('no such ConfigMap is a gap, and on a managed cluster nothing to ask', async () => {
  const lists = { 'list kube-system configmaps': [configMap('kubelet-config-old', 0)] }
  await rejects(all(cluster(lists), 'configs'), { code: 'kubelet_config_not_visible' })
  await rejects(all(cluster(lists, 'GKE'), 'configs'), { code: serviceAbsent })
  await rejects(all(cluster({}, 'GKE'), 'configs'), { code: 'Forbidden' })
})

test('nodes say which system they run, and which are no machines', async () => {
  const node = (name: string, labels?: object) => ({ metadata: { name, labels } })
  const nodes = await all(
    cluster({
      'list nodes': [
        node('a', { 'kubernetes.io/os': 'linux' }),
        node('b', { 'kubernetes.io/os': 'windows' }),
        node('c'),
        node('d', { type: 'virtual-kubelet' }),
        node('e', { 'eks.amazonaws.com/compute-type': 'fargate' }),
      ],
    }),
    'nodes',
  )
  deepEqual(nodes, [
    { uid: 'prod/node/a', name: 'a', region: '', os: 'linux', virtual: false },
    { uid: 'prod/node/b', name: 'b', region: '', os: 'windows', virtual: false },
    { uid: 'prod/node/c', name: 'c', region: '', os: null, virtual: false },
    { uid: 'prod/node/d', name: 'd', region: '', os: null, virtual: true },
    { uid: 'prod/node/e', name: 'e', region: '', os: null, virtual: true },
  ])
})
