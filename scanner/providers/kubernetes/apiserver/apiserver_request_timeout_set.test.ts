import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_request_timeout_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server(), server({ request_timeout: 300 })],
  fail: [server({ request_timeout: 0 }), server({ request_timeout: 301 })],
  unread: [server({ request_timeout: unread('flag_not_literal') })],
})
