import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './organization_verified_badge.ts'
import { organization } from './worlds.ts'

verify(check, {
  pass: [organization()],
  fail: [organization({ is_verified: false })],
  unread: [organization({ is_verified: unread('not_shown') })],
})
