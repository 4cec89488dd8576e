import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_security_context_deny_plugin.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server({ enable_admission_plugins: ['SecurityContextDeny'] })],
  fail: [
    server({ disable_admission_plugins: ['PodSecurity'] }),
    server({ admission_control: ['NodeRestriction'] }),
  ],
  manual: [server(), server({ enable_admission_plugins: null })],
  unread: [
    server({ admission_control: unread('flag_not_literal') }),
    server({ disable_admission_plugins: unread('flag_not_literal') }),
    server({ enable_admission_plugins: unread('flag_not_literal') }),
  ],
})
