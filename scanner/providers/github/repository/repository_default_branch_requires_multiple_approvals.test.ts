import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_requires_multiple_approvals.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository(), repository({ approvals: { by: ['the ruleset main'], count: 3 } })],
  fail: [
    repository({ approvals: { by: ['branch protection'], count: 1 } }),
    repository({ approvals: { by: [], count: 0 } }),
  ],
  none: [repository({ approvals: null })],
  unread: [repository({ approvals: unread('not_found') })],
})
