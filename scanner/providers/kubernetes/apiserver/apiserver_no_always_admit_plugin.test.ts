import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_no_always_admit_plugin.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server(),
    server({ enable_admission_plugins: null }),
    server({ enable_admission_plugins: null, disable_admission_plugins: ['AlwaysAdmit'] }),
    server({ admission_control: ['PodSecurity'] }),
  ],
  fail: [
    server({ enable_admission_plugins: ['AlwaysAdmit'] }),
    server({ admission_control: ['AlwaysAdmit'] }),
  ],
  unread: [
    server({ admission_control: unread('flag_not_literal') }),
    server({ disable_admission_plugins: unread('flag_not_literal') }),
    server({ enable_admission_plugins: unread('flag_not_literal') }),
  ],
})
