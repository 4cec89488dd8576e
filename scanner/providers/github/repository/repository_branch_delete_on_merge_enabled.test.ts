import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_branch_delete_on_merge_enabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository()],
  fail: [repository({ delete_branch_on_merge: false })],
  none: [repository({ archived: true, delete_branch_on_merge: false })],
  unread: [repository({ delete_branch_on_merge: unread('not_shown') })],
})
