import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_always_pull_images_plugin.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server({ enable_admission_plugins: ['PodSecurity', 'AlwaysPullImages'] }),
    server({ enable_admission_plugins: null, admission_control: ['AlwaysPullImages'] }),
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
