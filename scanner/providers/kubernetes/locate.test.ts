import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locate } from './locate.ts'
import { clusterSegment, readUid } from './uids.ts'

const placesOf = (uid: string) => locate(uid).map(({ service, kind }) => `${service}/${kind}`)

const controlPlane = [
  'apiserver/servers',
  'controllermanager/managers',
  'etcd/members',
  'etcd/servers',
  'scheduler/schedulers',
]
for (const [uid, places] of [
  ['prod/deployment/default/web', ['core/workloads']],
  ['prod/rollout.argoproj.io/default/web', ['core/workloads']],
  ['prod/role.example.com/default/web', ['core/workloads']],
  ['prod/pod/default/web', ['core/workloads']],
  ['prod/pod/kube-system/kube-apiserver-a', ['core/workloads', ...controlPlane]],
  ['prod/node/worker-1', ['kubelet/nodes']],
  ['prod/configmap/kube-system/kubelet-config', ['kubelet/configs']],
  ['prod/clusterrole/admin', ['rbac/roles']],
  ['prod/rolebinding/default/admins', ['rbac/bindings']],
  ['prod/constructor/x', []],
  ['prod/namespace/x', []],
  ['prod', []],
  ['prod/pod//web', []],
  ['prod/pod/a/b/c', []],
  ['arn:aws:iam::123456789012:user/ann', []],
  ['prod/Pod/default/web', []],
  ['a%2fb/pod/default/web', []],
  ['100%/pod/default/web', []],
  ['', []],
] as const) {
  test(`${uid || 'nothing'} is looked at by ${places.join(', ') || 'nobody'}`, () =>
    deepEqual(placesOf(uid), places))
}

test('a uid names its cluster, whatever the context is called', () => {
  for (const cluster of [
    'prod',
    'arn:aws:eks:eu-west-1:1:cluster/prod',
    '100%/%2F',
    'a b',
    '/'.repeat(253),
  ]) {
    const uid = `${clusterSegment(cluster)}/pod/default/web`
    const long = `${clusterSegment(cluster)}/${'k'.repeat(63)}/${'n'.repeat(253)}/${'n'.repeat(253)}`
    deepEqual(readUid(long)?.cluster, cluster)
    deepEqual(readUid(uid), { cluster, kind: 'pod', namespace: 'default', name: 'web' })
    deepEqual(
      locate(uid).map(({ account, region }) => [account, region]),
      [[cluster, null]],
    )
  }
})
