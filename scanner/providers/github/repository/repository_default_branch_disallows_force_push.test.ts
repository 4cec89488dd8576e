import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_disallows_force_push.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      force_push_blocked: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ force_push_blocked: { by: [] } })],
  none: [repository({ force_push_blocked: null })],
  unread: [repository({ force_push_blocked: unread('not_found') })],
})
