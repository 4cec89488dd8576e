import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_status_checks_required.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      status_checks: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ status_checks: { by: [] } })],
  none: [repository({ status_checks: null })],
  unread: [repository({ status_checks: unread('not_found') })],
})
