import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_multi_region_enabled.ts'
import { loggingTrail, region } from './worlds.ts'

const partial = loggingTrail({ name: 'data-only', management_events: false })

verify(check, {
  pass: [region(), region({ logging_trails: [partial, loggingTrail({ name: 'all' })] })],
  fail: [region({ logging_trails: [] }), region({ logging_trails: [partial] })],
  unread: [region({ logging_trails: unread('AccessDeniedException') })],
})
