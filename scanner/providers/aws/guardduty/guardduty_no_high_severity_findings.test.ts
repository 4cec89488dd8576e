import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './guardduty_no_high_severity_findings.ts'
import { detector, region } from './worlds.ts'

verify(check, {
  pass: [region()],
  fail: [
    region({ severe: { count: 1, more: false } }),
    region({ severe: { count: 50, more: true } }),
  ],
  none: [
    region({ detector: null, severe: null }),
    region({ detector: detector({ enabled: false }), severe: { count: 3, more: false } }),
  ],
  unread: [
    region({ detector: unread('AccessDeniedException') }),
    region({ severe: unread('AccessDeniedException') }),
  ],
})
