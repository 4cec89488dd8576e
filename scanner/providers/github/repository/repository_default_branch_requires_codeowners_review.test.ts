import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_requires_codeowners_review.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      code_owner_review: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ code_owner_review: { by: [] } })],
  none: [repository({ code_owner_review: null })],
  unread: [repository({ code_owner_review: unread('not_found') })],
})
