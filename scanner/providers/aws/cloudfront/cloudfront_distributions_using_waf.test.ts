import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_using_waf.ts'
import { distribution } from './worlds.ts'

verify(check, {
  pass: [distribution()],
  fail: [distribution({ web_acl: null })],
  none: [distribution({ enabled: false, web_acl: null })],
})
