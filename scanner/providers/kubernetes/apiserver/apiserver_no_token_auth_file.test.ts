import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_no_token_auth_file.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [server({ token_auth_file: '/etc/kubernetes/tokens.csv' })],
  unread: [server({ token_auth_file: unread('flag_not_literal') })],
})
