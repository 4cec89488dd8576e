import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_tables_kms_cmk_encryption_enabled.ts'
import { details, table } from './worlds.ts'

verify(check, {
  pass: [table()],
  fail: [table({ key_manager: 'AWS' }), table({ key_manager: null })],
  none: [table({ key_manager: null, details: details({ status: 'CREATING' }) })],
  unread: [
    table({ details: unread('AccessDeniedException') }),
    table({ key_manager: unread('AccessDeniedException') }),
  ],
})
