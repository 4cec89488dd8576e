import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_tables_pitr_enabled.ts'
import { details, table } from './worlds.ts'

verify(check, {
  pass: [table(), table({ details: details({ status: 'UPDATING' }) })],
  fail: [table({ point_in_time_recovery: false })],
  none: [table({ point_in_time_recovery: false, details: details({ status: 'DELETING' }) })],
  unread: [
    table({ details: unread('AccessDeniedException') }),
    table({ point_in_time_recovery: unread('AccessDeniedException') }),
  ],
})
