import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './organization_repository_deletion_limited.ts'
import { organization } from './worlds.ts'

verify(check, {
  pass: [organization()],
  fail: [organization({ members_can_delete: true })],
  unread: [organization({ members_can_delete: unread('not_shown') })],
})
