import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_table_deletion_protection_enabled.ts'
import { details, table } from './worlds.ts'

verify(check, {
  pass: [table()],
  fail: [table({ details: details({ deletion_protection: false }) })],
  none: [table({ details: details({ deletion_protection: false, status: 'CREATING' }) })],
  unread: [table({ details: unread('AccessDeniedException') })],
})
