import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_https_sni_enabled.ts'
import { certificate, distribution } from './worlds.ts'

verify(check, {
  pass: [distribution()],
  fail: [
    distribution({ certificate: certificate({ support_method: 'vip' }) }),
    distribution({ certificate: certificate({ support_method: 'static-ip' }) }),
  ],
  none: [
    distribution({ certificate: certificate({ is_default: true, support_method: null }) }),
    distribution({ enabled: false, certificate: certificate({ support_method: 'vip' }) }),
  ],
})
