import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_https_enabled.ts'
import { behavior, distribution } from './worlds.ts'

verify(check, {
  pass: [distribution(), distribution({ behaviors: [behavior({ viewer_policy: 'https-only' })] })],
  fail: [
    distribution({
      behaviors: [behavior(), behavior({ path: '/images/*', viewer_policy: 'allow-all' })],
    }),
  ],
  none: [distribution({ enabled: false, behaviors: [behavior({ viewer_policy: 'allow-all' })] })],
})
