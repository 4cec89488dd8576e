import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_custom_ssl_certificate.ts'
import { certificate, distribution } from './worlds.ts'

verify(check, {
  pass: [distribution()],
  fail: [distribution({ certificate: certificate({ is_default: true, support_method: null }) })],
  none: [distribution({ enabled: false, certificate: certificate({ is_default: true }) })],
})
