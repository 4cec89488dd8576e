import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_secret_access.ts'
import type { Role } from './resources.ts'
import {
  binding,
  clusterBinding,
  clusterRole,
  everything,
  namespaceBinding,
  role,
  rule,
  subject,
} from './worlds.ts'

const manager = 'system:kube-controller-manager'
const cleaner = 'system:controller:token-cleaner'
const inKubeSystem = { name: cleaner, namespace: 'kube-system' }
const cleanerUid = `prod/role/kube-system/${cleaner}`
const bindings = [
  clusterBinding('devs', 'ops', 'Group devs'),
  namespaceBinding('team', 'edit', 'Group team'),
  clusterBinding(manager, manager, `User ${manager}`),
  binding({
    ...inKubeSystem,
    uid: `prod/rolebinding/kube-system/${cleaner}`,
    kind: 'RoleBinding',
    role_kind: 'Role',
    role_name: cleaner,
    role: cleanerUid,
    subjects: [subject('ServiceAccount kube-system/token-cleaner')],
  }),
]
const among = (it: Role) => given(it, { joined: { bindings } })
const ops = (...rules: Parameters<typeof rule>) => among(clusterRole('ops', rule(...rules)))
const reads = rule('get', 'secrets')

verify(check, {
  pass: [
    ops('create delete', 'secrets'),
    ops('get', 'secrets/*'),
    ops('get', 'secrets', { group: 'external-secrets.io' }),
    ops('get list watch', 'secrets', { names: ['database'] }),
    ops('get', 'secrets', { names: [''] }),
    among(clusterRole('unbound', reads)),
  ],
  fail: [
    ops('get', 'secrets'),
    ops('list', 'secrets'),
    ops('watch', '*'),
    ops('list', 'secrets', { names: [''] }),
    ops('*', 'secrets', { group: '*' }),
    among(clusterRole('ops', everything)),
    among(clusterRole('edit', reads)),
    // A role with the name of the control plane's role and more permissions.
    among(clusterRole(manager, rule('list watch patch', 'secrets'))),
  ],
  none: [
    among(clusterRole(manager, rule('get list watch', 'secrets'))),
    among(
      role({
        ...inKubeSystem,
        uid: cleanerUid,
        kind: 'Role',
        rules: [rule('get list watch delete', 'secrets')],
      }),
    ),
  ],
  unread: [
    given({ ...clusterRole('ops'), rules: unread('too_large') }, { joined: { bindings } }),
    given(clusterRole('ops', reads), { joined: { bindings: unread('Forbidden') } }),
  ],
})
