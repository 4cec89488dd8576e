import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_access_control_enabled.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ access_control: false }), domain({ anonymous: true })],
  none: [domain({ access_control: false, settled: false })],
  unread: [domain({ access_control: null }), unknown(unread('AccessDeniedException'))],
})
