import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_deletion_disabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      deletion_blocked: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ deletion_blocked: { by: [] } })],
  none: [repository({ deletion_blocked: null })],
  unread: [repository({ deletion_blocked: unread('not_found') })],
})
