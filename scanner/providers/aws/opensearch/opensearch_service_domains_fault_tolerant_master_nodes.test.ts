import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_fault_tolerant_master_nodes.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain(), domain({ masters: 5 })],
  fail: [domain({ masters: 0 }), domain({ masters: 2 })],
  none: [domain({ masters: 0, settled: false })],
  unread: [domain({ masters: null }), unknown(unread('AccessDeniedException'))],
})
