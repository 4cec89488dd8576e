import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_table_protected_by_backup_plan.ts'
import { details, table } from './worlds.ts'

const none = { by: [], perhaps: [] }

verify(check, {
  pass: [table()],
  fail: [table({ backup: none })],
  manual: [table({ backup: { by: [], perhaps: ['weekly'] } })],
  none: [table({ backup: none, details: details({ status: 'DELETING' }) })],
  unread: [
    table({ details: unread('AccessDeniedException') }),
    table({ backup: unread('AccessDeniedException') }),
  ],
})
