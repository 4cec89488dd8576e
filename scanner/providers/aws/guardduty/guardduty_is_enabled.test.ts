import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './guardduty_is_enabled.ts'
import { detector, region } from './worlds.ts'

verify(check, {
  pass: [region()],
  fail: [region({ detector: null }), region({ detector: detector({ enabled: false }) })],
  unread: [region({ detector: unread('AccessDeniedException') })],
})
