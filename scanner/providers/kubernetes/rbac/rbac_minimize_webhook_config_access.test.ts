import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_webhook_config_access.ts'
import { clusterBinding, clusterRole, everything, namespaceBinding, rule } from './worlds.ts'

const group = 'admissionregistration.k8s.io'
const [validating, mutating] = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations']
const collector = 'system:controller:generic-garbage-collector'
const verbs = 'get list watch patch update delete'
const roles = [
  clusterRole('create', rule('create', validating, { group })),
  clusterRole('update', rule('update', mutating, { group })),
  clusterRole('own', rule('patch', mutating, { group, names: ['mesh'] })),
  clusterRole('delete', rule('delete', validating, { group })),
  clusterRole('collection', rule('deletecollection', mutating, { group })),
  clusterRole('apply', rule('create patch', mutating, { group, names: ['mesh'] })),
  clusterRole('admin', everything),
  clusterRole('view', rule('get list watch', `${validating} ${mutating}`, { group })),
  clusterRole('by-name', rule('create deletecollection', mutating, { group, names: ['mesh'] })),
  clusterRole('other-group', rule('*', mutating, { group: 'example.com' })),
  clusterRole('policies', rule('*', 'validatingadmissionpolicies', { group })),
  clusterRole(collector, { ...rule(verbs, '*'), groups: ['*'] }),
]
const bound = (role: string) =>
  given(clusterBinding('mesh', role, 'ServiceAccount mesh/operator'), { joined: { roles } })

verify(check, {
  pass: ['view', 'by-name', 'other-group', 'policies', 'no-such-role'].map(bound),
  fail: [
    ...['create', 'update', 'own', 'delete', 'collection', 'apply', 'admin', collector].map(bound),
    given(clusterBinding(collector, collector, 'ServiceAccount shop/generic-garbage-collector'), {
      joined: { roles },
    }),
  ],
  none: [
    given(namespaceBinding('mesh', 'create', 'Group devs'), { joined: { roles } }),
    given(clusterBinding('nobody', 'create'), { joined: { roles } }),
    given(
      clusterBinding(collector, collector, 'ServiceAccount kube-system/generic-garbage-collector'),
      { joined: { roles } },
    ),
  ],
  unread: [
    given(
      { ...clusterBinding('a', 'create'), subjects: unread('too_large') },
      { joined: { roles } },
    ),
    given(clusterBinding('a', 'create', 'User a'), { joined: { roles: unread('Forbidden') } }),
  ],
})
