import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './guardduty_rds_protection_enabled.ts'
import { detector, region } from './worlds.ts'

const having = (features: Record<string, boolean>) => region({ detector: detector({ features }) })

verify(check, {
  pass: [region(), having({ RDS_LOGIN_EVENTS: true })],
  fail: [having({ RDS_LOGIN_EVENTS: false })],
  none: [
    having({ CLOUD_TRAIL: true }),
    region({ detector: null }),
    region({ detector: detector({ enabled: false }) }),
  ],
  unread: [region({ detector: unread('AccessDeniedException') })],
})
