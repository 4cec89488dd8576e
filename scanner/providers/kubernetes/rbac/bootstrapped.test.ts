import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type Bound, isOwnBinding, isOwnRole } from './bootstrapped.ts'
import type { Rule } from './resources.ts'
import { rule, subject } from './worlds.ts'

const everything: Rule = { verbs: ['*'], groups: ['*'], resources: ['*'], names: [], urls: [] }
const everyUrl: Rule = { verbs: ['*'], groups: [], resources: [], names: [], urls: ['*'] }
const admin = [everything, everyUrl]

const bound = (name: string, to: string, whom: string): Bound => ({
  kind: 'ClusterRoleBinding',
  namespace: null,
  name,
  role_kind: 'ClusterRole',
  role_name: to,
  subjects: [subject(whom)],
})

const job = 'system:controller:job-controller'
const jobRules = [
  rule('get list watch update patch', 'jobs', { group: 'batch' }),
  rule('update', 'jobs/status', { group: 'batch' }),
  rule('create delete list patch watch', 'pods'),
  { ...rule('create patch update', 'events'), groups: ['', 'events.k8s.io'] },
]
const jobBinding = bound(job, job, 'ServiceAccount kube-system/job-controller')

test('bindings in the form that the control plane and kubeadm give them are their own', () => {
  equal(isOwnBinding(bound('cluster-admin', 'cluster-admin', 'Group system:masters'), admin), true)
  const kubeadm = 'kubeadm:cluster-admins'
  equal(isOwnBinding(bound(kubeadm, 'cluster-admin', `Group ${kubeadm}`), admin), true)
  equal(isOwnBinding(jobBinding, jobRules), true)
  equal(isOwnBinding({ ...jobBinding, subjects: [] }, jobRules), true)
  const kubelet = 'User kube-apiserver-kubelet-client'
  const proxy = [rule('*', 'nodes/proxy nodes/metrics')]
  equal(
    isOwnBinding(
      bound('kubeadm:apiserver-kubelet-client', 'system:kubelet-api-admin', kubelet),
      proxy,
    ),
    true,
  )
})

test('a Role of kube-system is the control plane’s own there only', () => {
  const signer: Bound = {
    ...bound('system:controller:bootstrap-signer', 'system:controller:bootstrap-signer', ''),
    kind: 'RoleBinding',
    namespace: 'kube-system',
    role_kind: 'Role',
    subjects: [subject('ServiceAccount kube-system/bootstrap-signer')],
  }
  const reads = [rule('get list watch', 'secrets')]
  equal(isOwnBinding(signer, reads), true)
  equal(isOwnBinding({ ...signer, namespace: 'shop' }, reads), false)
  equal(isOwnBinding({ ...signer, role_kind: 'ClusterRole' }, reads), false)
})

const imitations: readonly [string, Bound, readonly Rule[]][] = [
  ['another subject', { ...jobBinding, subjects: [subject('User eve')] }, jobRules],
  [
    'one more subject',
    { ...jobBinding, subjects: [...jobBinding.subjects, subject('User eve')] },
    jobRules,
  ],
  [
    'the ServiceAccount of another namespace',
    { ...jobBinding, subjects: [subject('ServiceAccount shop/job-controller')] },
    jobRules,
  ],
  [
    'a Group with the name of the ServiceAccount',
    { ...jobBinding, subjects: [subject('Group job-controller')] },
    jobRules,
  ],
  ['one more rule', jobBinding, [...jobRules, rule('get', 'secrets')]],
  ['a wider rule', jobBinding, [rule('create', '*')]],
  ['rules for names that were for none', jobBinding, [rule('get', 'secrets', { names: ['a'] })]],
  ['another role', { ...jobBinding, role_name: 'cluster-admin' }, admin],
  [
    'a name that only begins alike',
    bound('system:controller:backdoor', 'system:controller:backdoor', 'User eve'),
    jobRules,
  ],
  ['a name that every object has', bound('constructor', 'constructor', 'User eve'), jobRules],
  ['another name', bound('admins', 'cluster-admin', 'Group system:masters'), admin],
  [
    'so many combinations that nobody would write them',
    jobBinding,
    [
      {
        verbs: Array<string>(5_000).fill('list'),
        groups: Array<string>(5_000).fill(''),
        resources: Array<string>(5_000).fill('pods'),
        names: [],
        urls: [],
      },
    ],
  ],
]
for (const [what, binding, rules] of imitations) {
  test(`a binding is not the control plane’s own with ${what}`, () =>
    equal(isOwnBinding(binding, rules), false))
}

test('a rule that is for one name in the original is for that name only', () => {
  const place = { kind: 'ClusterRole', namespace: null, name: 'system:kube-controller-manager' }
  const leases = (...names: readonly string[]) => [
    rule('get update', 'leases', { group: 'coordination.k8s.io', names }),
  ]
  equal(isOwnRole(place, leases('kube-controller-manager')), true)
  equal(isOwnRole(place, leases('kube-controller-manager', 'kube-scheduler')), false)
  equal(isOwnRole(place, leases()), false)
})

test('URLs are compared with URLs, not with resources', () => {
  const place = { kind: 'ClusterRole', namespace: null, name: 'cluster-admin' }
  equal(isOwnRole(place, [{ ...everyUrl, urls: ['/metrics'] }]), true)
  const job = { kind: 'ClusterRole', namespace: null, name: 'system:controller:job-controller' }
  equal(isOwnRole(job, [{ ...everyUrl, verbs: ['list'], urls: ['pods'] }]), false)
})

test('a role is still the cluster’s own with what an older API server gave it before the upgrade', () => {
  const binder = 'system:controller:persistent-volume-binder'
  const account = 'ServiceAccount kube-system/persistent-volume-binder'
  const rules = [
    rule('get list watch update create delete', 'persistentvolumes'),
    rule('get create update delete', 'endpoints'),
    rule('get create delete', 'services'),
    rule('get', 'secrets'),
    rule('get list', 'nodes'),
  ]
  equal(isOwnBinding(bound(binder, binder, account), rules), true)
  equal(isOwnBinding(bound(binder, binder, account), [rule('list', 'secrets')]), false)
  const expand = 'system:controller:expand-controller'
  const expander = 'ServiceAccount kube-system/expand-controller'
  equal(isOwnBinding(bound(expand, expand, expander), [rule('get', 'secrets')]), true)
})
