import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_no_public_access.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ public: true }), instance({ public: true, cluster: 'ledger' })],
  unread: [instance({ public: unread('broken_answer') })],
})
