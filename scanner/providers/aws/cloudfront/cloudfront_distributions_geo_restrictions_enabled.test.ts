import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_geo_restrictions_enabled.ts'
import { distribution } from './worlds.ts'

verify(check, {
  pass: [distribution(), distribution({ geo_restriction: 'blacklist' })],
  fail: [distribution({ geo_restriction: 'none' })],
  none: [distribution({ enabled: false, geo_restriction: 'none' })],
})
