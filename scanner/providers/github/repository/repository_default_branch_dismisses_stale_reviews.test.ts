import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_dismisses_stale_reviews.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      stale_reviews_dismissed: { by: ['the ruleset main, which 2 on its bypass list may pass by'] },
    }),
  ],
  fail: [repository({ stale_reviews_dismissed: { by: [] } })],
  none: [repository({ stale_reviews_dismissed: null })],
  unread: [repository({ stale_reviews_dismissed: unread('not_found') })],
})
