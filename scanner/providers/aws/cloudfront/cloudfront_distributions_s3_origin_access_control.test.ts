import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_s3_origin_access_control.ts'
import { distribution, origin, server } from './worlds.ts'

verify(check, {
  pass: [distribution()],
  fail: [
    distribution({ unsigned: ['website.s3.eu-west-1.amazonaws.com'] }),
    distribution({ origins: [origin(), origin({ access_control: null })] }),
    distribution({
      origins: [
        origin({ access_control: null, access_identity: 'origin-access-identity/cloudfront/E1' }),
      ],
    }),
  ],
  unread: [distribution({ unsigned: unread('AccessDenied') })],
  none: [
    distribution({ origins: [server()] }),
    distribution({ enabled: false, origins: [origin({ access_control: null })] }),
  ],
})
