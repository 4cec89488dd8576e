import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_csr_approval_access.ts'
import type { Binding } from './resources.ts'
import { clusterBinding, clusterRole, everything, namespaceBinding, rule } from './worlds.ts'

const group = 'certificates.k8s.io'
const approval = rule('update', 'certificatesigningrequests/approval', { group })
const signer = (...names: readonly string[]) => rule('approve', 'signers', { group, names })

const controller = 'system:controller:certificate-controller'
const roles = [
  clusterRole('approver', approval, signer('kubernetes.io/kube-apiserver-client')),
  clusterRole('patcher', { ...approval, verbs: ['patch'] }, signer()),
  clusterRole('one-request', { ...approval, names: ['csr-1'] }, signer('kubernetes.io/*')),
  clusterRole('stars', rule('*', '*/approval signers', { group })),
  clusterRole('admin', everything),
  clusterRole('internal', approval, signer('example.com/internal')),
  clusterRole('approvals', approval),
  clusterRole('signers', signer('kubernetes.io/kubelet-serving')),
  clusterRole('view', rule('get list watch', 'certificatesigningrequests', { group })),
  clusterRole('status', rule('update', 'certificatesigningrequests/status', { group }), signer()),
  clusterRole(controller, approval, signer('kubernetes.io/kube-apiserver-client-kubelet')),
]
const among = (binding: Binding, ...others: readonly Binding[]) =>
  given(binding, { joined: { roles, bindings: [binding, ...others] } })
const devs = (role: string) => clusterBinding(`devs-${role}`, role, 'Group devs')

verify(check, {
  pass: [
    among(devs('internal')),
    among(devs('approvals')),
    among(devs('signers')),
    among(devs('view')),
    among(devs('status')),
    among(devs('no-such-role')),
    among(devs('approvals'), clusterBinding('others', 'signers', 'Group others')),
    // Signers are cluster-scoped: a RoleBinding grants no access to them.
    among(devs('approvals'), namespaceBinding('devs', 'signers', 'Group devs')),
  ],
  fail: [
    among(devs('approver')),
    among(devs('patcher')),
    among(devs('one-request')),
    among(devs('stars')),
    among(devs('admin')),
    among(clusterBinding(controller, controller, 'User eve')),
    // Two bindings, one half each.
    among(devs('approvals'), devs('signers')),
    among(devs('signers'), devs('approvals')),
    among(
      clusterBinding('web', 'approvals', 'ServiceAccount shop/web'),
      clusterBinding('pods', 'signers', 'Group system:serviceaccounts:shop'),
    ),
    among(
      clusterBinding('web', 'approvals', 'ServiceAccount shop/web'),
      clusterBinding('same', 'signers', 'User system:serviceaccount:shop:web'),
    ),
    among(
      clusterBinding('alice', 'signers', 'User alice'),
      clusterBinding('all', 'approvals', 'Group system:authenticated'),
    ),
    among(
      clusterBinding('strangers', 'signers', 'User system:anonymous'),
      clusterBinding('all', 'approvals', 'Group system:unauthenticated'),
    ),
  ],
  none: [
    among(namespaceBinding('devs', 'approver', 'Group devs')),
    among(clusterBinding('nobody', 'approver')),
    among(
      clusterBinding(controller, controller, 'ServiceAccount kube-system/certificate-controller'),
    ),
  ],
  unread: [
    given({ ...devs('approver'), subjects: unread('too_large') }, { joined: { roles } }),
    given(devs('approver'), { joined: { roles: unread('Forbidden'), bindings: [] } }),
    given(devs('approvals'), { joined: { roles, bindings: unread('Forbidden') } }),
    among(devs('approvals'), { ...devs('signers'), subjects: unread('too_large') }),
  ],
})
