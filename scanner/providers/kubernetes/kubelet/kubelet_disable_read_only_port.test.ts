import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_disable_read_only_port.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [config(), config({ read_only_port: 0 })],
  fail: [config({ read_only_port: 10_255 })],
  manual: [config({ read_only_port: -1 })],
  unread: [config({ read_only_port: unread('unreadable_configuration') })],
})
