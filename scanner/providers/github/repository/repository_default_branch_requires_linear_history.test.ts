import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_requires_linear_history.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      linear_history: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ linear_history: { by: [] } })],
  none: [repository({ linear_history: null })],
  unread: [repository({ linear_history: unread('not_found') })],
})
