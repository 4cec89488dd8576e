import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_auth_mode_include_rbac.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [
    server({ authorization_mode: null }),
    server({ authorization_mode: ['AlwaysAllow'] }),
    server({ authorization_mode: ['Node'] }),
    server({ authorization_mode: ['Node', 'RBAC', 'AlwaysAllow'] }),
  ],
  manual: [
    server({ authorization_mode: null, authorization_config: '/etc/kubernetes/authz.yaml' }),
  ],
  unread: [
    server({ authorization_config: unread('flag_not_literal') }),
    server({ authorization_mode: unread('flag_not_literal') }),
  ],
})
