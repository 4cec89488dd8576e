import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_client_ca_file_set.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [config()],
  fail: [config({ client_ca_file: null })],
  unread: [config({ client_ca_file: unread('unreadable_configuration') })],
})
