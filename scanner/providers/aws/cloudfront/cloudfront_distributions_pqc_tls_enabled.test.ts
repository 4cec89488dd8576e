import { given, verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_pqc_tls_enabled.ts'
import { certificate, distribution } from './worlds.ts'

verify(check, {
  pass: [
    distribution({ certificate: certificate({ min_version: 'TLSv1.3_2025' }) }),
    given(distribution(), {
      config: { cloudfront_pqc_min_protocol_versions: ['TLSv1.2_2021'] },
    }),
  ],
  fail: [
    distribution(),
    distribution({ certificate: certificate({ is_default: true, min_version: 'TLSv1.3_2025' }) }),
  ],
  none: [distribution({ enabled: false })],
})
