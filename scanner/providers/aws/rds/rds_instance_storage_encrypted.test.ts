import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_storage_encrypted.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ cluster: 'ledger', engine: 'aurora-mysql' })],
  fail: [instance({ storage_encrypted: false })],
  unread: [instance({ storage_encrypted: unread('broken_answer') })],
})
