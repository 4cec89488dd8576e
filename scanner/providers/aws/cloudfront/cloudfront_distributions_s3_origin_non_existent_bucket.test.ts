import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_s3_origin_non_existent_bucket.ts'
import { distribution, server } from './worlds.ts'

const site = server({
  domain: 'website.s3-website.eu-central-1.amazonaws.com',
  bucket: 'website',
})
const gone = server({ domain: 'gone.s3.us-east-1.amazonaws.com', bucket: 'gone' })

verify(check, {
  pass: [distribution(), distribution({ origins: [site] })],
  fail: [
    distribution({ missing_buckets: ['website'] }),
    distribution({ origins: [site], missing_buckets: ['website'] }),
    distribution({ origins: [gone], missing_buckets: ['gone'] }),
  ],
  none: [
    distribution({ origins: [server()] }),
    distribution({ enabled: false, missing_buckets: ['website'] }),
  ],
  unread: [distribution({ missing_buckets: unread('timeout', { outcome: 'error' }) })],
})
