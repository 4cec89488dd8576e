import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_wildcard_use_roles.ts'
import type { Role, Rule } from './resources.ts'
import { clusterBinding, clusterRole, everything, namespaceBinding, role, rule } from './worlds.ts'

const scaler = 'system:controller:horizontal-pod-autoscaler'
const bindings = [
  clusterBinding('devs', 'ops', 'Group devs'),
  clusterBinding('more', 'ops', 'User a', 'User b', 'User c'),
  clusterBinding('scaler', scaler, 'Group devs'),
  clusterBinding('admins', 'cluster-admin', 'Group devs'),
  namespaceBinding('local', 'local', 'Group devs'),
]
const among = (it: Role) => given(it, { joined: { bindings } })
const ops = (...rules: Parameters<typeof rule>) => among(clusterRole('ops', rule(...rules)))
const urls = (...given: readonly string[]): Rule => ({
  ...rule('get', ''),
  groups: [],
  resources: [],
  urls: given,
})

verify(check, {
  pass: [
    ops('get list', 'pods deployments/scale'),
    ops('get', 'pods/* */*'),
    among(clusterRole('ops', urls('/healthz', '/livez/*'))),
    among(clusterRole('ops', { ...everything, verbs: [] })),
    among(clusterRole('unbound', everything)),
    among(clusterRole('local', { ...urls('*'), verbs: ['*'] })),
    among(
      role({ uid: 'prod/role/shop/ops', kind: 'Role', namespace: 'shop', rules: [everything] }),
    ),
  ],
  fail: [
    ops('*', 'pods'),
    ops('get', '*'),
    ops('get', '*/scale'),
    ops('get', 'pods', { group: '*' }),
    ops('*', 'pods', { names: ['web'] }),
    among(clusterRole('ops', urls('*'))),
    among(clusterRole('local', urls('*'), rule('*', 'pods'))),
    among(clusterRole('ops', urls('/*'))),
    among(clusterRole(scaler, rule('get update patch', '*/scale', { group: '*' }))),
  ],
  none: [
    among(clusterRole('cluster-admin', everything)),
    among(clusterRole(scaler, rule('get update', '*/scale', { group: '*' }))),
  ],
  unread: [
    given({ ...clusterRole('ops'), rules: unread('too_large') }, { joined: { bindings } }),
    given(clusterRole('ops', everything), { joined: { bindings: unread('Forbidden') } }),
  ],
})
