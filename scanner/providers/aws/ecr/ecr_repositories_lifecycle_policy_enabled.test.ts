import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecr_repositories_lifecycle_policy_enabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository(), repository({ lifecycle_rules: 3 })],
  fail: [repository({ lifecycle_rules: null }), repository({ lifecycle_rules: 0 })],
  unread: [repository({ lifecycle_rules: unread('AccessDeniedException') })],
})
