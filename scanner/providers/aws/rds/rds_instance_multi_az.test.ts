import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_multi_az.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ multi_az: false }), instance({ multi_az: false, replica_of: 'orders' })],
  none: [instance({ multi_az: false, cluster: 'ledger' })],
  unread: [instance({ multi_az: unread('broken_answer') })],
})
