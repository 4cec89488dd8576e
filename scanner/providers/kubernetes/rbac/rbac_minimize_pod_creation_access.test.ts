import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_pod_creation_access.ts'
import type { Binding, Role } from './resources.ts'
import {
  clusterBinding,
  clusterRole,
  everything,
  jobController,
  namespaceBinding,
  rule,
} from './worlds.ts'

const bindings = [
  clusterBinding('devs', 'ops', 'Group devs'),
  clusterBinding('nobody', 'unused'),
  namespaceBinding('web', 'edit', 'ServiceAccount shop/web', 'User a', 'User b', 'User c'),
  jobController.binding,
]
const large: Binding = { ...clusterBinding('a', 'ops'), subjects: unread('too_large') }
const among = (role: Role) => given(role, { joined: { bindings } })
const ops = (...rules: Parameters<typeof rule>) => among(clusterRole('ops', rule(...rules)))
const makes = rule('create', 'pods')

verify(check, {
  pass: [
    ops('get list watch delete update patch', 'pods'),
    ops('create', 'pods/exec pods/eviction'),
    ops('create', 'pods', { group: 'metrics.k8s.io' }),
    ops('create', 'deployments', { group: 'extensions' }),
    ops('create', 'pods', { names: ['web'] }),
    among(clusterRole('ops')),
    among(clusterRole('unbound', makes)),
    among(clusterRole('unused', makes)),
    // Unread subjects affect the roles that are bound to them.
    given(clusterRole('unbound', makes), { joined: { bindings: [large] } }),
  ],
  fail: [
    ops('create', 'pods'),
    ops('*', 'replicationcontrollers'),
    ops('create', 'deployments', { group: 'apps' }),
    ops('create', 'daemonsets', { group: '*' }),
    ops('create', 'replicasets statefulsets', { group: 'apps' }),
    ops('create', 'jobs', { group: 'batch' }),
    ops('create', '*', { group: 'batch' }),
    ops('create patch', 'pods', { names: ['web'] }),
    ops('create', 'pods', { names: [''] }),
    among(clusterRole('ops', everything)),
    among(clusterRole('edit', makes)),
    // The controller's binding is unchanged, but its role also creates deployments.
    given(
      { ...jobController.role, rules: [makes, rule('create', 'deployments', { group: 'apps' })] },
      { joined: { bindings } },
    ),
    given(jobController.role, {
      joined: {
        bindings: [
          jobController.binding,
          clusterBinding('eve', 'system:controller:job-controller', 'User eve'),
        ],
      },
    }),
  ],
  none: [among(jobController.role)],
  unread: [
    given({ ...clusterRole('ops'), rules: unread('too_large') }, { joined: { bindings } }),
    given(clusterRole('ops', makes), { joined: { bindings: unread('Forbidden') } }),
    given(clusterRole('ops', makes), {
      joined: { bindings: [large] },
    }),
  ],
})
