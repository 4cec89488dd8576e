import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_field_level_encryption_enabled.ts'
import { behavior, distribution } from './worlds.ts'

verify(check, {
  pass: [distribution({ behaviors: [behavior({ field_encryption: 'C3EXAMPLE' })] })],
  fail: [
    distribution(),
    distribution({ behaviors: [behavior(), behavior({ path: '/pay', field_encryption: 'C3' })] }),
  ],
  none: [distribution({ enabled: false })],
})
