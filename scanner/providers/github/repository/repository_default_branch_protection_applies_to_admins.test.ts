import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_protection_applies_to_admins.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      admins_bound: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ admins_bound: { by: [] } })],
  none: [repository({ admins_bound: null })],
  unread: [repository({ admins_bound: unread('not_found') })],
})
