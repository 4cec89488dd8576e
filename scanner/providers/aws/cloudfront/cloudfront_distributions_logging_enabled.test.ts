import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_logging_enabled.ts'
import { distribution } from './worlds.ts'

verify(check, {
  pass: [distribution(), distribution({ logging: 'real-time logs' })],
  fail: [distribution({ logging: null })],
  none: [distribution({ enabled: false, logging: null })],
  unread: [distribution({ logging: unread('AccessDenied') })],
})
