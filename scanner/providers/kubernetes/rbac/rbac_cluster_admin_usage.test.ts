import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_cluster_admin_usage.ts'
import { clusterBinding, clusterRole, everything, namespaceBinding, rule } from './worlds.ts'

const admin = clusterRole('cluster-admin', everything)
const copy = clusterRole('ops', everything)
const roles = [admin, copy, clusterRole('view', rule('get', 'pods'))]
const among = (binding: ReturnType<typeof clusterBinding>) => given(binding, { joined: { roles } })

verify(check, {
  manual: [
    among(clusterBinding('ops', 'cluster-admin', 'User alice')),
    among(clusterBinding('copy', 'ops', 'Group devs')),
    among(namespaceBinding('team', 'cluster-admin', 'Group devs')),
    // A matching name and one matching subject do not make it the cluster's own.
    among(clusterBinding('cluster-admin', 'cluster-admin', 'Group system:masters', 'User eve')),
    among(clusterBinding('system:admins', 'cluster-admin', 'Group system:masters')),
    // By its name only, without the rules of the role.
    given(clusterBinding('ops', 'cluster-admin', 'User alice'), {
      joined: { roles: unread('Forbidden') },
    }),
  ],
  fail: [
    among(clusterBinding('ops', 'cluster-admin', 'User system:anonymous')),
    among(clusterBinding('ops', 'cluster-admin', 'User alice', 'Group system:unauthenticated')),
    among(clusterBinding('copy', 'ops', 'Group system:authenticated')),
    among(namespaceBinding('team', 'cluster-admin', 'Group system:serviceaccounts')),
    among(clusterBinding('cluster-admin', 'cluster-admin', 'Group system:authenticated')),
  ],
  none: [
    among(clusterBinding('cluster-admin', 'cluster-admin', 'Group system:masters')),
    among(
      clusterBinding('kubeadm:cluster-admins', 'cluster-admin', 'Group kubeadm:cluster-admins'),
    ),
    among(clusterBinding('readers', 'view', 'Group system:authenticated')),
    among(clusterBinding('readers', 'no-such-role', 'User alice')),
    among(clusterBinding('nobody', 'cluster-admin')),
  ],
  unread: [
    given(
      { ...clusterBinding('ops', 'cluster-admin'), subjects: unread('too_large') },
      { joined: { roles } },
    ),
    given(clusterBinding('copy', 'ops', 'User alice'), { joined: { roles: unread('Forbidden') } }),
  ],
})
