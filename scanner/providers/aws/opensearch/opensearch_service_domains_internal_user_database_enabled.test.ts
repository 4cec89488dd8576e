import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_internal_user_database_enabled.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain(), domain({ access_control: false, internal_users: null })],
  fail: [domain({ internal_users: true })],
  none: [domain({ internal_users: true, settled: false })],
  unread: [domain({ internal_users: null }), unknown(unread('AccessDeniedException'))],
})
