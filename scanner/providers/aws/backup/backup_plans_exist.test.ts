import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './backup_plans_exist.ts'
import { region } from './worlds.ts'

verify(check, {
  pass: [region(), region({ vaults: [] })],
  fail: [region({ plans: [] })],
  none: [region({ plans: [], vaults: [] })],
  unread: [
    region({ plans: unread('AccessDeniedException') }),
    region({ vaults: unread('AccessDeniedException') }),
  ],
})
