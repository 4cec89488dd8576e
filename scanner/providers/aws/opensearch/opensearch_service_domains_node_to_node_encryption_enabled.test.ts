import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_node_to_node_encryption_enabled.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ node_to_node: false })],
  none: [domain({ node_to_node: false, settled: false })],
  unread: [domain({ node_to_node: null }), unknown(unread('AccessDeniedException'))],
})
