import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './etcd_no_auto_tls.ts'
import { member } from './worlds.ts'

verify(check, {
  pass: [member(), member({ auto_tls: false })],
  fail: [member({ auto_tls: true })],
  manual: [member({ config_file: '/etc/etcd/etcd.yaml' })],
  unread: [
    member({ config_file: unread('flag_not_literal') }),
    member({ auto_tls: unread('flag_not_literal') }),
  ],
})
