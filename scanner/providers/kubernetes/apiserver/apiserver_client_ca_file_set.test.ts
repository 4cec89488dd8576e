import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_client_ca_file_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [server({ client_ca_file: null })],
  unread: [server({ client_ca_file: unread('flag_not_literal') })],
})
