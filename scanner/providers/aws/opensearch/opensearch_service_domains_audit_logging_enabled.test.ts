import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_audit_logging_enabled.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ logs: ['SEARCH_SLOW_LOGS'] })],
  none: [domain({ logs: [], settled: false })],
  unread: [unknown(unread('AccessDeniedException'))],
})
