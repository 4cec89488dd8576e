import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_service_account_lookup_true.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server(), server({ service_account_lookup: true })],
  fail: [server({ service_account_lookup: false })],
  unread: [server({ service_account_lookup: unread('flag_not_literal') })],
})
