import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_anonymous_requests.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server(),
    server({ anonymous_auth: null, authorization_mode: ['AlwaysAllow'] }),
    server({ anonymous_auth: null, authorization_mode: null }),
  ],
  fail: [
    server({ anonymous_auth: null }),
    server({ anonymous_auth: true }),
    server({
      anonymous_auth: null,
      authorization_mode: null,
      authorization_config: '/etc/kubernetes/authz.yaml',
    }),
  ],
  manual: [server({ anonymous_auth: null, authentication_config: '/etc/kubernetes/authn.yaml' })],
  unread: [
    server({ anonymous_auth: unread('flag_not_literal') }),
    server({ authentication_config: unread('flag_not_literal') }),
    server({ authorization_config: unread('flag_not_literal') }),
    server({ authorization_mode: unread('flag_not_literal') }),
  ],
})
