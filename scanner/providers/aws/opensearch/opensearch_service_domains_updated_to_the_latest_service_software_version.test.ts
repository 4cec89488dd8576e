import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_updated_to_the_latest_service_software_version.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ update: 'available' }), domain({ update: 'under way' })],
  none: [domain({ update: 'available', settled: false })],
  unread: [domain({ update: null }), unknown(unread('AccessDeniedException'))],
})
