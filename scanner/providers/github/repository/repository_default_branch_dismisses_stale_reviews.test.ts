import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_default_branch_dismisses_stale_reviews.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository(),
    repository({
      stale_reviews_dismissed: { by: ['the ruleset main (actors on the bypass list: 2)'] },
    }),
  ],
  fail: [repository({ stale_reviews_dismissed: { by: [] } })],
  none: [repository({ stale_reviews_dismissed: null })],
  unread: [repository({ stale_reviews_dismissed: unread('not_found') })],
})
