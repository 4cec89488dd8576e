import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_fault_tolerant_data_nodes.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain(), domain({ zones: 2, data_nodes: 4 })],
  fail: [domain({ data_nodes: 2, zones: 2 }), domain({ zones: 1 })],
  none: [domain({ zones: 1, settled: false })],
  unread: [domain({ data_nodes: null }), unknown(unread('AccessDeniedException'))],
})
