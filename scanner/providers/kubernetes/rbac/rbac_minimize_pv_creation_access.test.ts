import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_pv_creation_access.ts'
import { clusterBinding, clusterRole, everything, namespaceBinding, rule } from './worlds.ts'

const binder = 'system:controller:persistent-volume-binder'
const roles = [
  clusterRole('storage', rule('get create', 'persistentvolumes')),
  clusterRole('admin', everything),
  clusterRole('apply', rule('create patch', 'persistentvolumes', { names: ['data'] })),
  clusterRole('nameless', rule('create', 'persistentvolumes', { names: [''] })),
  clusterRole('by-name', rule('create', 'persistentvolumes', { names: ['data'] })),
  clusterRole('view', rule('get list watch', 'persistentvolumes')),
  clusterRole('claims', rule('create', 'persistentvolumeclaims')),
  clusterRole('part', rule('create', 'persistentvolumes/status')),
  clusterRole(binder, rule('create delete get list update watch', 'persistentvolumes')),
]
const bound = (role: string) =>
  given(clusterBinding('storage', role, 'Group devs'), { joined: { roles } })

verify(check, {
  pass: ['by-name', 'view', 'claims', 'part', 'no-such-role'].map(bound),
  fail: [
    ...['storage', 'admin', 'apply', 'nameless', binder].map(bound),
    given(clusterBinding(binder, binder, 'User eve'), { joined: { roles } }),
  ],
  none: [
    given(namespaceBinding('storage', 'storage', 'Group devs'), { joined: { roles } }),
    given(clusterBinding('nobody', 'storage'), { joined: { roles } }),
    given(clusterBinding(binder, binder, 'ServiceAccount kube-system/persistent-volume-binder'), {
      joined: { roles },
    }),
  ],
  unread: [
    given(
      { ...clusterBinding('a', 'storage'), subjects: unread('too_large') },
      { joined: { roles } },
    ),
    given(clusterBinding('a', 'storage', 'User a'), { joined: { roles: unread('Forbidden') } }),
  ],
})
