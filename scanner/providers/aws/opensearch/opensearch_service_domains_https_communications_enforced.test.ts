import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_https_communications_enforced.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ https_only: false })],
  none: [domain({ https_only: false, settled: false })],
  unread: [domain({ https_only: null }), unknown(unread('AccessDeniedException'))],
})
