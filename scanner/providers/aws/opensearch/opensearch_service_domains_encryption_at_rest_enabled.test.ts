import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_encryption_at_rest_enabled.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ encrypted: false })],
  none: [domain({ encrypted: false, settled: false })],
  unread: [domain({ encrypted: null }), unknown(unread('AccessDeniedException'))],
})
