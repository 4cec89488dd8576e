import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_requires_signed_commits.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      signed_commits: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ signed_commits: { by: [] } })],
  none: [repository({ signed_commits: null })],
  unread: [repository({ signed_commits: unread('not_found') })],
})
