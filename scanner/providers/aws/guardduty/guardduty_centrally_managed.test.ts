import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './guardduty_centrally_managed.ts'
import { region } from './worlds.ts'

verify(check, {
  pass: [region(), region({ management: 'it manages other accounts' })],
  fail: [region({ management: null })],
  none: [region({ detector: null, management: null })],
  unread: [
    region({ detector: unread('AccessDeniedException') }),
    region({ management: unread('AccessDeniedException') }),
  ],
})
