import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { controllerOf, type PodMetadata, typeOf } from './controllers.ts'
import { controlled } from './worlds.ts'

const shown = (metadata: PodMetadata): string | null => {
  const found = controllerOf(metadata)
  return found && `${typeOf(found)} ${found.name}`
}

const hash = (value: string) => ({ 'pod-template-hash': value })
const knative = (service: string, revision: string) => ({
  ...hash('6b7f'),
  'serving.knative.dev/service': service,
  'serving.knative.dev/revision': revision,
})

for (const [metadata, expected] of [
  [controlled('apps/v1 ReplicaSet', 'web-6b7f', hash('6b7f')), 'deployment web'],
  [controlled('apps/v1 ReplicaSet', 'a-b-6b7f', hash('6b7f')), 'deployment a-b'],
  [controlled('apps/v1 ReplicaSet', 'web-6b7f', hash('7f')), 'replicaset web-6b7f'],
  [controlled('apps/v1 ReplicaSet', '-6b7f', hash('6b7f')), 'replicaset -6b7f'],
  [controlled('apps/v1 ReplicaSet', 'web'), 'replicaset web'],
  [controlled('apps/v1 ReplicaSet', 'web-', hash('')), 'replicaset web-'],
  [
    controlled('apps/v1 ReplicaSet', 'web-6b', { 'rollouts-pod-template-hash': '6b' }),
    'rollout.argoproj.io web',
  ],
  [
    controlled('apps/v1 ReplicaSet', 'hi-00001-deployment-6b7f', knative('hi', 'hi-00001')),
    'service.serving.knative.dev hi',
  ],
  [controlled('apps/v1 ReplicaSet', 'web-6b7f', knative('hi', 'hi-00001')), 'deployment web'],
  [controlled('apps/v1 DaemonSet', 'agent'), 'daemonset agent'],
  [controlled('apps/v1 StatefulSet', 'db'), 'statefulset db'],
  [controlled('apps.kruise.io/v1beta1 StatefulSet', 'db'), 'statefulset.apps.kruise.io db'],
  [controlled('batch/v1 Job', 'migrate-12'), 'job migrate-12'],
  [controlled('batch/v1 Job', '29401260'), 'job 29401260'],
  [controlled('batch/v1 Job', 'import'), 'job import'],
  [
    controlled('batch.volcano.sh/v1alpha1 Job', 'train-29401260'),
    'job.batch.volcano.sh train-29401260',
  ],
  [
    controlled('v1 ReplicationController', 'shop-3', { deploymentconfig: 'shop' }),
    'deploymentconfig.apps.openshift.io shop',
  ],
  [controlled('v1 ReplicationController', 'shop-3'), 'replicationcontroller shop-3'],
  [controlled('v1 Pod', 'spark-driver'), 'pod spark-driver'],
  [controlled('argoproj.io/v1alpha1 Workflow', 'nightly'), 'workflow.argoproj.io nightly'],
  [
    controlled('core.strimzi.io/v1beta2 StrimziPodSet', 'kafka'),
    'strimzipodset.core.strimzi.io kafka',
  ],
  [controlled('longhorn.io/v1beta2 Node', 'worker-1'), 'node.longhorn.io worker-1'],
] as const) {
  test(`${JSON.stringify(metadata)} belongs to ${expected}`, () => equal(shown(metadata), expected))
}

for (const [name, creationTimestamp, expected] of [
  ['backup-29401260', '2025-11-25T13:00:04Z', 'cronjob backup'],
  ['backup-29401260', '2025-11-28T09:00:00Z', 'cronjob backup'],
  ['backup-1621587780', '2021-05-21T09:03:02Z', 'cronjob backup'],
  ['backup-29401260', '2026-11-28T09:00:00Z', 'job backup-29401260'],
  ['backup-29401260', '2025-11-20T09:00:00Z', 'job backup-29401260'],
  ['backup-29401260', undefined, 'job backup-29401260'],
  ['migrate-20261125', '2026-11-25T09:00:00Z', 'job migrate-20261125'],
  ['migrate-2026112509', '2026-11-25T09:00:00Z', 'job migrate-2026112509'],
  ['migrate-294012601', '2025-11-25T13:00:04Z', 'job migrate-294012601'],
] as const) {
  test(`the pod of the Job ${name}, made at ${creationTimestamp}, belongs to ${expected}`, () =>
    equal(shown({ ...controlled('batch/v1 Job', name), creationTimestamp }), expected))
}

test('every Workflow of a CronWorkflow is the same workload', () => {
  const creationTimestamp = '2025-11-25T13:00:04Z'
  const of = (name: string) => ({
    ...controlled('argoproj.io/v1alpha1 Workflow', name),
    creationTimestamp,
  })
  equal(shown(of('nightly-1764075600')), 'cronworkflow.argoproj.io nightly')
  equal(shown(of('nightly-x7k2p')), 'workflow.argoproj.io nightly-x7k2p')
})

test('a pod that nobody controls, and a static one, is a workload itself', () => {
  equal(controllerOf({}), null)
  equal(
    controllerOf({ ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' }] }),
    null,
  )
  equal(controllerOf(controlled('v1 Node', 'cp-1')), null)
})

for (const [owner, name] of [
  ['apps/v1 ', 'web'],
  ['apps/v1 Replica/Set', 'web'],
  ['apps/v1 ReplicaSet', ''],
  ['apps/v1 ReplicaSet', 'a/b'],
  ['apps/v1 ReplicaSet', 'a\u0000b'],
  ['apps/v1 ReplicaSet', 'x'.repeat(254)],
  [`apps/v1 ${'x'.repeat(64)}`, 'web'],
  ['apps/v1 Role', 'web'],
  ['apps/v1 constructor', 'web'],
  ['v1 Secret', 'web'],
  ['Evil.io/v1 Job', 'web'],
  ['a/b/v1 Job', 'web'],
  [' /v1 Job', 'web'],
] as const) {
  test(`a pod that calls its controller ${JSON.stringify([owner, name]).slice(0, 40)} is a workload itself`, () =>
    equal(controllerOf(controlled(owner, name)), null))
}

test('every rollout of a Deployment is the same workload', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/)
  const end = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz2456789]{5,10}$/)
  fc.assert(
    fc.property(name, end, (name, end) => {
      const of = controlled('apps/v1 ReplicaSet', `${name}-${end}`, hash(end))
      deepEqual(controllerOf(of), { group: '', kind: 'Deployment', name })
    }),
  )
})

test('every run of a CronJob is the same workload', () => {
  fc.assert(
    fc.property(fc.integer({ min: 26_800_000, max: 60_000_000 }), (minute) => {
      const creationTimestamp = new Date(minute * 60_000 + 1_000).toISOString()
      const of = { ...controlled('batch/v1 Job', `a-${minute}`), creationTimestamp }
      equal(shown(of), 'cronjob a')
    }),
  )
})
