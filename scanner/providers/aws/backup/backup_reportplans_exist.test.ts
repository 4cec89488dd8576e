import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './backup_reportplans_exist.ts'
import { region } from './worlds.ts'

verify(check, {
  pass: [region()],
  fail: [region({ report_plans: [] })],
  none: [region({ plans: [], report_plans: [] })],
  unread: [
    region({ plans: unread('AccessDeniedException') }),
    region({ report_plans: unread('AccessDeniedException') }),
  ],
})
