import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_multiple_origin_failover_configured.ts'
import { distribution } from './worlds.ts'

verify(check, {
  pass: [distribution({ groups: [{ id: 'group', members: ['website', 'copy'] }] })],
  fail: [distribution(), distribution({ groups: [{ id: 'group', members: ['website'] }] })],
  none: [distribution({ enabled: false })],
})
