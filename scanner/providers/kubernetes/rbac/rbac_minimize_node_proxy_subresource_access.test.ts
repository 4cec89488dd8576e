import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_node_proxy_subresource_access.ts'
import type { Role } from './resources.ts'
import { clusterBinding, clusterRole, everything, namespaceBinding, rule } from './worlds.ts'

const kubeadm = 'kubeadm:apiserver-kubelet-client'
const kubelet = 'system:kubelet-api-admin'
const roles = [
  clusterRole('proxy', rule('get', 'nodes/proxy')),
  clusterRole('one-node', rule('create', 'nodes/proxy', { names: ['node-1'] })),
  clusterRole('proxies', { ...rule('get', '*/proxy'), groups: ['*'] }),
  clusterRole('admin', everything),
  clusterRole('star-after', rule('*', 'nodes nodes/*')),
  clusterRole('no-verb', rule('watch', 'nodes/proxy')),
  clusterRole('other-group', rule('get', 'nodes/proxy', { group: 'metrics.k8s.io' })),
  clusterRole('no-name', rule('get', 'nodes/proxy', { names: [''] })),
  clusterRole(kubelet, rule('*', 'nodes/proxy nodes/metrics')),
]
const large: Role = { ...clusterRole('large'), rules: unread('too_large') }
const bound = (role: string) =>
  given(clusterBinding('monitoring', role, 'ServiceAccount monitoring/agent'), {
    joined: { roles },
  })

verify(check, {
  pass: ['star-after', 'no-verb', 'other-group', 'no-name', 'no-such-role'].map(bound),
  fail: [
    ...['proxy', 'one-node', 'proxies', 'admin', kubelet].map(bound),
    given(clusterBinding(kubeadm, kubelet, 'User eve'), { joined: { roles } }),
  ],
  none: [
    given(namespaceBinding('monitoring', 'proxy', 'Group devs'), { joined: { roles } }),
    given(clusterBinding('nobody', 'proxy'), { joined: { roles } }),
    given(clusterBinding(kubeadm, kubelet, 'User kube-apiserver-kubelet-client'), {
      joined: { roles },
    }),
  ],
  unread: [
    given(
      { ...clusterBinding('a', 'proxy'), subjects: unread('too_large') },
      { joined: { roles } },
    ),
    given(clusterBinding('a', 'proxy', 'User alice'), { joined: { roles: unread('Forbidden') } }),
    given(clusterBinding('a', 'large', 'User alice'), {
      joined: { roles: [large] },
    }),
  ],
})
