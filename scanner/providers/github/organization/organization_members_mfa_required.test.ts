import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './organization_members_mfa_required.ts'
import { organization } from './worlds.ts'

verify(check, {
  pass: [organization()],
  fail: [organization({ requires_two_factor: false })],
  unread: [organization({ requires_two_factor: unread('not_shown') })],
})
