import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../engine/index.ts'
import { emptyCluster } from '../../../testing/kubernetes/index.ts'
import { isUnread } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { clusterWith, opened } from '../testing/opened.ts'
import { collect } from './collect.ts'
import type { Workload } from './resources.ts'

async function workloadsOf(client: Kubernetes): Promise<readonly Workload[]> {
  const { workloads } = collect({
    client,
    account: 'prod',
    partition: '',
    region: '',
    regions: [],
    clock: systemClock,
    signal: new AbortController().signal,
  })
  const found: Workload[] = []
  for (const stream of [workloads].flat())
    for await (const one of stream.open()) found.push(one as Workload) // the list contains all its fields
  return found
}

test('workloads of a cluster are named by cluster, kind, namespace and name', async (t) => {
  const state = emptyCluster()
  state.objects.pods = [
    {
      metadata: {
        name: 'web-6b7f-x2x4z',
        namespace: 'shop',
        labels: { 'pod-template-hash': '6b7f' },
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-6b7f', controller: true },
        ],
      },
      spec: { containers: [{ name: 'web', image: 'web:1' }], hostPID: true },
      status: { phase: 'Running' },
    },
    {
      metadata: {
        name: 'etcd-cp-1',
        namespace: 'kube-system',
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'cp-1', controller: true }],
      },
      spec: { containers: [{ name: 'etcd', image: 'etcd:3' }] },
    },
  ]
  const session = await opened(t, await clusterWith(t, { state }))
  const found = await workloadsOf(session.session.client('', new AbortController().signal))
  deepEqual(found.map(({ uid }) => uid).toSorted(), [
    'prod/deployment/shop/web',
    'prod/pod/kube-system/etcd-cp-1',
  ])
  const [web] = found.filter(({ kind }) => kind === 'Deployment')
  deepEqual([web?.name, web?.namespace, web?.region], ['web', 'shop', ''])
  ok(web && !isUnread(web.specs))
  equal(web.specs[0]?.host_pid, true)
})

test('a cluster that refuses the list of pods gives no workload but the reason', async (t) => {
  const state = emptyCluster()
  state.denied = ['pods']
  const session = await opened(t, await clusterWith(t, { state }))
  await rejects(workloadsOf(session.session.client('', new AbortController().signal)), {
    outcome: 'denied',
    action: 'list pods',
  })
})
