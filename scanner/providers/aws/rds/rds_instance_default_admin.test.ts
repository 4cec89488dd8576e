import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_default_admin.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ admin: 'postgres' }), instance({ admin: 'ADMIN' })],
  none: [instance({ admin: 'admin', cluster: 'ledger' })],
  unread: [instance({ admin: unread('broken_answer') })],
})
