import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_default_root_object.ts'
import { distribution, server } from './worlds.ts'

verify(check, {
  pass: [distribution()],
  fail: [distribution({ default_root_object: null })],
  none: [
    distribution({ origins: [server()], default_root_object: null }),
    distribution({ enabled: false, default_root_object: null }),
  ],
  unread: [distribution({ default_root_object: unread('AccessDenied') })],
})
