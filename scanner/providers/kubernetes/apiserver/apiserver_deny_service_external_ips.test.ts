import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_deny_service_external_ips.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server({ enable_admission_plugins: ['PodSecurity', 'DenyServiceExternalIPs'] }),
    server({ enable_admission_plugins: null, admission_control: ['DenyServiceExternalIPs'] }),
  ],
  fail: [
    server({ enable_admission_plugins: null }),
    server({ enable_admission_plugins: ['PodSecurity'] }),
    server({ admission_control: ['PodSecurity'] }),
  ],
  unread: [
    server({ admission_control: unread('flag_not_literal') }),
    server({ disable_admission_plugins: unread('flag_not_literal') }),
    server({ enable_admission_plugins: unread('flag_not_literal') }),
  ],
})
