import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_protection_enabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      protection: { by: ['the ruleset main, which 2 on its bypass list may pass by'] },
    }),
  ],
  fail: [repository({ protection: { by: [] } })],
  none: [repository({ protection: null })],
  unread: [repository({ protection: unread('not_found') })],
})
