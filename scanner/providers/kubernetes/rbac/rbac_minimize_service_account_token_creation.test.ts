import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rbac_minimize_service_account_token_creation.ts'
import { clusterBinding, clusterRole, everything, namespaceBinding, rule } from './worlds.ts'

const manager = 'system:kube-controller-manager'
const roles = [
  clusterRole('tokens', rule('create', 'serviceaccounts/token')),
  clusterRole('one', rule('create', 'serviceaccounts/token', { names: ['deployer'] })),
  clusterRole('star', rule('*', '*/token')),
  clusterRole('admin', everything),
  clusterRole('accounts', rule('create', 'serviceaccounts serviceaccounts/*')),
  clusterRole('no-verb', rule('get', 'serviceaccounts/token')),
  clusterRole('no-name', rule('create', 'serviceaccounts/token', { names: [''] })),
  clusterRole(manager, rule('create', 'serviceaccounts/token')),
]
const bound = (role: string) =>
  given(clusterBinding('ci', role, 'ServiceAccount ci/runner'), { joined: { roles } })

verify(check, {
  pass: ['accounts', 'no-verb', 'no-name', 'no-such-role'].map(bound),
  fail: [
    ...['tokens', 'one', 'star', 'admin'].map(bound),
    given(namespaceBinding('ci', 'tokens', 'User alice'), { joined: { roles } }),
    given(clusterBinding(manager, manager, `Group ${manager}`), { joined: { roles } }),
  ],
  none: [
    given(clusterBinding('nobody', 'tokens'), { joined: { roles } }),
    given(clusterBinding(manager, manager, `User ${manager}`), { joined: { roles } }),
  ],
  unread: [
    given(
      { ...clusterBinding('a', 'tokens'), subjects: unread('too_large') },
      { joined: { roles } },
    ),
    given(clusterBinding('a', 'tokens', 'User a'), { joined: { roles: unread('Forbidden') } }),
  ],
})
