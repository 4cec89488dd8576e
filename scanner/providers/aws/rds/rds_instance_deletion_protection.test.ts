import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_deletion_protection.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ deletion_protection: false })],
  none: [instance({ deletion_protection: false, cluster: 'ledger' })],
  unread: [instance({ deletion_protection: unread('broken_answer') })],
})
